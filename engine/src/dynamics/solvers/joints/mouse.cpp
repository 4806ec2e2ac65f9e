// SPDX-License-Identifier: MIT

// A damped spring with bounded force from a point of a body to a target: a soft point row in which A is the
// world. Integrated by implicit Euler, so stable at any stiffness. Source: E. Catto, "Soft Constraints", GDC
// 2011 (gamma and the bias from frequency and damping ratio).

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

namespace toibox {

void build_joint_rows(const WorldState& state, const MouseJoint& joint, float h, JointRows& out) {
    const std::uint32_t body = joint.base.body_b;
    const BodyPose& pose = state.bodies.pose[body];
    const BodyMass& mass = state.bodies.mass[body];
    PointRow row;
    row.body_a = body;
    row.body_b = body;
    row.kind = RowKind::Soft;
    row.a_is_world = true;
    row.r_b = rotate(pose.rotation, joint.base.local_b - mass.local_center);
    row.inv_mass_b = inv_mass_by_axis(mass, state.bodies.info[body]);
    row.inv_inertia_b = mass.inv_inertia;
    row.offset = (pose.center - joint.target) + row.r_b;
    const float omega = static_cast<float>(2.0 * pi) * joint.frequency;
    const float stiffness = mass.mass * omega * omega;
    const float damping = 2.0f * mass.mass * joint.damping_ratio * omega;
    const float inv_gamma = h * (damping + h * stiffness);
    row.gamma = inv_gamma > 0.0f ? 1.0f / inv_gamma : 0.0f;
    row.bias_rate = h * stiffness * row.gamma;
    row.max_impulse = h * joint.max_force;
    update_point_row(row);
    add_point(row, out);
}

}  // namespace toibox
