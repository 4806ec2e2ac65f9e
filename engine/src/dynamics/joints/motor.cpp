// SPDX-License-Identifier: MIT

// Moves B against A with a bounded force, to an offset or at a velocity: rigid rows in velocity whose error
// each sub-step takes out a share of, never more than the force allows. Differs from a soft weld in that it
// gives way.

#include "toibox/dynamics/world_state.h"

#include "supply_rows.h"

namespace toibox {

void supply_rows(const WorldState& state, const MotorJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    const JointCoordinate angle{
        .mode = RowAxis::Angular, .axis = {}, .start = joint_angle(state, joint.base, joint.reference_angle)};
    ScalarRow& turn = add_row(bodies, angle, RowSlot::Angle, 0.0f, out);
    turn.kind = RowKind::Soft;
    turn.bias_rate = joint.correction_factor / h;
    turn.speed = joint.angular_velocity;
    turn.lower_impulse = -h * joint.max_torque;
    turn.upper_impulse = h * joint.max_torque;
    PointRow point = anchor_row(bodies);
    point.kind = RowKind::Soft;
    point.bias_rate = joint.correction_factor / h;
    point.velocity = rotate(state.bodies.pose[bodies.a].rotation, joint.linear_velocity);
    point.max_impulse = h * joint.max_force;
    place_point_row(point);
    add_point(point, out);
}

}  // namespace toibox
