// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/engine.h"

#include <cstdint>
#include <vector>

namespace toibox::bench {

/// Parameters of the storm. Discs, boxes and slivers are in a closed room with thin walls. Every second, each
/// body gets a random velocity of up to 7 m and one revolution per step. No body is a bullet, so continuous
/// collision only tests bodies against walls. The storm measures how many bodies tunnel out of the room.
struct StormPlan {
    int bodies = 200;
    std::uint64_t seed = 1;
};

/// Inner width and height of the room and thickness of its walls, metres.
inline constexpr float storm_room = 60.0f;
inline constexpr float storm_wall = 0.02f;

/// Maximum speed (m/s) and angular speed (rad/s) of a gust.
inline constexpr float storm_speed = 400.0f;
inline constexpr float storm_spin = 376.991118f;

/// Steps between gusts.
inline constexpr int storm_gust_steps = 60;

/// Builds the storm in the world of an engine and drives it.
class StormScene {
public:
    StormScene(const StormPlan& plan, Engine& engine);

    /// Call before step number `step`. If a gust is due, sets new velocities, which are the same for every
    /// engine.
    void apply_gust(int step);
    /// Call after each step. Removes the bodies whose origin is outside the walls. Returns the number of
    /// removed bodies.
    int remove_escaped();
    [[nodiscard]] int escaped_count() const { return escaped_count_; }

private:
    void build_room();
    void build_bodies();

    StormPlan plan_;
    Engine& engine_;
    std::vector<BodyHandle> bodies_;
    std::vector<bool> is_inside_;  ///< For each body; false after the body has escaped.
    int escaped_count_ = 0;
};

}  // namespace toibox::bench
