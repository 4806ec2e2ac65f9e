// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint.h"
#include "toibox/math/vec2.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace toibox {

/// The rows of a joint: at most one PointRow and a few ScalarRows. Plain data, so that kernels of every
/// instruction set can read it; the scalar arithmetic is in rows.h and row_kernels.h.

/// How the error of a row is corrected.
enum class RowKind : std::uint8_t {
    Rigid,       ///< Error = 0. The solver chooses the stiffness.
    Soft,        ///< A spring, or a motor joint: uses gamma and bias_rate of the row.
    Motor,       ///< Reaches a target speed with a bounded impulse; has no error.
    LowerLimit,  ///< Error ≥ 0. A positive error may decrease to 0 within the sub-step, but not further.
    UpperLimit,  ///< Error ≤ 0, likewise.
};

/// Direction of a scalar row, and how it moves with the bodies.
enum class RowAxis : std::uint8_t {
    Angular,   ///< The row acts on the relative angle; it has an axis only if decoupled (decouple_angles).
    FixedInA,  ///< Rotates with A.
    AlongAnchors,  ///< From A's anchor to B's.
};

/// Two bodies share a point, rigidly or by a spring, with a bounded impulse. The constraint is
///   v_B − v_A + gamma·impulse + bias_rate·offset − velocity = 0   at the point.
struct PointRow {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t joint = 0;  ///< Index of the joint of this row.
    RowKind kind = RowKind::Rigid;
    /// Whether A is the world: body_a equals body_b, and A's lever arm and inverse masses are 0.
    bool a_is_world = false;
    Vec2 r_a;  ///< From A's centre of mass to the anchor, world axes, at the start of the step.
    Vec2 r_b;
    Vec2 inv_mass_a;  ///< Along the world's x and y: 0 where a body is locked, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    // After fold_rotation_lock, the lever arm of A is lever_fraction_a · (r_a − r_b), and the lever arm of B
    // is −lever_fraction_b · (r_a − r_b). Without a rotation lock, both fractions are 0 and the lever arms
    // are r_a and r_b.
    float lever_fraction_a = 0.0f;
    float lever_fraction_b = 0.0f;
    Vec2 offset;         ///< Anchor of B − anchor of A at the start of the step, metres.
    Vec2 velocity;       ///< Target velocity of B relative to A at the point, m/s.
    float gamma = 0.0f;  ///< Softness, 1/kg; 0 is rigid.
    /// Fraction of the offset that is removed per second, 1/s. 0 leaves the offset to position correction.
    float bias_rate = 0.0f;
    float max_impulse = std::numeric_limits<float>::infinity();  ///< N·s

    // At the poses of the sub-step (update_point_row), because impulses at lever arms of earlier poses would
    // do spurious work.
    Vec2 lever_a;  ///< Rotated lever arms, metres.
    Vec2 lever_b;
    float inv_k_xx = 0.0f;  ///< Inverse of K + gamma, symmetric, kg.
    float inv_k_xy = 0.0f;
    float inv_k_yy = 0.0f;
    Vec2 bias;  ///< bias_rate · offset − velocity, m/s.

    Vec2 impulse;        ///< Accumulated, on B, N·s.
    Vec2 total_impulse;  ///< Sum over the finished sub-steps.
};

/// A scalar constraint of two bodies, on a coordinate along an axis or on their relative angle. With d from
/// A's anchor to B's anchor, and w = 1 for an angular row (whose axis is 0), else w = 0:
///   u = axis·(v_B − v_A) + angular_b·ω_B − angular_a·ω_A
///   angular_a = cross(r_a + d, axis) + w,  angular_b = cross(r_b, axis) + w
///   C = axis·d − rest  or, angular,  (rotation of B − rotation of A since the start of the step) − rest
///   u + gamma·impulse + bias = 0,  with the impulse within its bounds
/// Both impulses act at B's anchor (A's lever arm is r_a + d), so angular momentum is conserved at any
/// distance. A multiple of the joint's point constraint may be added to an angular row, which gives the row
/// an axis of any length (decouple_angles); as long as the point constraint holds, this does not change u and
/// C. Source: E. Catto, "Modeling and Solving Constraints", GDC 2009 (prismatic, distance); "Soft
/// Constraints", GDC 2011 (gamma and bias).
struct ScalarRow {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t joint = 0;  ///< Index of the joint of this row.
    RowKind kind = RowKind::Rigid;
    RowSlot slot = RowSlot::Angle;
    RowAxis axis_mode = RowAxis::Angular;
    Vec2 inv_mass_a;  ///< Along the world's x and y: 0 where a body is locked, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float lever_fraction_a = 0.0f;  ///< As in PointRow, for angular_a − angular_b.
    float lever_fraction_b = 0.0f;

    // At the start of the step. r_a, r_b and d are not set for angular rows.
    Vec2 r_a;  ///< From A's centre of mass to the anchor, world axes.
    Vec2 r_b;
    Vec2 offset;        ///< d: anchor of B − anchor of A, metres.
    Vec2 start_axis;    ///< World. Unit vector; for angular rows of any length if decoupled, else 0.
    float rest = 0.0f;  ///< Metres. For an angular row: remaining rotation of B relative to A, radians.

    float speed = 0.0f;      ///< Motor: target u, m/s or rad/s. Limit: target u of the motor.
    float gamma = 0.0f;      ///< Soft row: softness, 1/kg or 1/(kg·m²).
    float bias_rate = 0.0f;  ///< Soft row: fraction of C that is removed per second, 1/s.
    float lower_impulse = -std::numeric_limits<float>::infinity();  ///< Per sub-step, N·s or N·m·s.
    float upper_impulse = std::numeric_limits<float>::infinity();
    float drive_impulse = 0.0f;  ///< Limit: maximum impulse of a motor on the same coordinate.
    float lower_stop = -std::numeric_limits<float>::infinity();  ///< Motor: limits of the same coordinate.
    float upper_stop = std::numeric_limits<float>::infinity();

    // At the poses of the sub-step (update_scalar_row, update_decoupled_angles).
    Vec2 axis;
    float angular_a = 0.0f;
    float angular_b = 0.0f;
    float inv_k = 0.0f;  ///< 1 / (K + gamma), kg or kg·m²; 0 if the bodies cannot move along the row.
    float error = 0.0f;  ///< C, metres or radians.
    float bias = 0.0f;   ///< m/s or rad/s.

    /// Accumulated impulse. Positive pushes B along the axis, or rotates B counter-clockwise.
    float impulse = 0.0f;
    float total_impulse = 0.0f;  ///< Sum over the finished sub-steps.
    /// Decoupled angular row: sum of its impulses on B at the joint's point over the finished sub-steps, N·s.
    Vec2 total_point_impulse;
};

/// All angular rows of one joint, not decoupled, for a solver that solves them together. Members are named as
/// in ScalarRow. A part that the joint does not have has impulse bounds of 0.
struct AngleRow {
    /// In solving order. `hold` is the row of slot Angle or Spring.
    enum Part : std::uint8_t { hold, motor, lower, upper, parts };

    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t joint = 0;
    float inv_inertia_a = 0.0f;
    float inv_inertia_b = 0.0f;
    RowKind kind = RowKind::Soft;    ///< Kind of `hold`: Rigid or Soft.
    RowSlot slot = RowSlot::Spring;  ///< Slot of `hold`: Angle or Spring.
    std::array<bool, parts> has{};   ///< Which parts exist.
    // Of `hold`:
    float rest = 0.0f;
    float speed = 0.0f;
    float gamma = 0.0f;
    float bias_rate = 0.0f;
    float lower_impulse = 0.0f;
    float upper_impulse = 0.0f;
    // Of the other parts:
    float motor_speed = 0.0f;    ///< rad/s
    float motor_impulse = 0.0f;  ///< Maximum impulse of the motor per sub-step, in each direction, N·m·s.
    float lower_rest = 0.0f;     ///< Remaining rotation of B to the limit, radians.
    float upper_rest = 0.0f;
    std::array<float, parts> impulse{};        ///< N·m·s, on B.
    std::array<float, parts> total_impulse{};  ///< Sum over the finished sub-steps.
};
/// The point row and all angular rows of one joint, for a solver that solves these rows together.
struct HingeRow : PointRow {
    AngleRow angle;
};

/// Slot of a part of an AngleRow.
inline RowSlot slot_of_part(const AngleRow& row, std::size_t part) {
    constexpr std::array<RowSlot, AngleRow::parts> slots{RowSlot::Spring, RowSlot::Motor, RowSlot::Lower,
                                                         RowSlot::Upper};
    return part == AngleRow::hold ? row.slot : slots[part];
}

/// All rows of one joint, in solving order: springs and motors first, rigid rows last.
struct JointRows {
    bool has_point = false;
    std::uint8_t scalar_count = 0;
    PointRow point;
    std::array<ScalarRow, max_scalar_rows> scalars;
};

}  // namespace toibox
