// SPDX-License-Identifier: MIT

// Moves B against A with a bounded force, to an offset or at a velocity: rigid rows in velocity that take out
// a share of the error in each sub-step, but never ask for more than the force can stop within the error.
// Differs from a soft weld in that it gives way.

#include "toibox/dynamics/world_state.h"

#include "../solver.h"
#include "motor_tuning.h"
#include "supply_rows.h"

#include <cmath>

namespace toibox {

namespace {

/// The share of an error that a drive takes out per second, at most `fastest`: from the speed that it asks
/// for, `braking` stops within the error, in sub-steps of h seconds: √(2 b e + (b h / 2)²) - b h / 2, written
/// so that nothing cancels or overflows for the greatest forces. Units: metres or radians.
float approach_rate(float fastest, float error, float braking, float h) {
    const float half = 0.5f * h;
    const float rate = 2.0f / (std::sqrt(2.0f * error / braking + half * half) + half);
    return rate < fastest ? rate : fastest;
}

/// What a drive can brake by on its way to the target, if `most` is what its force gives and `ahead` what
/// other forces give towards the target. A share is left for what the two bodies push or pull along.
float braking_left(float most, float ahead) {
    const float left = tuning::braking_share * most - ahead;
    return left > 0.0f ? left : 0.0f;
}

float free_spin_up(const WorldState& state, std::uint32_t body) {
    return state.bodies.mass[body].inv_inertia * state.bodies.force[body].torque;
}

/// Of an anchor, by weight and applied forces.
Vec2 anchor_acceleration(const WorldState& state, std::uint32_t body, Vec2 r) {
    return external_acceleration(state, body) + cross(free_spin_up(state, body), r);
}

float angular_bias_rate(const WorldState& state, const JointBodies& bodies, const MotorJoint& joint,
                        float error, float h) {
    const float most = joint.max_torque * (bodies.inv_inertia_a + bodies.inv_inertia_b);
    const float spin_up = free_spin_up(state, bodies.b) - free_spin_up(state, bodies.a);
    const float braking = braking_left(most, error > 0.0f ? spin_up : -spin_up);
    return approach_rate(joint.correction_factor / h, std::abs(error), braking, h);
}

float point_rate(const WorldState& state, const JointBodies& bodies, const MotorJoint& joint, float h) {
    const float error = length(bodies.offset);
    if (!(error > 0.0f)) return joint.correction_factor / h;
    const Vec2 ahead = -(1.0f / error) * bodies.offset;
    const float angular_a = cross(bodies.r_a, ahead);
    const float angular_b = cross(bodies.r_b, ahead);
    const float k =
        inv_mass_along(bodies.inv_mass_a, ahead) + inv_mass_along(bodies.inv_mass_b, ahead) +
        (bodies.inv_inertia_a * (angular_a * angular_a) + bodies.inv_inertia_b * (angular_b * angular_b));
    const Vec2 apart =
        anchor_acceleration(state, bodies.b, bodies.r_b) - anchor_acceleration(state, bodies.a, bodies.r_a);
    return approach_rate(joint.correction_factor / h, error,
                         braking_left(joint.max_force * k, dot(apart, ahead)), h);
}

}  // namespace

void build_joint_rows(const WorldState& state, const MotorJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    const JointCoordinate angle{
        .mode = RowAxis::Angular, .axis = {}, .start = joint_angle(state, joint.base, joint.reference_angle)};
    ScalarRow& turn = add_row(bodies, angle, RowSlot::Angle, 0.0f, out);
    turn.kind = RowKind::Soft;
    turn.bias_rate = angular_bias_rate(state, bodies, joint, turn.rest, h);
    turn.speed = joint.angular_velocity;
    turn.lower_impulse = -h * joint.max_torque;
    turn.upper_impulse = h * joint.max_torque;
    PointRow point = anchor_row(bodies);
    point.kind = RowKind::Soft;
    point.bias_rate = point_rate(state, bodies, joint, h);
    point.velocity = rotate(state.bodies.pose[bodies.a].rotation, joint.linear_velocity);
    point.max_impulse = h * joint.max_force;
    place_point_row(point);
    add_point(point, out);
}

}  // namespace toibox
