// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>

namespace toibox {

/// Wakes the island of a body if it is asleep. Cost: O(bodies) if it is.
void wake(WorldState& state, std::uint32_t body);
void wake_all(WorldState& state);
/// Wakes the bodies that have a joint with this one. Cost: O(joints).
void wake_jointed(WorldState& state, std::uint32_t body);

/// Whether the body was created asleep and has not been woken since: shapes may be attached to it while it
/// sleeps, and what they touch stays asleep.
[[nodiscard]] inline bool was_created_asleep(const WorldState& state, std::uint32_t body) {
    const BodySleep& sleep = state.bodies.sleep[body];
    return sleep.island == body && sleep.slow_time == 0.0f;
}

}  // namespace toibox
