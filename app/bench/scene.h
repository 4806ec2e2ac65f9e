// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/bench_world.h"

#include <functional>
#include <span>
#include <string_view>

namespace toibox::bench {

/// The time step of all scenes, seconds.
inline constexpr float time_step = 1.0f / 60.0f;

/// Called before each step (0, 1, …), outside the measured time. Empty for most scenes.
using BeforeStep = std::function<void(BenchWorld&, int step)>;

/// A benchmark scene. All runs of a scene in one engine are identical.
struct Scene {
    std::string_view name{};
    std::string_view help{};
    int steps = 0;
    Vec2 gravity{0.0f, -10.0f};
    bool sleeping = true;  ///< Whether bodies may fall asleep.
    BeforeStep (*build)(BenchWorld&) = nullptr;
    std::string_view differs_in_box2d_2{};  ///< How the scene differs in Box2D 2.4; empty if it does not.
};

/// The ten large scenes of Box2D's benchmark, then small scenes of a size typical for the sandbox.
/// Source: sizes, counts, positions, motors and steps from Box2D 3.2, shared/benchmarks.c,
/// https://github.com/erincatto/box2d.
std::span<const Scene> scenes();

/// The scene with this name; null if there is none.
const Scene* find_scene(std::string_view name);

}  // namespace toibox::bench
