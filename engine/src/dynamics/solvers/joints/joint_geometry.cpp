// SPDX-License-Identifier: MIT

// Helpers of all joints. A joint consists of coordinates (an angle, a displacement along an axis of A, a
// distance between two points), each of which is free, or constrained to a value, a range or a speed, or held
// by a spring.

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

#include <cmath>
#include <span>

namespace toibox {

JointBodies joint_bodies(const WorldState& state, const JointBase& base) {
    const BodyPose& pose_a = state.bodies.pose[base.body_a];
    const BodyPose& pose_b = state.bodies.pose[base.body_b];
    const BodyMass& mass_a = state.bodies.mass[base.body_a];
    const BodyMass& mass_b = state.bodies.mass[base.body_b];
    JointBodies bodies;
    bodies.a = base.body_a;
    bodies.b = base.body_b;
    bodies.inv_mass_a = inv_mass_by_axis(mass_a, state.bodies.info[base.body_a]);
    bodies.inv_inertia_a = mass_a.inv_inertia;
    bodies.inv_mass_b = inv_mass_by_axis(mass_b, state.bodies.info[base.body_b]);
    bodies.inv_inertia_b = mass_b.inv_inertia;
    bodies.r_a = rotate(pose_a.rotation, base.local_a - mass_a.local_center);
    bodies.r_b = rotate(pose_b.rotation, base.local_b - mass_b.local_center);
    bodies.offset = (pose_b.center - pose_a.center) + (bodies.r_b - bodies.r_a);
    return bodies;
}

float joint_angle(const WorldState& state, const JointBase& base, double reference_angle) {
    const Rotd rotation_a = widen(state.bodies.pose[base.body_a].rotation);
    const Rotd rotation_b = widen(state.bodies.pose[base.body_b].rotation);
    const double wrapped = angle_of(inverse(rotation_a) * rotation_b);
    const double unwrapped = state.bodies.motion[base.body_b].angle - state.bodies.motion[base.body_a].angle;
    const double turns = std::floor((unwrapped - wrapped) / (2.0 * pi) + 0.5);
    return static_cast<float>(wrapped + 2.0 * pi * turns - reference_angle);
}

Vec2 anchor_direction(Vec2 offset) {
    const float distance = length(offset);
    return distance > 0.0f ? (1.0f / distance) * offset : Vec2{0.0f, 1.0f};
}

ScalarRow& add_row(const JointBodies& bodies, const JointCoordinate& coordinate, RowSlot slot, float value,
                   JointRows& out) {
    TOIBOX_ASSERT(out.scalar_count < max_scalar_rows);
    ScalarRow& row = out.scalars[out.scalar_count++];
    row = {};
    row.body_a = bodies.a;
    row.body_b = bodies.b;
    row.slot = slot;
    row.axis_mode = coordinate.mode;
    row.inv_inertia_a = bodies.inv_inertia_a;
    row.inv_inertia_b = bodies.inv_inertia_b;
    row.rest = value - coordinate.start_angle;
    if (coordinate.mode != RowAxis::Angular) {
        row.inv_mass_a = bodies.inv_mass_a;
        row.inv_mass_b = bodies.inv_mass_b;
        row.r_a = bodies.r_a;
        row.r_b = bodies.r_b;
        row.offset = bodies.offset;
        row.start_axis = coordinate.axis;
    } else {
        compute_angle_row_mass(row);
    }
    return row;
}

float coordinate_k(const ScalarRow& row) {
    ScalarRow updated = row;
    update_scalar_row(updated, {}, {});
    return updated.inv_k > 0.0f ? 1.0f / updated.inv_k : 0.0f;
}

namespace {

/// coordinate_k for bodies with a rotation lock, which rotate together: only the difference of the levers
/// matters.
float coordinate_k_locked(ScalarRow row) {
    const float sum = row.inv_inertia_a + row.inv_inertia_b;
    const float combined = sum > 0.0f ? row.inv_inertia_a * (row.inv_inertia_b / sum) : 0.0f;
    const float lever = cross(row.r_a + row.offset - row.r_b, row.start_axis);
    row.inv_inertia_a = row.inv_inertia_b = 0.0f;
    return coordinate_k(row) + combined * (lever * lever);
}

/// K from which the stiffness of a spring is computed. It must not change as the bodies rotate, because a
/// force that is not the gradient of a potential does work in every cycle: a spring with the stiffness for
/// the current effective mass explodes. So K includes only the two masses, unless the levers may make the
/// coordinate swing faster than sub-steps of length h can resolve; then K also includes the lengths of the
/// levers, which do not change either.
float spring_k(const JointBodies& bodies, const ScalarRow& row, float frequency, float h) {
    if (bodies.rotation_locked) return coordinate_k_locked(row);
    const float phase_fraction = static_cast<float>(2.0 * pi) * frequency * h / tuning::max_spring_phase;
    const Vec2 inv_mass = row.inv_mass_a + row.inv_mass_b;
    const float k_masses = inv_mass.x > inv_mass.y ? inv_mass.x : inv_mass.y;
    const float k_levers =
        row.inv_inertia_a * length_squared(row.r_a) + row.inv_inertia_b * length_squared(row.r_b);
    const float min_k = (k_masses + k_levers) * (phase_fraction * phase_fraction);
    if (!(k_masses > 0.0f)) return k_levers;
    return k_masses > min_k ? k_masses : min_k;
}

}  // namespace

void make_soft(ScalarRow& row, float k, float frequency, float damping_ratio, float h) {
    row.kind = RowKind::Soft;
    // Stiffness ω²/k, damping 2 ζ ω/k:  gamma = 1 / (h (damping + h stiffness)),  bias_rate = h stiffness
    // gamma.
    const float omega = static_cast<float>(2.0 * pi) * frequency;
    const float divisor = 2.0f * damping_ratio + h * omega;
    row.bias_rate = omega / divisor;
    row.gamma = k / (h * omega * divisor);
    if (row.axis_mode == RowAxis::Angular) compute_angle_row_mass(row);
}

void add_spring(const JointBodies& bodies, const JointCoordinate& coordinate, const JointSpring& spring,
                float target, float h, JointRows& out) {
    if (!spring.enabled) return;
    ScalarRow& row = add_row(bodies, coordinate, RowSlot::Spring, target, out);
    const float k = spring_k(bodies, row, spring.frequency, h);
    make_soft(row, k, spring.frequency, spring.damping_ratio, h);
}

void add_motor(const JointBodies& bodies, const JointCoordinate& coordinate, const JointMotor& motor, float h,
               JointRows& out) {
    if (!motor.enabled) return;
    ScalarRow& row = add_row(bodies, coordinate, RowSlot::Motor, 0.0f, out);
    row.kind = RowKind::Motor;
    row.speed = motor.speed;
    row.lower_impulse = -h * motor.max_force;
    row.upper_impulse = h * motor.max_force;
}

void add_limit(const JointBodies& bodies, const JointCoordinate& coordinate, const JointLimit& limit,
               JointRows& out) {
    if (!limit.enabled) return;
    ScalarRow& lower = add_row(bodies, coordinate, RowSlot::Lower, limit.lower, out);
    lower.kind = RowKind::LowerLimit;
    lower.lower_impulse = 0.0f;
    ScalarRow& upper = add_row(bodies, coordinate, RowSlot::Upper, limit.upper, out);
    upper.kind = RowKind::UpperLimit;
    upper.upper_impulse = 0.0f;
}

void add_motor_and_limit(const JointBodies& bodies, const JointCoordinate& coordinate,
                         const JointMotor& motor, const JointLimit& limit, float h, JointRows& out) {
    add_motor(bodies, coordinate, motor, h, out);
    add_limit(bodies, coordinate, limit, out);
    if (!motor.enabled || !limit.enabled) return;
    ScalarRow* const rows = &out.scalars[out.scalar_count - 3];  // Motor, lower and upper limit.
    rows[0].lower_stop = rows[1].rest;
    rows[0].upper_stop = rows[2].rest;
    for (ScalarRow& row : std::span(rows + 1, 2)) {
        row.speed = motor.speed;
        row.drive_impulse = h * motor.max_force;
    }
}

PointRow anchor_row(const JointBodies& bodies) {
    PointRow row;
    row.body_a = bodies.a;
    row.body_b = bodies.b;
    row.r_a = bodies.r_a;
    row.r_b = bodies.r_b;
    row.inv_mass_a = bodies.inv_mass_a;
    row.inv_inertia_a = bodies.inv_inertia_a;
    row.inv_mass_b = bodies.inv_mass_b;
    row.inv_inertia_b = bodies.inv_inertia_b;
    row.offset = bodies.offset;
    return row;
}

void add_point(const PointRow& row, JointRows& out) {
    out.has_point = true;
    out.point = row;
}

}  // namespace toibox
