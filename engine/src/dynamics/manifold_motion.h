// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"

namespace toibox {

/// Moves the contacts of one point that touch to where they will be in the middle of the sub-steps, by the
/// present velocities. A solver keeps the normal and the levers of a contact over all sub-steps; as they are
/// at the start, they would lag by half a step behind bodies that rock or roll, and a force that lags feeds
/// the motion that it answers. Separations stay those of the present poses. With one sub-step nothing moves.
/// Cost: O(contacts), shared by all workers.
void move_to_middle(StepContext& step);

}  // namespace toibox
