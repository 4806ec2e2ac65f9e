// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/rows/rows.h"

#include <optional>

namespace toibox {

/// Inner loops of all scalar solvers. Each solves one row against the velocities of its two bodies, with
/// accumulated, clamped impulses. Inline, because a solver spends nearly all its time here. Source: E. Catto,
/// "Iterative Dynamics with Temporal Coherence", 2005 (accumulated impulses); "Modeling and Solving
/// Constraints", GDC 2009 (block solver).

inline void apply_normal(const ContactRow& row, float impulse, float angular_a, float angular_b,
                         BodyVelocity& a, BodyVelocity& b) {
    a.linear -= velocity_change(row.inv_mass_a, impulse, row.normal);
    a.angular -= row.inv_inertia_a * angular_a;
    b.linear += velocity_change(row.inv_mass_b, impulse, row.normal);
    b.angular += row.inv_inertia_b * angular_b;
}

/// Solves the 2×2 LCP of two contact points: impulses x ≥ 0 with w = K·x + b ≥ 0 and x·w = 0.
/// Requires: K positive definite; inv_det = 1 / det K.
/// Result: nullopt if, due to rounding, none of the four cases holds.
/// Cost: O(1). The case in which both points push is tried first.
inline std::optional<std::array<float, 2>> solve_two_points(float k11, float k12, float k22, float inv_det,
                                                            float b1, float b2) {
    const float both1 = (k12 * b2 - k22 * b1) * inv_det;
    const float both2 = (k12 * b1 - k11 * b2) * inv_det;
    if (both1 >= 0.0f && both2 >= 0.0f) return std::array{both1, both2};
    const float only1 = -b1 / k11;
    if (only1 >= 0.0f && k12 * only1 + b2 >= 0.0f) return std::array{only1, 0.0f};
    const float only2 = -b2 / k22;
    if (only2 >= 0.0f && k12 * only2 + b1 >= 0.0f) return std::array{0.0f, only2};
    if (b1 >= 0.0f && b2 >= 0.0f) return std::array{0.0f, 0.0f};
    return std::nullopt;
}

/// `unclamped`, clamped to [−limit, limit].
inline float clamped(float unclamped, float limit) {
    return unclamped < -limit ? -limit : (unclamped > limit ? limit : unclamped);
}

/// Rolling resistance: reduces the relative spin as far as the bound allows, so that a rolling wheel comes to
/// rest.
inline void solve_rolling(ContactRow& row, BodyVelocity& a, BodyVelocity& b) {
    RollingRow& rolling = row.rolling;
    float normal_impulse_sum = row.points[0].normal_impulse;
    if (row.count == 2) normal_impulse_sum += row.points[1].normal_impulse;
    const float new_impulse = clamped(rolling.impulse - rolling.mass * (b.angular - a.angular),
                                      rolling.resistance * normal_impulse_sum);
    const float change = new_impulse - rolling.impulse;
    rolling.impulse = new_impulse;
    a.angular -= row.inv_inertia_a * change;
    b.angular += row.inv_inertia_b * change;
}

/// Coulomb friction of one point: drives the slip velocity to tangent_speed, bounded by the normal impulse of
/// the point.
inline void solve_tangent(ContactRow& row, ContactRowPoint& point, BodyVelocity& a, BodyVelocity& b) {
    const Vec2 tangent = right_perp(row.normal);
    const float limit = row.friction * point.normal_impulse;
    const float slip = tangent_velocity(row, point, a, b) - row.tangent_speed;
    const float new_impulse = clamped(point.tangent_impulse - point.tangent_mass * slip, limit);
    const float change = new_impulse - point.tangent_impulse;
    point.tangent_impulse = new_impulse;
    a.linear -= velocity_change(row.inv_mass_a, change, tangent);
    a.angular -= row.inv_inertia_a * (change * point.rt_a);
    b.linear += velocity_change(row.inv_mass_b, change, tangent);
    b.angular += row.inv_inertia_b * (change * point.rt_b);
}

/// Friction of all points, and rolling resistance.
inline void solve_friction(ContactRow& row, BodyVelocity& a, BodyVelocity& b) {
    for (std::uint8_t i = 0; i < row.count; ++i)
        solve_tangent(row, row.points[i], a, b);
    if (row.rolling.resistance > 0.0f) solve_rolling(row, a, b);
}

/// Removes the friction of points that lost their normal impulse after friction was solved. If no point
/// pushes, also removes the rolling resistance.
inline void release_friction(ContactRow& row, BodyVelocity& a, BodyVelocity& b) {
    const Vec2 tangent = right_perp(row.normal);
    bool pushes = false;
    for (std::uint8_t i = 0; i < row.count; ++i) {
        ContactRowPoint& point = row.points[i];
        pushes = pushes || point.normal_impulse > 0.0f;
        if (point.normal_impulse > 0.0f || point.tangent_impulse == 0.0f) continue;
        const float change = -point.tangent_impulse;
        point.tangent_impulse = 0.0f;
        a.linear -= velocity_change(row.inv_mass_a, change, tangent);
        a.angular -= row.inv_inertia_a * (change * point.rt_a);
        b.linear += velocity_change(row.inv_mass_b, change, tangent);
        b.angular += row.inv_inertia_b * (change * point.rt_b);
    }
    if (!pushes && row.rolling.impulse != 0.0f) solve_rolling(row, a, b);
}

inline void solve_normal(ContactRow& row, ContactRowPoint& point, BodyVelocity& a, BodyVelocity& b) {
    const float excess_velocity = normal_velocity(row, point, a, b) - point.min_normal_velocity;
    const float unclamped = point.normal_impulse - excess_velocity / point.normal_k;
    const float new_impulse = unclamped > 0.0f ? unclamped : 0.0f;
    const float change = new_impulse - point.normal_impulse;
    point.normal_impulse = new_impulse;
    apply_normal(row, change, change * point.rn_a, change * point.rn_b, a, b);
}

/// Solves both points as a block if K is well conditioned, so that a box on a floor is solved in one
/// iteration.
inline void solve_normals(ContactRow& row, BodyVelocity& a, BodyVelocity& b) {
    ContactRowPoint& p = row.points[0];
    ContactRowPoint& q = row.points[1];
    if (row.inv_det != 0.0f) {
        const float old_p = p.normal_impulse;
        const float old_q = q.normal_impulse;
        const float b1 = normal_velocity(row, p, a, b) - p.min_normal_velocity -
                         (p.normal_k * old_p + row.coupling * old_q);
        const float b2 = normal_velocity(row, q, a, b) - q.min_normal_velocity -
                         (row.coupling * old_p + q.normal_k * old_q);
        if (const auto x = solve_two_points(p.normal_k, row.coupling, q.normal_k, row.inv_det, b1, b2)) {
            const float change_p = (*x)[0] - old_p;
            const float change_q = (*x)[1] - old_q;
            p.normal_impulse = (*x)[0];
            q.normal_impulse = (*x)[1];
            apply_normal(row, change_p + change_q, change_p * p.rn_a + change_q * q.rn_a,
                         change_p * p.rn_b + change_q * q.rn_b, a, b);
            return;
        }
    }
    for (std::uint8_t i = 0; i < row.count; ++i)
        solve_normal(row, row.points[i], a, b);
}

/// Applies the accumulated impulses, at the start of a warm-started sub-step.
inline void warm_start(const ContactRow& row, BodyVelocity& a, BodyVelocity& b) {
    const Vec2 tangent = right_perp(row.normal);
    for (std::uint8_t i = 0; i < row.count; ++i) {
        const ContactRowPoint& point = row.points[i];
        const Vec2 impulse = point.normal_impulse * row.normal + point.tangent_impulse * tangent;
        a.linear -= velocity_change(row.inv_mass_a, impulse);
        a.angular -=
            row.inv_inertia_a * (point.normal_impulse * point.rn_a + point.tangent_impulse * point.rt_a);
        b.linear += velocity_change(row.inv_mass_b, impulse);
        b.angular +=
            row.inv_inertia_b * (point.normal_impulse * point.rn_b + point.tangent_impulse * point.rt_b);
    }
    if (row.rolling.resistance > 0.0f) {
        a.angular -= row.inv_inertia_a * row.rolling.impulse;
        b.angular += row.inv_inertia_b * row.rolling.impulse;
    }
}

/// Applies an impulse to B and its opposite to A.
inline void apply_impulse(const PointRow& row, Vec2 impulse, BodyVelocity& a, BodyVelocity& b) {
    a.linear -= velocity_change(row.inv_mass_a, impulse);
    a.angular -= row.inv_inertia_a * cross(row.lever_a, impulse);
    b.linear += velocity_change(row.inv_mass_b, impulse);
    b.angular += row.inv_inertia_b * cross(row.lever_b, impulse);
}

/// Velocity of B relative to A along the row, m/s or rad/s.
inline Vec2 velocity_along(const PointRow& row, const BodyVelocity& a, const BodyVelocity& b) {
    const Vec2 velocity = b.linear + cross(b.angular, row.lever_b);
    return row.a_is_world ? velocity : velocity - (a.linear + cross(a.angular, row.lever_a));
}
inline float velocity_along(const ScalarRow& row, const BodyVelocity& a, const BodyVelocity& b) {
    return dot(b.linear - a.linear, row.axis) + b.angular * row.angular_b - a.angular * row.angular_a;
}

inline void solve_point_row(PointRow& row, BodyVelocity& a, BodyVelocity& b) {
    const Vec2 error = velocity_along(row, a, b) + row.gamma * row.impulse + row.bias;
    const Vec2 old = row.impulse;
    row.impulse -= Vec2{row.inv_k_xx * error.x + row.inv_k_xy * error.y,
                        row.inv_k_xy * error.x + row.inv_k_yy * error.y};
    const float size = length(row.impulse);
    if (size > row.max_impulse) {
        row.impulse = (row.max_impulse / size) * row.impulse;
    }
    apply_impulse(row, row.impulse - old, a, b);
}

inline void apply_impulse(const ScalarRow& row, float impulse, BodyVelocity& a, BodyVelocity& b) {
    a.linear -= velocity_change(row.inv_mass_a, impulse, row.axis);
    a.angular -= row.inv_inertia_a * (impulse * row.angular_a);
    b.linear += velocity_change(row.inv_mass_b, impulse, row.axis);
    b.angular += row.inv_inertia_b * (impulse * row.angular_b);
}

inline void solve_scalar_row(ScalarRow& row, BodyVelocity& a, BodyVelocity& b) {
    const float error = velocity_along(row, a, b) + row.gamma * row.impulse + row.bias;
    const float unclamped = row.impulse - row.inv_k * error;
    const float low = row.lower_impulse;
    const float high = row.upper_impulse;
    const float new_impulse = unclamped < low ? low : (unclamped > high ? high : unclamped);
    const float change = new_impulse - row.impulse;
    row.impulse = new_impulse;
    apply_impulse(row, change, a, b);
}

}  // namespace toibox
