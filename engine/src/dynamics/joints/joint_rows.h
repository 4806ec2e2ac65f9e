// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint.h"
#include "toibox/dynamics/rows.h"

namespace toibox {

/// What each joint asks of a solver: one function a joint, one file each. They know no solver.
/// Units: SI; `h` is the solver's sub-step, seconds. The row's impulse is what the joint accumulated in the
/// last step; a solver that starts warm uses it, another zeroes it.

/// revolute.cpp
PointRow make_joint_row(const WorldState& state, const RevoluteJoint& joint, float h);
/// mouse.cpp
PointRow make_joint_row(const WorldState& state, const MouseJoint& joint, float h);

}  // namespace toibox
