// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// Sleep islands: bodies that contacts and joints connect, which fall asleep and wake together.

/// Runs after update_pairs. Handles new contacts that detection skips because neither body is awake and
/// movable, as when a static shape was placed on a sleeping body. Sleeping bodies that overlap wake with
/// their islands, unless one of the two shapes is new and its body was created asleep. A sensor begins to
/// touch and wakes nothing.
void detect_among_sleepers(StepContext& step);
/// Runs after detection. Wakes the islands that an awake body began to touch or will reach in this step.
void wake_touched_islands(StepContext& step);
/// Runs after `finalize`. Puts islands to sleep that have been slow and calm for long enough.
void put_islands_to_sleep(StepContext& step);

/// Wakes the bodies that rest on `body` or have a joint with it. For a kinematic body that starts to move.
void wake_neighbours(WorldState& state, std::uint32_t body);
/// Wakes both bodies of a contact if one of them may rest on the other. Cost: one manifold if a body is
/// asleep.
void wake_supported(WorldState& state, const Contact& contact);

}  // namespace toibox
