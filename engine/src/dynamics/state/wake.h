// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>

namespace toibox {

/// Wakes the island of a body. Cost: O(bodies) if the body is asleep.
void wake(WorldState& state, std::uint32_t body);
void wake_all(WorldState& state);
/// Wakes the bodies that have a joint with `body`. Cost: O(joints).
void wake_jointed(WorldState& state, std::uint32_t body);

/// Whether the body was created asleep and has not woken since. Shapes may be attached to such a body while
/// it sleeps, and bodies that these shapes touch stay asleep.
[[nodiscard]] inline bool was_created_asleep(const WorldState& state, std::uint32_t body) {
    const BodySleep& sleep = state.bodies.sleep[body];
    return sleep.island == body && sleep.slow_time == 0.0f;
}

}  // namespace toibox
