// SPDX-License-Identifier: MIT

// Moves B relative to A with a bounded force, to an offset or at a velocity. Velocity rows remove a fraction
// of the error in each sub-step, but the target speed is limited to a speed from which the force can stop the
// bodies within the remaining distance. Unlike a soft weld, the joint yields if the force is too small.

#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/joints/motor_tuning.h"
#include "dynamics/solvers/rows/joint_rows.h"
#include "dynamics/state/external_acceleration.h"

#include <cmath>

namespace toibox {

namespace {

/// The fraction of the error e that a motor joint removes per second (target speed / e), at most `max_rate`.
/// The target speed is √(2 b e + (b h / 2)²) − b h / 2, from which the deceleration b = `braking` stops
/// within e in sub-steps of h seconds. Written without cancellation, and without overflow for very large
/// forces. Units: metres or radians.
float approach_rate(float max_rate, float error, float braking, float h) {
    const float half_h = 0.5f * h;
    const float rate = 2.0f / (std::sqrt(2.0f * error / braking + half_h * half_h) + half_h);
    return rate < max_rate ? rate : max_rate;
}

/// Deceleration on which a motor joint can rely near the target. `max_acceleration`: due to its force or
/// torque; `external`: due to other forces, towards the target. A fraction is reserved for other bodies that
/// the two bodies push or pull.
float available_braking(float max_acceleration, float external) {
    const float available = tuning::braking_fraction * max_acceleration - external;
    return available > 0.0f ? available : 0.0f;
}

float free_angular_acceleration(const WorldState& state, std::uint32_t body) {
    return state.bodies.mass[body].inv_inertia * state.bodies.force[body].torque;
}

/// Acceleration of an anchor due to gravity and applied forces.
Vec2 anchor_acceleration(const WorldState& state, std::uint32_t body, Vec2 r) {
    return external_acceleration(state, body) + cross(free_angular_acceleration(state, body), r);
}

float angular_bias_rate(const WorldState& state, const JointBodies& bodies, const MotorJoint& joint,
                        float error, float h) {
    const float max_acceleration = joint.max_torque * (bodies.inv_inertia_a + bodies.inv_inertia_b);
    const float relative_acceleration =
        free_angular_acceleration(state, bodies.b) - free_angular_acceleration(state, bodies.a);
    const float braking =
        available_braking(max_acceleration, error > 0.0f ? relative_acceleration : -relative_acceleration);
    return approach_rate(joint.correction_factor / h, std::abs(error), braking, h);
}

float point_rate(const WorldState& state, const JointBodies& bodies, const MotorJoint& joint, float h) {
    const float error = length(bodies.offset);
    if (!(error > 0.0f)) return joint.correction_factor / h;
    const Vec2 direction = -(1.0f / error) * bodies.offset;
    const float angular_a = cross(bodies.r_a, direction);
    const float angular_b = cross(bodies.r_b, direction);
    const float k =
        inv_mass_along(bodies.inv_mass_a, direction) + inv_mass_along(bodies.inv_mass_b, direction) +
        (bodies.inv_inertia_a * (angular_a * angular_a) + bodies.inv_inertia_b * (angular_b * angular_b));
    const Vec2 relative_acceleration =
        anchor_acceleration(state, bodies.b, bodies.r_b) - anchor_acceleration(state, bodies.a, bodies.r_a);
    return approach_rate(joint.correction_factor / h, error,
                         available_braking(joint.max_force * k, dot(relative_acceleration, direction)), h);
}

}  // namespace

void build_joint_rows(const WorldState& state, const MotorJoint& joint, float h, JointRows& out) {
    const JointBodies bodies = joint_bodies(state, joint.base);
    const JointCoordinate angle{.mode = RowAxis::Angular,
                                .axis = {},
                                .start_angle = joint_angle(state, joint.base, joint.reference_angle)};
    ScalarRow& angle_row = add_row(bodies, angle, RowSlot::Angle, 0.0f, out);
    angle_row.kind = RowKind::Soft;
    angle_row.bias_rate = angular_bias_rate(state, bodies, joint, angle_row.rest, h);
    angle_row.speed = joint.angular_velocity;
    angle_row.lower_impulse = -h * joint.max_torque;
    angle_row.upper_impulse = h * joint.max_torque;
    PointRow point = anchor_row(bodies);
    point.kind = RowKind::Soft;
    point.bias_rate = point_rate(state, bodies, joint, h);
    point.velocity = rotate(state.bodies.pose[bodies.a].rotation, joint.linear_velocity);
    point.max_impulse = h * joint.max_force;
    update_point_row(point);
    add_point(point, out);
}

}  // namespace toibox
