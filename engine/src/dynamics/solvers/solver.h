// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// Integrates forces (the schedule clears them after the whole step), solves velocities and computes end
/// poses. Leaves BodyMotion::start and delta_angle (the sweep of each non-static body), BodyPose at the end
/// of the sweep, and the accumulated impulses in contacts and joints.
void solve_velocities(StepContext& step);

}  // namespace toibox
