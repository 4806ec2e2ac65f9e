// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// Moves touching contacts with one point to where they will be in the middle of the sub-steps, by the
/// current velocities. A solver keeps the normal and lever arms of a contact for all sub-steps. Those of the
/// start would lag half a step behind bodies that rock or roll, and a lagging force adds energy to such a
/// motion. Separations stay those of the current poses. With one sub-step nothing moves.
/// Cost: O(contacts), divided among all workers.
void move_to_middle(StepContext& step);

}  // namespace toibox
