// SPDX-License-Identifier: MIT

// The rows about the angle of a joint, as two kinds of solver want them: such that each keeps the velocity of
// the joint's point, or all of them as one row without levers, whose velocity the joint's other rows keep.

#include "supply_rows.h"

#include <span>

namespace toibox {

namespace {

/// Impulse at the point that undoes what a unit of angular impulse does to the point's velocity.
Vec2 undoing_impulse(const PointRow& point) {
    const Vec2 velocity =
        point.inv_inertia_b * left_perp(point.r_b) + point.inv_inertia_a * left_perp(point.r_a);
    return -Vec2{point.inv_k_xx * velocity.x + point.inv_k_xy * velocity.y,
                 point.inv_k_xy * velocity.x + point.inv_k_yy * velocity.y};
}

}  // namespace

float hinge_k(const PointRow& point) {
    const Vec2 velocity =
        point.inv_inertia_b * left_perp(point.r_b) + point.inv_inertia_a * left_perp(point.r_a);
    return (point.inv_inertia_a + point.inv_inertia_b) + dot(velocity, undoing_impulse(point));
}

void decouple_angles(JointRows& rows) {
    PointRow& point = rows.point;
    if (!rows.has_point || point.kind != RowKind::Rigid) return;
    const Vec2 axis = undoing_impulse(point);
    for (std::size_t i = 0; i < rows.scalar_count; ++i) {
        ScalarRow& row = rows.scalars[i];
        if (row.axis_mode != RowAxis::Angular) continue;
        row.inv_mass_a = point.inv_mass_a;
        row.inv_mass_b = point.inv_mass_b;
        row.r_a = point.r_a;
        row.r_b = point.r_b;
        row.start_axis = axis;
        place_scalar_row(row, {}, {});
        point.impulse -= row.impulse * axis;
    }
}

namespace {

void gather_hold(const ScalarRow& row, AngleRow& out) {
    out.kind = row.kind;
    out.slot = row.slot;
    out.rest = row.rest;
    out.speed = row.speed;
    out.gamma = row.gamma;
    out.bias_rate = row.bias_rate;
    out.lower_impulse = row.lower_impulse;
    out.upper_impulse = row.upper_impulse;
}

/// Which part of an AngleRow the row is.
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
    gather_hold(row, out);
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

namespace {

/// Whether the two bodies turn as one.
bool holds_angle(const AngleRow& angle) {
    return angle.has[AngleRow::hold] && angle.kind == RowKind::Rigid && angle.slot == RowSlot::Angle &&
           angle.inv_inertia_a + angle.inv_inertia_b > 0.0f;
}

/// The torque between two bodies that turns both alike when the rest of an impulse, by its levers, turns
/// each.
float torque_between(const AngleRow& angle, float turn_a, float turn_b) {
    if (!holds_angle(angle)) return 0.0f;
    const float both = angle.inv_inertia_a + angle.inv_inertia_b;
    return -(angle.inv_inertia_a / both * turn_a + angle.inv_inertia_b / both * turn_b);
}

template <class Row>
void turn_as_one(const AngleRow& angle, Row& row) {
    row.inv_inertia_a = row.inv_inertia_b = row.inv_inertia_ab =
        angle.inv_inertia_a * (angle.inv_inertia_b / (angle.inv_inertia_a + angle.inv_inertia_b));
}

}  // namespace

float turning_of(const AngleRow& angle, const PointRow& row, Vec2 impulse) {
    return torque_between(angle, cross(row.r_a, impulse), cross(row.r_b, impulse));
}
float turning_of(const AngleRow& angle, const ScalarRow& row, float impulse) {
    return impulse *
           torque_between(angle, cross(row.r_a + row.offset, row.start_axis), cross(row.r_b, row.start_axis));
}

void hold_angle(AngleRow& angle, JointRows& rows) {
    if (!holds_angle(angle)) return;
    float& impulse = angle.impulse[AngleRow::hold];
    if (rows.has_point) {
        impulse -= turning_of(angle, rows.point, rows.point.impulse);
        turn_as_one(angle, rows.point);
    }
    for (ScalarRow& row : std::span(rows.scalars).first(rows.scalar_count)) {
        impulse -= turning_of(angle, row, row.impulse);
        turn_as_one(angle, row);
    }
}

}  // namespace toibox
