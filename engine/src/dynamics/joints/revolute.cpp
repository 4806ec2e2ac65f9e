// SPDX-License-Identifier: MIT

// Two bodies share a point and turn freely about it: a rigid point row, whose drift is taken out by position
// correction, so that no correction ever becomes velocity.

#include "toibox/dynamics/world_state.h"

#include "joint_rows.h"

namespace toibox {

PointRow make_joint_row(const WorldState& state, const RevoluteJoint& joint, float /*h*/) {
    const BodyPose& pose_a = state.bodies.pose[joint.body_a];
    const BodyPose& pose_b = state.bodies.pose[joint.body_b];
    const BodyMass& mass_a = state.bodies.mass[joint.body_a];
    const BodyMass& mass_b = state.bodies.mass[joint.body_b];
    PointRow row;
    row.body_a = joint.body_a;
    row.body_b = joint.body_b;
    row.r_a = rotate(pose_a.rotation, joint.local_a - mass_a.local_center);
    row.r_b = rotate(pose_b.rotation, joint.local_b - mass_b.local_center);
    row.inv_mass_a = mass_a.inv_mass;
    row.inv_inertia_a = mass_a.inv_inertia;
    row.inv_mass_b = mass_b.inv_mass;
    row.inv_inertia_b = mass_b.inv_inertia;
    row.offset = (pose_b.center - pose_a.center) + (row.r_b - row.r_a);
    row.impulse = joint.impulse;
    finish_point_row(row);
    return row;
}

}  // namespace toibox
