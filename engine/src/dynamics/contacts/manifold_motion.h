// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// Moves touching contacts with one point to where they will be in the middle of the step at the current
/// velocities, except at corners, which the other shape may pass, and where the normal was redirected at an
/// inner edge. A solver uses the same normal and lever arms in all sub-steps. Values from the start of the
/// step would lag half a step behind bodies that rock or roll, and a lagging force adds energy. Separations
/// are not changed. With one sub-step, nothing moves. Cost: O(contacts), divided among all workers.
void move_to_mid_step(StepContext& step);

}  // namespace toibox
