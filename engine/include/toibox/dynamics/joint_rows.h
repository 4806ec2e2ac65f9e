// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace toibox {

/// What a joint asks of a solver: at most one PointRow and a few ScalarRows. Plain data, so that kernels of
/// every instruction set may read it; the scalar arithmetic on it is rows.h and row_kernels.h.

/// Who takes out a row's error.
enum class RowKind : std::uint8_t {
    Rigid,       ///< The error is to be 0; how stiffly it is held is the solver's affair.
    Soft,        ///< The row's own gamma and bias_rate act on the error: a spring, or a drive to a target.
    Motor,       ///< A speed is to be reached with a bounded impulse; there is no error.
    LowerLimit,  ///< The error is to be ≥ 0. While it is greater, the row only keeps it from being closed
                 ///< faster than in the sub-step.
    UpperLimit,  ///< The same for ≤ 0.
};

/// Which row of its joint it is: a fixed place for each, so that accumulated impulses find their row again
/// when a motor or limit is switched on or off.
enum class RowSlot : std::uint8_t {
    Angle,   ///< Holds the relative angle (weld, prismatic, motor joint).
    Line,    ///< Holds B's anchor on a line (prismatic, wheel) or at a distance (distance joint).
    Spring,  ///< Along the joint's coordinate, as the next three.
    Motor,
    Lower,
    Upper,
};
inline constexpr std::size_t max_scalar_rows = 6;

/// Which direction a scalar row acts in, and how it moves with the bodies.
enum class RowAxis : std::uint8_t {
    Angular,       ///< None: the row is about the relative angle. (Decoupled: see place_joint_rows.)
    FixedInA,      ///< Turns with A.
    AlongAnchors,  ///< From A's anchor to B's.
};

/// Two bodies share a point, rigidly or by a spring, with a bounded impulse. The row holds
///   v_B − v_A + gamma·impulse + bias_rate·offset − velocity = 0   at the point.
struct PointRow {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t joint = 0;  ///< Index of the joint that supplied it.
    RowKind kind = RowKind::Rigid;
    bool a_is_world = false;  ///< A is the world at rest: body_a is body_b, with a lever and masses of 0.
    bool in_linkage = false;  ///< Solved with others at once (soft_step/linkages.h), as it was supplied.
    Vec2 r_a;                 ///< From the centres of mass, world axes, at the start of the step.
    Vec2 r_b;
    Vec2 inv_mass_a;  ///< Along the world's x and y: 0 where a body is locked, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    // Where fold_rotation_lock made both turn alike: what share of r_a − r_b is A's lever, and with the other
    // sign B's. 0 and 0 where each has its own.
    float share_a = 0.0f;
    float share_b = 0.0f;
    Vec2 offset;             ///< Anchor of B − anchor of A at the start of the step, metres.
    Vec2 velocity;           ///< Of B against A at the point, asked for by a drive, m/s.
    float gamma = 0.0f;      ///< Softness, 1/kg; 0 is rigid.
    float bias_rate = 0.0f;  ///< Share of the offset that the velocity takes out, 1/s. 0 leaves the offset
                             ///< to position correction.
    float max_impulse = std::numeric_limits<float>::infinity();  ///< N·s

    // At the poses of the sub-step (place_point_row): impulses at levers of earlier poses do spurious work.
    Vec2 lever_a;  ///< r_a and r_b, turned, or the shares of their difference.
    Vec2 lever_b;
    float inv_k_xx = 0.0f;  ///< Inverse of K + gamma, symmetric, kg.
    float inv_k_xy = 0.0f;
    float inv_k_yy = 0.0f;
    Vec2 bias;  ///< bias_rate · offset − velocity, m/s.

    Vec2 impulse;        ///< Accumulated, on B, N·s.
    Vec2 total_impulse;  ///< Accumulated over the sub-steps that are done.
};

/// One number of two bodies, their coordinate along an axis or their relative angle. With d from A's anchor
/// to B's, w = 1 for an angular row (whose axis is 0) and 0 for any other:
///   u = axis·(v_B − v_A) + angular_b·ω_B − angular_a·ω_A,  angular_a = cross(r_a + d, axis) + w,  angular_b
///   = cross(r_b, axis) + w, C = axis·d − rest  or, angular,  (turned by B − turned by A since the start of
///   the step) − rest.
/// The row holds  u + gamma·impulse + bias = 0  with the impulse between its bounds. An angular row may be
/// given a multiple of its joint's point constraint, an axis of any length (decouple_angles): where the point
/// is held, u and C are the same.
/// Source: E. Catto, "Modeling and Solving Constraints", GDC 2009 (prismatic, distance); "Soft Constraints",
/// GDC 2011 (gamma and bias). A's lever reaches to B's anchor, where both impulses act: angular momentum is
/// kept whatever the distance.
struct ScalarRow {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t joint = 0;  ///< Index of the joint that supplied it.
    RowKind kind = RowKind::Rigid;
    RowSlot slot = RowSlot::Angle;
    RowAxis axis_mode = RowAxis::Angular;
    bool in_linkage = false;  ///< As PointRow's.
    Vec2 inv_mass_a;          ///< Along the world's x and y: 0 where a body is locked, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float share_a = 0.0f;  ///< As PointRow's, of angular_a − angular_b.
    float share_b = 0.0f;

    // At the start of the step; r_a, r_b and d are not set for angular rows.
    Vec2 r_a;  ///< From the centres of mass, world axes.
    Vec2 r_b;
    Vec2 offset;        ///< d: anchor of B − anchor of A, metres.
    Vec2 start_axis;    ///< World. Unit; of angular rows any length, 0 if not decoupled.
    float rest = 0.0f;  ///< Metres; of an angular row, what B has yet to turn against A, radians.

    float speed = 0.0f;      ///< Of a motor: the u asked for, m/s or rad/s. Of a limit: that of its motor.
    float gamma = 0.0f;      ///< Of a soft row, 1/kg or 1/(kg·m²).
    float bias_rate = 0.0f;  ///< Of a soft row: share of C that the velocity takes out, 1/s.
    float lower_impulse = -std::numeric_limits<float>::infinity();  ///< Of a sub-step, N·s or N·m·s.
    float upper_impulse = std::numeric_limits<float>::infinity();
    float drive_impulse = 0.0f;  ///< Of a limit: the most that a motor of the same coordinate gives.
    float lower_stop =
        -std::numeric_limits<float>::infinity();  ///< Of a motor: the limits of its coordinate.
    float upper_stop = std::numeric_limits<float>::infinity();

    // At the poses of the sub-step (update_scalar_row, place_decoupled_angles).
    Vec2 axis;
    float angular_a = 0.0f;
    float angular_b = 0.0f;
    float inv_k = 0.0f;  ///< 1 / (K + gamma), kg or kg·m²; 0 if nothing moves along the row.
    float error = 0.0f;  ///< C
    float bias = 0.0f;   ///< m/s or rad/s.

    float impulse = 0.0f;        ///< Accumulated; positive pushes B along the axis, or turns it ahead.
    float total_impulse = 0.0f;  ///< Accumulated over the sub-steps that are done.
    Vec2 step_at_point;          ///< What a row about the angle gave its joint's point in them, on B, N·s.
};

/// All that one joint asks about its angle, for a solver that does it in one go: the angular ScalarRows that
/// nobody decoupled, with the same names. A part that the joint has not is bounded to no impulse.
struct AngleRow {
    /// In the order in which they are solved. `hold` is the row of slot Angle or Spring.
    enum Part : std::uint8_t { hold, motor, lower, upper, parts };

    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t joint = 0;
    float inv_inertia_a = 0.0f;
    float inv_inertia_b = 0.0f;
    RowKind kind = RowKind::Soft;    ///< Of `hold`: Rigid or Soft …
    RowSlot slot = RowSlot::Spring;  ///< … and which row of the joint it is.
    std::array<bool, parts> has{};   ///< Which parts there are.
    float rest = 0.0f;               ///< Of `hold`, as the next five.
    float speed = 0.0f;
    float gamma = 0.0f;
    float bias_rate = 0.0f;
    float lower_impulse = 0.0f;
    float upper_impulse = 0.0f;
    float motor_speed = 0.0f;    ///< rad/s
    float motor_impulse = 0.0f;  ///< The most that the motor gives in a sub-step, either way, N·m·s.
    float lower_rest = 0.0f;     ///< What B has yet to turn to the limit, radians.
    float upper_rest = 0.0f;
    std::array<float, parts> impulse{};        ///< N·m·s, on B.
    std::array<float, parts> total_impulse{};  ///< Accumulated over the sub-steps that are done.
};
/// A point that two bodies share, and all that the joint asks about the angle between them, for a solver that
/// solves both at once.
struct HingeRow : PointRow {
    AngleRow angle;
};

/// Which row of its joint a part of an AngleRow is.
inline RowSlot slot_of_part(const AngleRow& row, std::size_t part) {
    constexpr std::array<RowSlot, AngleRow::parts> slots{RowSlot::Spring, RowSlot::Motor, RowSlot::Lower,
                                                         RowSlot::Upper};
    return part == AngleRow::hold ? row.slot : slots[part];
}

/// All rows of one joint, in the order in which they are best solved: drives first, what must hold last.
struct JointRows {
    bool has_point = false;
    std::uint8_t scalar_count = 0;
    PointRow point;
    std::array<ScalarRow, max_scalar_rows> scalars;
};

/// Accumulated impulses as a joint keeps them from step to step.
struct JointImpulses {
    Vec2 point;                                   ///< N·s, on B.
    std::array<float, max_scalar_rows> scalar{};  ///< By RowSlot, N·s or N·m·s.
};

}  // namespace toibox
