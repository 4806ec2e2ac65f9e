// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/target.h"

#include <functional>
#include <span>
#include <string_view>

namespace toibox::bench {

/// Every scene is stepped at this rate.
inline constexpr float time_step = 1.0f / 60.0f;

/// What a scene does before each step (0, 1, …), outside the measured time; empty for most.
using BeforeStep = std::function<void(BenchWorld&, int step)>;

/// A benchmark scene, the same on every run.
struct Scene {
    std::string_view name{};
    std::string_view help{};
    int steps = 0;
    Vec2 gravity{0.0f, -10.0f};
    bool sleeping = true;  ///< Whether bodies may fall asleep.
    BeforeStep (*build)(BenchWorld&) = nullptr;
    std::string_view differs_in_box2d_2{};  ///< What a comparison with Box2D 2.4 has to change; else empty.
};

/// The ten scenes of Box2D's own benchmark, rebuilt from their parameters, then small ones of the size that a
/// sandbox shows. The parameters (sizes, counts, places, motors, steps) are those of Box2D 3.2,
/// shared/benchmarks.c; https://github.com/erincatto/box2d.
std::span<const Scene> scenes();

/// The scene of that name; null if there is none.
const Scene* find_scene(std::string_view name);

}  // namespace toibox::bench
