// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// Integrates forces, solves velocities and computes end poses. Writes BodyMotion::start and delta_angle,
/// BodyPose (the end pose), velocities, and the accumulated impulses of contacts and joints.
void solve_velocities(StepContext& step);

}  // namespace toibox
