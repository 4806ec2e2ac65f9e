// SPDX-License-Identifier: MIT

// Keeps the distance between two points. The joint coordinate is this distance; its axis runs from anchor to
// anchor. A limit alone makes a rope.

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox {

bool is_rod(const DistanceJoint& joint) {
    return !joint.spring.enabled && !joint.motor.enabled && !joint.limit.enabled;
}

void build_joint_rows(const WorldState& state, const DistanceJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    const JointCoordinate distance{
        .mode = RowAxis::AlongAnchors, .axis = anchor_direction(bodies.offset), .start_angle = 0.0f};
    add_spring(bodies, distance, joint.spring, joint.length + joint.spring.target, h, out);
    add_motor_and_limit(bodies, distance, joint.motor, joint.limit, h, out);
    if (is_rod(joint)) add_row(bodies, distance, RowSlot::Line, joint.length, out);
}

}  // namespace toibox
