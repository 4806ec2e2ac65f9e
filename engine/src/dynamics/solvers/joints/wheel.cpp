// SPDX-License-Identifier: MIT

// A wheel on a suspension: one rigid row perpendicular to the axis, limit and spring along the axis. Unlike
// in a prismatic joint, B rotates freely, and the motor acts on the rotation.

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox {

void build_joint_rows(const WorldState& state, const WheelJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    const Vec2 axis = rotate(state.bodies.pose[bodies.a].rotation, joint.local_axis);
    const JointCoordinate along{.mode = RowAxis::FixedInA, .axis = axis, .start_angle = 0.0f};
    const JointCoordinate across{.mode = RowAxis::FixedInA, .axis = left_perp(axis), .start_angle = 0.0f};
    add_motor(bodies, JointCoordinate{}, joint.motor, h, out);
    add_spring(bodies, along, joint.spring, joint.spring.target, h, out);
    add_limit(bodies, along, joint.limit, out);
    add_row(bodies, across, RowSlot::Line, 0.0f, out);
}

}  // namespace toibox
