// SPDX-License-Identifier: MIT

// B slides along an axis of A and does not rotate relative to A: one rigid row perpendicular to the axis, and
// one rigid row for the angle. The joint coordinate is the displacement of B's anchor along the axis.

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox {

void build_joint_rows(const WorldState& state, const PrismaticJoint& joint, float h, JointRows& out) {
    JointBodies bodies = joint_bodies(state, joint.base);
    bodies.rotation_locked = true;
    const Vec2 axis = rotate(state.bodies.pose[bodies.a].rotation, joint.local_axis);
    const JointCoordinate along{.mode = RowAxis::FixedInA, .axis = axis, .start_angle = 0.0f};
    const JointCoordinate across{.mode = RowAxis::FixedInA, .axis = left_perp(axis), .start_angle = 0.0f};
    const JointCoordinate angle{.mode = RowAxis::Angular,
                                .axis = {},
                                .start_angle = joint_angle(state, joint.base, joint.reference_angle)};
    add_spring(bodies, along, joint.spring, joint.spring.target, h, out);
    add_motor_and_limit(bodies, along, joint.motor, joint.limit, h, out);
    add_row(bodies, angle, RowSlot::Angle, 0.0f, out);
    add_row(bodies, across, RowSlot::Line, 0.0f, out);
}

}  // namespace toibox
