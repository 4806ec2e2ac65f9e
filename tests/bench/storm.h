// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/engine.h"

#include <cstdint>
#include <vector>

namespace toibox::bench {

/// The storm: discs, boxes and slivers in a closed room of thin walls, and every second a new velocity for
/// each, of up to seven metres a step and a whole turn a step. No body is a bullet, so only the walls are
/// looked for: the question is who gets out.
struct StormPlan {
    int bodies = 200;
    std::uint64_t seed = 1;
};

/// The room is this wide and high inside, metres, and its walls this thick.
inline constexpr float storm_room = 60.0f;
inline constexpr float storm_wall = 0.02f;

/// Greatest speed and spin of a gust, m/s and rad/s.
inline constexpr float storm_speed = 400.0f;
inline constexpr float storm_spin = 376.991118f;

/// Steps from gust to gust.
inline constexpr int storm_gust_steps = 60;

/// The storm in one engine.
class StormScene {
public:
    StormScene(const StormPlan& plan, Engine& engine);

    /// Before step `step`: a gust, if it is time for one. The same for every engine.
    void apply_gust(int step);
    /// After a step: takes away the bodies whose centroid is outside of the walls. Returns how many.
    int remove_escaped();
    [[nodiscard]] int escaped_count() const { return escaped_count_; }

private:
    void build_room();
    void build_bodies();

    StormPlan plan_;
    Engine& engine_;
    std::vector<BodyHandle> bodies_;
    std::vector<bool> inside_;
    int escaped_count_ = 0;
};

}  // namespace toibox::bench
