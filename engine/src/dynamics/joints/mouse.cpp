// SPDX-License-Identifier: MIT

// A damped spring of bounded force from a point of a body to a target: a soft point row against the world.
// Implicit in time, so that it is stable at any stiffness. Source: E. Catto, "Soft Constraints", GDC 2011
// (gamma and the bias from frequency and damping ratio).

#include "toibox/dynamics/world_state.h"

#include "joint_rows.h"

namespace toibox {

PointRow make_joint_row(const WorldState& state, const MouseJoint& joint, float h) {
    const BodyPose& pose = state.bodies.pose[joint.body];
    const BodyMass& mass = state.bodies.mass[joint.body];
    PointRow row;
    row.body_a = joint.body;
    row.body_b = joint.body;
    row.to_world = true;
    row.r_b = rotate(pose.rotation, joint.local_point - mass.local_center);
    row.inv_mass_b = mass.inv_mass;
    row.inv_inertia_b = mass.inv_inertia;
    row.offset = (pose.center - joint.target) + row.r_b;
    const float omega = static_cast<float>(2.0 * pi) * joint.frequency;
    const float stiffness = mass.mass * omega * omega;
    const float damping = 2.0f * mass.mass * joint.damping_ratio * omega;
    const float softness = h * (damping + h * stiffness);
    row.gamma = softness > 0.0f ? 1.0f / softness : 0.0f;
    row.bias_rate = h * stiffness * row.gamma;
    row.max_impulse = h * joint.max_force;
    row.impulse = joint.impulse;
    finish_point_row(row);
    return row;
}

}  // namespace toibox
