// SPDX-License-Identifier: MIT

// The angular rows of a joint in the two forms that solvers need: decoupled, so that they do not change the
// velocity of the joint's point; or gathered into one row without levers, whose velocity the joint's other
// rows do not change.

#include "toibox/dynamics/tuning.h"

#include "dynamics/solvers/joints/build_joint_rows.h"
#include "dynamics/solvers/rows/joint_rows.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

/// Response to a unit angular impulse about a hinge, together with the impulse at the hinge's point that
/// keeps the velocity of the point. In double, because angular_a and angular_b are small differences: for a
/// small body (m L² = 540000 I), k would be far too large in float.
struct HingeResponse {
    Vec2d axis;  ///< Impulse at the point, 1/m.
    double angular_a = 1.0;
    double angular_b = 1.0;  ///< Angular impulse on each body: 1 + cross(r, axis).
    double k = 0.0;          ///< Change of relative angular velocity, 1/(kg·m²).
};

/// The impulse −K⁻¹ velocity at the point, N·s, with K as in update_point_row.
Vec2d point_reaction(const PointRow& point, Vec2d velocity) {
    const Vec2d r_a = widen(point.lever_a);
    const Vec2d r_b = widen(point.lever_b);
    const auto i_a = static_cast<double>(point.inv_inertia_a);
    const auto i_b = static_cast<double>(point.inv_inertia_b);
    const Vec2d masses = widen(point.inv_mass_a) + widen(point.inv_mass_b);
    const double k_xx = masses.x + i_a * (r_a.y * r_a.y) + i_b * (r_b.y * r_b.y);
    const double k_xy = -i_a * (r_a.x * r_a.y) - i_b * (r_b.x * r_b.y);
    const double k_yy = masses.y + i_a * (r_a.x * r_a.x) + i_b * (r_b.x * r_b.x);
    const double det = k_xx * k_yy - k_xy * k_xy;
    const double trace = k_xx + k_yy;
    const bool is_locked = masses.x != masses.y || masses.x == 0.0;
    if (is_locked && !(det > static_cast<double>(tuning::singular_fraction) * (trace * trace))) {
        const double scale = trace > 0.0 ? 1.0 / (trace * trace) : 0.0;
        return -scale * Vec2d{k_xx * velocity.x + k_xy * velocity.y, k_xy * velocity.x + k_yy * velocity.y};
    }
    const double scale = det > 0.0 ? 1.0 / det : 0.0;
    return -scale * Vec2d{k_yy * velocity.x - k_xy * velocity.y, k_xx * velocity.y - k_xy * velocity.x};
}

/// If K is less than this fraction of its value without the point, axis locks hold the angle, and K consists
/// of rounding errors. (For small bodies at long levers, the fraction is around 10⁻⁶.)
constexpr double held_angle_fraction = 1e-12;

HingeResponse hinge_response(const PointRow& point) {
    const auto i_a = static_cast<double>(point.inv_inertia_a);
    const auto i_b = static_cast<double>(point.inv_inertia_b);
    const Vec2d r_a = widen(point.lever_a);
    const Vec2d r_b = widen(point.lever_b);
    HingeResponse hinge;
    hinge.axis = point_reaction(point, i_b * left_perp(r_b) + i_a * left_perp(r_a));
    hinge.angular_a = 1.0 + cross(r_a, hinge.axis);
    hinge.angular_b = 1.0 + cross(r_b, hinge.axis);
    const Vec2d masses = widen(point.inv_mass_a) + widen(point.inv_mass_b);
    hinge.k = masses.x * (hinge.axis.x * hinge.axis.x) + masses.y * (hinge.axis.y * hinge.axis.y) +
              i_a * (hinge.angular_a * hinge.angular_a) + i_b * (hinge.angular_b * hinge.angular_b);
    if (!(hinge.k > held_angle_fraction * (i_a + i_b))) hinge.k = 0.0;
    return hinge;
}

void set_hinge_response(const HingeResponse& hinge, ScalarRow& row) {
    row.axis = {static_cast<float>(hinge.axis.x), static_cast<float>(hinge.axis.y)};
    row.angular_a = static_cast<float>(hinge.angular_a);
    row.angular_b = static_cast<float>(hinge.angular_b);
    const float k = static_cast<float>(hinge.k) + row.gamma;
    row.inv_k = k > 0.0f ? 1.0f / k : 0.0f;
}

}  // namespace

float hinge_k(const PointRow& point) {
    return static_cast<float>(hinge_response(point).k);
}

void decouple_angles(JointRows& rows) {
    PointRow& point = rows.point;
    if (!rows.has_point || point.kind != RowKind::Rigid || rows.scalar_count == 0) return;
    const HingeResponse hinge = hinge_response(point);
    for (ScalarRow& row : std::span(rows.scalars).first(rows.scalar_count)) {
        TOIBOX_ASSERT(row.axis_mode == RowAxis::Angular);
        row.inv_mass_a = point.inv_mass_a;
        row.inv_mass_b = point.inv_mass_b;
        set_hinge_response(hinge, row);
        row.start_axis = row.axis;
        point.impulse -= row.impulse * row.axis;
    }
}

void update_decoupled_angles(PointRow& point, std::span<ScalarRow> angles) {
    const HingeResponse hinge = hinge_response(point);
    for (ScalarRow& row : angles) {
        const Vec2 old_axis = row.axis;
        set_hinge_response(hinge, row);
        point.impulse += row.impulse * (old_axis - row.axis);
    }
}

namespace {

void gather_hold_part(const ScalarRow& row, AngleRow& out) {
    out.kind = row.kind;
    out.slot = row.slot;
    out.rest = row.rest;
    out.speed = row.speed;
    out.gamma = row.gamma;
    out.bias_rate = row.bias_rate;
    out.lower_impulse = row.lower_impulse;
    out.upper_impulse = row.upper_impulse;
}

/// Copies the row to its part of the AngleRow. Returns the part.
AngleRow::Part gather_part(const ScalarRow& row, AngleRow& out) {
    switch (row.slot) {
        case RowSlot::Motor:
            out.motor_speed = row.speed;
            out.motor_impulse = row.upper_impulse;
            return AngleRow::motor;
        case RowSlot::Lower:
            out.lower_rest = row.rest;
            return AngleRow::lower;
        case RowSlot::Upper:
            out.upper_rest = row.rest;
            return AngleRow::upper;
        case RowSlot::Angle:
        case RowSlot::Spring:
        case RowSlot::Line:
            break;
    }
    gather_hold_part(row, out);
    return AngleRow::hold;
}

}  // namespace

bool gather_angles(JointRows& rows, AngleRow& out) {
    bool any = false;
    std::uint8_t kept = 0;
    for (std::uint8_t i = 0; i < rows.scalar_count; ++i) {
        const ScalarRow& row = rows.scalars[i];
        if (row.axis_mode != RowAxis::Angular) {
            if (kept != i) rows.scalars[kept] = row;
            ++kept;
            continue;
        }
        any = true;
        out.body_a = row.body_a;
        out.body_b = row.body_b;
        out.joint = row.joint;
        out.inv_inertia_a = row.inv_inertia_a;
        out.inv_inertia_b = row.inv_inertia_b;
        const AngleRow::Part part = gather_part(row, out);
        TOIBOX_ASSERT(!out.has[part]);
        out.has[part] = true;
        out.impulse[part] = row.impulse;
    }
    rows.scalar_count = kept;
    return any;
}

bool gather_hinge(JointRows& rows, HingeRow& out) {
    // An impulse about the hinge needs an impulse at the point, which must not be bounded.
    if (!rows.has_point || !std::isinf(rows.point.max_impulse)) return false;
    const std::span<const ScalarRow> scalars = std::span(rows.scalars).first(rows.scalar_count);
    const auto is_not_rigid = [](const ScalarRow& row) { return row.kind != RowKind::Rigid; };
    if (!std::all_of(scalars.begin(), scalars.end(), is_not_rigid)) return false;
    AngleRow angle;
    if (!gather_angles(rows, angle)) return false;
    out = {rows.point, angle};
    rows.has_point = false;
    return true;
}

namespace {

/// Whether the row locks the relative rotation of the two bodies.
bool locks_rotation(const AngleRow& angle) {
    return angle.has[AngleRow::hold] && angle.kind == RowKind::Rigid && angle.slot == RowSlot::Angle &&
           angle.inv_inertia_a + angle.inv_inertia_b > 0.0f;
}
bool locks_rotation(const ScalarRow& angle) {
    return angle.axis_mode == RowAxis::Angular && angle.kind == RowKind::Rigid &&
           angle.slot == RowSlot::Angle && angle.inv_inertia_a + angle.inv_inertia_b > 0.0f;
}

/// The angular impulse between two bodies that keeps their relative angular velocity when another impulse
/// acts with the angular impulses −angular_a on A and angular_b on B.
template <class Angle>
float equalizing_angular_impulse(const Angle& angle, float angular_a, float angular_b) {
    if (!locks_rotation(angle)) return 0.0f;
    const float sum = angle.inv_inertia_a + angle.inv_inertia_b;
    return -(angle.inv_inertia_a / sum * angular_a + angle.inv_inertia_b / sum * angular_b);
}

/// Makes the row rotate both bodies alike, as one body with the inertia of both.
template <class Angle, class Row>
void share_rotation(const Angle& angle, Row& row) {
    const float sum = angle.inv_inertia_a + angle.inv_inertia_b;
    row.lever_fraction_a = angle.inv_inertia_b / sum;
    row.lever_fraction_b = angle.inv_inertia_a / sum;
}

/// Folds the lock into the other rows of the joint. `impulse`: warm-start impulse of `angle`, which is
/// rewritten.
template <class Angle>
void fold_lock(const Angle& angle, JointRows& rows, float& impulse) {
    if (rows.has_point) {
        impulse -= lock_impulse_from(angle, rows.point, rows.point.impulse);
        share_rotation(angle, rows.point);
    }
    for (ScalarRow& row : std::span(rows.scalars).first(rows.scalar_count)) {
        if (row.axis_mode == RowAxis::Angular) continue;
        impulse -= lock_impulse_from(angle, row, row.impulse);
        share_rotation(angle, row);
    }
}

}  // namespace

float lock_impulse_from(const AngleRow& angle, const PointRow& row, Vec2 impulse) {
    return equalizing_angular_impulse(angle, cross(row.r_a, impulse), cross(row.r_b, impulse));
}
float lock_impulse_from(const ScalarRow& angle, const PointRow& row, Vec2 impulse) {
    return equalizing_angular_impulse(angle, cross(row.r_a, impulse), cross(row.r_b, impulse));
}
float lock_impulse_from(const AngleRow& angle, const ScalarRow& row, float impulse) {
    return impulse * equalizing_angular_impulse(angle, cross(row.r_a + row.offset, row.start_axis),
                                                cross(row.r_b, row.start_axis));
}
float lock_impulse_from(const ScalarRow& angle, const ScalarRow& row, float impulse) {
    return impulse * equalizing_angular_impulse(angle, cross(row.r_a + row.offset, row.start_axis),
                                                cross(row.r_b, row.start_axis));
}

void fold_rotation_lock(AngleRow& angle, JointRows& rows) {
    if (locks_rotation(angle)) fold_lock(angle, rows, angle.impulse[AngleRow::hold]);
}

const ScalarRow* find_rotation_lock(std::span<const PointRow> points, std::span<const ScalarRow> scalars) {
    if (!points.empty() && points.front().kind == RowKind::Rigid) return nullptr;  // Decoupled.
    const auto is_lock = [](const ScalarRow& row) { return locks_rotation(row); };
    const auto angle = std::find_if(scalars.begin(), scalars.end(), is_lock);
    return angle == scalars.end() ? nullptr : &*angle;
}

void fold_rotation_lock(JointRows& rows) {
    const std::span<ScalarRow> scalars = std::span(rows.scalars).first(rows.scalar_count);
    const ScalarRow* const angle =
        find_rotation_lock(std::span(&rows.point, rows.has_point ? 1 : 0), scalars);
    if (angle == nullptr) return;
    ScalarRow& lock = scalars[static_cast<std::size_t>(angle - scalars.data())];
    fold_lock(lock, rows, lock.impulse);
    if (rows.has_point) update_point_row(rows.point);
}

}  // namespace toibox
