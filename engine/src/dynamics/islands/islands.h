// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// Sleep islands: bodies that contacts and joints connect, which fall asleep and wake together.

/// Stage, after update_pairs. Checks the new contacts that detection skips because neither body is awake and
/// movable: a static body or one of its shapes was put onto a sleeping body. A sleeping body that overlaps
/// wakes, with its island, unless it was just created asleep. A sensor begins to touch and wakes nothing.
void detect_among_sleepers(StepContext& step);
/// Stage, after detection: wakes the islands that an awake body began to touch or is about to reach.
void wake_touched_islands(StepContext& step);
/// Stage, after `finalize`: islands that have been still for long enough fall asleep.
void put_islands_to_sleep(StepContext& step);

/// Wakes what rests on a body or has a joint with it: for a kinematic body that starts to move.
void wake_neighbours(WorldState& state, std::uint32_t body);
/// Wakes both bodies of a contact if one of them may rest on the other. Cost: a manifold if one is asleep.
void wake_supported(WorldState& state, const Contact& contact);

}  // namespace toibox
