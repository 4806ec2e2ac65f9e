// SPDX-License-Identifier: MIT

// Builds contact rows from the columns of a world, and updates joint rows to the poses of a sub-step. Source:
// anonymous lecture slides "Collision" (detection and resolution), "Collision Response" (augmented mass and
// inertia); E. Catto, "Iterative Dynamics with Temporal Coherence", 2005.

#include "dynamics/solvers/rows/rows.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include <cmath>
#include <limits>

namespace toibox {

namespace {

/// The slop, reduced for small bodies. A body without an inner radius, as with a segment, does not reduce it.
float pair_slop(float slop, const BodyMass& a, const BodyMass& b) {
    float result = slop;
    for (const float extent : {a.min_extent, b.min_extent}) {
        const float limit = tuning::size_fraction * extent;
        if (extent > 0.0f && limit < result) result = limit;
    }
    return result;
}

/// Whether, because of axis locks, the combined inverse mass depends on the direction or is zero.
bool is_locked(const PointRow& row) {
    const Vec2 sum = row.inv_mass_a + row.inv_mass_b;
    return sum.x != sum.y || sum.x == 0.0f;
}

template <class Row>
bool has_rotation_lock(const Row& row) {
    return row.lever_fraction_a + row.lever_fraction_b > 0.0f;
}

/// K of a row, or infinity if axis locks remove nearly all of K.
float k_unless_locked(float k, float inv_masses, float free_inv_masses) {
    const float free_k = k + (free_inv_masses - inv_masses);
    return k > tuning::min_unlocked_fraction * free_k ? k : std::numeric_limits<float>::infinity();
}

/// Off-diagonal element of the two points' K.
float common_k(const ContactRow& row) {
    const ContactRowPoint& p = row.points[0];
    const ContactRowPoint& q = row.points[1];
    return inv_mass_along(row.inv_mass_a, row.normal) + inv_mass_along(row.inv_mass_b, row.normal) +
           row.inv_inertia_a * (p.rn_a * q.rn_a) + row.inv_inertia_b * (p.rn_b * q.rn_b);
}

/// Sets the rebound speed, and the approach velocity at which the surfaces will meet: it includes gravity
/// until then.
void set_rebound_speed(const Contact& contact, const ContactRowOptions& options, ContactRowPoint& point) {
    const float approach = point.approach_normal_velocity;
    if (contact.restitution == 0.0f || !(approach < -options.restitution_threshold)) return;
    const float closing_acceleration = -dot(options.relative_acceleration, contact.normal);
    if (point.separation > 0.0f && closing_acceleration > 0.0f) {
        point.approach_normal_velocity =
            -std::sqrt(approach * approach + 2.0f * closing_acceleration * point.separation);
    }
    point.rebound_speed = -contact.restitution * point.approach_normal_velocity;
}

}  // namespace

ContactRow make_contact_row(const WorldState& state, const Contact& contact,
                            const ContactRowOptions& options) {
    const BodyMass& mass_a = state.bodies.mass[contact.body_a];
    const BodyMass& mass_b = state.bodies.mass[contact.body_b];
    const BodyVelocity& velocity_a = state.bodies.velocity[contact.body_a];
    const BodyVelocity& velocity_b = state.bodies.velocity[contact.body_b];

    ContactRow row;
    row.body_a = contact.body_a;
    row.body_b = contact.body_b;
    row.count = contact.count;
    row.normal = contact.normal;
    row.friction = contact.friction;
    row.tangent_speed = contact.tangent_speed;
    row.inv_mass_a = inv_mass_by_axis(mass_a, state.bodies.info[contact.body_a]);
    row.inv_inertia_a = mass_a.inv_inertia;
    row.inv_mass_b = inv_mass_by_axis(mass_b, state.bodies.info[contact.body_b]);
    row.inv_inertia_b = mass_b.inv_inertia;
    row.slop = pair_slop(state.settings.slop, mass_a, mass_b);
    const Vec2 tangent = right_perp(row.normal);
    const float inv_mass_n =
        inv_mass_along(row.inv_mass_a, row.normal) + inv_mass_along(row.inv_mass_b, row.normal);
    const float inv_mass_t =
        inv_mass_along(row.inv_mass_a, tangent) + inv_mass_along(row.inv_mass_b, tangent);
    const float unlocked_inv_mass = mass_a.inv_mass + mass_b.inv_mass;
    for (std::uint8_t i = 0; i < contact.count; ++i) {
        const ContactPoint& from = contact.points[i];
        ContactRowPoint& point = row.points[i];
        point.rn_a = cross(from.r_a, row.normal);
        point.rn_b = cross(from.r_b, row.normal);
        point.rt_a = -dot(from.r_a, row.normal);
        point.rt_b = -dot(from.r_b, row.normal);
        // The point is midway between the surfaces, and a surface is its rounding radius away from the core.
        const float half_gap = 0.5f * from.separation;
        point.core_a = -point.rt_a - (half_gap + contact.rounding_a);
        point.core_b = -point.rt_b + (half_gap + contact.rounding_b);
        const float normal_k = inv_mass_n + row.inv_inertia_a * (point.rn_a * point.rn_a) +
                               row.inv_inertia_b * (point.rn_b * point.rn_b);
        const float tangent_k = inv_mass_t + row.inv_inertia_a * (point.rt_a * point.rt_a) +
                                row.inv_inertia_b * (point.rt_b * point.rt_b);
        point.normal_k = k_unless_locked(normal_k, inv_mass_n, unlocked_inv_mass);
        point.tangent_mass = 1.0f / k_unless_locked(tangent_k, inv_mass_t, unlocked_inv_mass);
        point.separation = from.separation;
        point.approach_normal_velocity = normal_velocity(row, point, velocity_a, velocity_b);
        point.approach_tangent_velocity = tangent_velocity(row, point, velocity_a, velocity_b);
        set_rebound_speed(contact, options, point);
    }
    const float inv_inertias = row.inv_inertia_a + row.inv_inertia_b;
    row.rolling.resistance = contact.rolling_resistance;
    row.rolling.mass = inv_inertias > 0.0f ? 1.0f / inv_inertias : 0.0f;
    row.rolling.approach_angular_velocity = velocity_b.angular - velocity_a.angular;
    if (row.count == 2) couple_points(row, common_k(row));
    return row;
}

void couple_points(ContactRow& row, float coupling) {
    const ContactRowPoint& p = row.points[0];
    const ContactRowPoint& q = row.points[1];
    row.coupling = coupling;
    const float det = p.normal_k * q.normal_k - coupling * coupling;
    row.inv_det = p.normal_k * q.normal_k < tuning::max_block_condition * det ? 1.0f / det : 0.0f;
}

void update_point_row(PointRow& row, const StepDisplacement& a, const StepDisplacement& b) {
    row.lever_a = rotate(Rot{a.cosine, a.sine}, row.r_a);
    row.lever_b = rotate(Rot{b.cosine, b.sine}, row.r_b);
    if (has_rotation_lock(row)) {
        const Vec2 lever_difference = row.lever_a - row.lever_b;
        row.lever_a = row.lever_fraction_a * lever_difference;
        row.lever_b = -row.lever_fraction_b * lever_difference;
    }
    const Vec2 r_a = row.lever_a;
    const Vec2 r_b = row.lever_b;
    const float k_xx = row.inv_mass_a.x + row.inv_mass_b.x + row.gamma + row.inv_inertia_a * (r_a.y * r_a.y) +
                       row.inv_inertia_b * (r_b.y * r_b.y);
    const float k_xy = -row.inv_inertia_a * (r_a.x * r_a.y) - row.inv_inertia_b * (r_b.x * r_b.y);
    const float k_yy = row.inv_mass_a.y + row.inv_mass_b.y + row.gamma + row.inv_inertia_a * (r_a.x * r_a.x) +
                       row.inv_inertia_b * (r_b.x * r_b.x);
    const float det = k_xx * k_yy - k_xy * k_xy;
    const float trace = k_xx + k_yy;
    if (is_locked(row) && !(det > tuning::singular_fraction * (trace * trace))) {
        // Locks leave at most one direction of motion u: K is λ u uᵀ, and its pseudo-inverse acts along u
        // only.
        const float scale = trace > 0.0f ? 1.0f / (trace * trace) : 0.0f;
        row.inv_k_xx = k_xx * scale;
        row.inv_k_xy = k_xy * scale;
        row.inv_k_yy = k_yy * scale;
        return;
    }
    const float inv_det = det > 0.0f ? 1.0f / det : 0.0f;
    row.inv_k_xx = k_yy * inv_det;
    row.inv_k_xy = -k_xy * inv_det;
    row.inv_k_yy = k_xx * inv_det;
}

void compute_angle_row_mass(ScalarRow& row) {
    const float k = row.inv_inertia_a + row.inv_inertia_b + row.gamma;
    row.axis = row.start_axis;
    row.angular_a = row.angular_b = 1.0f;
    row.inv_k = k > 0.0f ? 1.0f / k : 0.0f;
}

void update_scalar_row(ScalarRow& row, const StepDisplacement& a, const StepDisplacement& b) {
    if (row.axis_mode == RowAxis::Angular) {
        row.error = (b.angle - a.angle) - row.rest;
        return;
    }
    const Rot rotation_a{a.cosine, a.sine};
    const Vec2 r_a = rotate(rotation_a, row.r_a);
    const Vec2 r_b = rotate(Rot{b.cosine, b.sine}, row.r_b);
    const Vec2 offset_change = (b.center - a.center) + ((r_b - row.r_b) - (r_a - row.r_a));
    const Vec2 offset = row.offset + offset_change;
    if (row.axis_mode == RowAxis::FixedInA) {
        row.axis = rotate(rotation_a, row.start_axis);
    } else {
        const float distance = length(offset);
        row.axis = distance > 0.0f ? (1.0f / distance) * offset : row.start_axis;
    }
    row.angular_a = cross(r_a + offset, row.axis);
    row.angular_b = cross(r_b, row.axis);
    if (has_rotation_lock(row)) {
        const float lever_difference = cross((r_a + offset) - r_b, row.axis);
        row.angular_a = row.lever_fraction_a * lever_difference;
        row.angular_b = -row.lever_fraction_b * lever_difference;
    }
    row.error = dot(row.axis, offset) - row.rest;
    const Vec2 sum = row.inv_mass_a + row.inv_mass_b;
    const float inv_masses = sum.x == sum.y
                                 ? sum.x * length_squared(row.axis)
                                 : sum.x * (row.axis.x * row.axis.x) + sum.y * (row.axis.y * row.axis.y);
    const float k = inv_masses + row.inv_inertia_a * (row.angular_a * row.angular_a) +
                    row.inv_inertia_b * (row.angular_b * row.angular_b) + row.gamma;
    row.inv_k = k > 0.0f ? 1.0f / k : 0.0f;
}

}  // namespace toibox
