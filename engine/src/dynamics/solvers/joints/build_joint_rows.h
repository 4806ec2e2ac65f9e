// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint.h"

#include "dynamics/solvers/rows/rows.h"

#include <span>

namespace toibox {

/// Builds the rows of a joint: one overload and one file per kind. Independent of the solver. `h`: length of
/// the solver's sub-step, seconds. The impulses of the rows are set to JointBase::impulses (forces); a solver
/// scales these for warm starting, or clears them.

void build_joint_rows(const WorldState& state, const RevoluteJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const DistanceJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const PrismaticJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const WeldJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const WheelJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const MotorJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const MouseJoint& joint, float h, JointRows& out);

/// Builds the rows of joint `index`, of any kind. Overwrites `out`.
void build_joint_rows(const WorldState& state, std::uint32_t index, float h, JointRows& out);

/// Whether the joint is rigid: with a spring, motor or limit its length may change.
[[nodiscard]] bool is_rod(const DistanceJoint& joint);
/// Whether a row of a joint is an equation: a rigid row, a spring, or a motor that no limit stops. Not for
/// mouse and motor joints, whose springs have a bounded force.
[[nodiscard]] bool is_equation(const ScalarRow& row, const JointRows& rows);
/// Whether any row of the joint is an equation.
[[nodiscard]] bool has_equations(const Joint& joint);
/// Whether the joint has an enabled limit.
[[nodiscard]] bool has_limit(const Joint& joint);
/// Number of rigid equations of a joint: two for a point.
[[nodiscard]] std::uint8_t rigid_equations(const Joint& joint);

/// Rewrites the angular rows of a joint that also has a rigid point, so that impulses of the angular rows do
/// not change the velocity of the point and vice versa; one iteration then solves all rows. The constraints
/// stay the same; initial impulses are rewritten, too. A solver of decoupled rows sums impulse · axis of each
/// row in the row's total_point_impulse. Rejected alternative: solving the rows one by one; with 8
/// iterations, a pendulum with a small body (m L² = 37 I) swings 0.12 rad past its limit and rebounds.
void decouple_angles(JointRows& rows);
/// Updates angular rows that decouple_angles rewrote, after the bodies moved. Requires: `point` is updated to
/// the current poses (update_point_row).
void update_decoupled_angles(PointRow& point, std::span<ScalarRow> angles);
/// Moves the point row and the angular rows from `rows` to one HingeRow. Changes nothing and returns false if
/// the joint has no point or no angular row, locks the angle rigidly, or bounds the impulse at its point.
/// Requires: the rows are not decoupled.
[[nodiscard]] bool gather_hinge(JointRows& rows, HingeRow& out);
/// Moves the angular rows from `rows` to one AngleRow. Does not change `out` and returns false if there are
/// none. Requires: `out` is default-constructed, and the rows are not decoupled.
[[nodiscard]] bool gather_angles(JointRows& rows, AngleRow& out);
/// If `angle` is a rotation lock (weld, prismatic): rewrites the other rows of the joint so that their
/// impulses rotate both bodies alike, as one body with the inertia of both. Then their impulses do not change
/// the relative angular velocity, and one iteration solves all rows. The constraints stay the same; the
/// initial impulse of `angle` is rewritten, too. Rejected alternative: solving the rows one by one; a body of
/// 0.1 m that is welded to a point 1 m away then sags by 8 cm under its own weight, and at 5 m the body flies
/// off.
void fold_rotation_lock(AngleRow& angle, JointRows& rows);
/// Likewise if the rotation lock is one of `rows`. Does nothing if the rows are decoupled.
void fold_rotation_lock(JointRows& rows);
/// The rotation lock that was folded into the other rows of its joint by fold_rotation_lock(rows), or null.
const ScalarRow* find_rotation_lock(std::span<const PointRow> points, std::span<const ScalarRow> scalars);
/// After fold_rotation_lock: the part of the impulse of `angle` that the impulse of another row includes,
/// N·m·s. Uses the levers at the start of the step. 0 if `angle` is not a rotation lock.
float lock_impulse_from(const AngleRow& angle, const PointRow& row, Vec2 impulse);
float lock_impulse_from(const AngleRow& angle, const ScalarRow& row, float impulse);
float lock_impulse_from(const ScalarRow& angle, const PointRow& row, Vec2 impulse);
float lock_impulse_from(const ScalarRow& angle, const ScalarRow& row, float impulse);

/// Adds impulses to the load of the joint in the current detection sub-step (`dt` seconds), and marks the
/// joint as overloaded if the load exceeds its break force or torque.
void add_joint_load(const WorldState& state, Joint& joint, const JointImpulses& impulses, float dt);

/// The joint coordinate, on which limit, motor and spring act, at the current poses (build_joint_rows.cpp).
float coordinate_of(const WorldState& state, const Joint& joint);

// ---- Shared helpers (joint_geometry.cpp)

/// Both bodies of a joint at the current poses.
struct JointBodies {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Vec2 inv_mass_a;  ///< Along the world's x and y, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    Vec2 r_a;  ///< From the centres of mass to the anchors, world axes.
    Vec2 r_b;
    Vec2 offset;                   ///< Anchor of B − anchor of A.
    bool rotation_locked = false;  ///< Another row of the joint locks the relative angle.
};
JointBodies joint_bodies(const WorldState& state, const JointBase& base);

/// Angle of B relative to A, minus the reference, radians. Computed from the rotations; whole turns come from
/// the unwrapped angles of the bodies.
float joint_angle(const WorldState& state, const JointBase& base, double reference_angle);

/// Unit vector along `offset`, from A's anchor to B's; +y if the anchors coincide.
Vec2 anchor_direction(Vec2 offset);

/// A coordinate of two bodies that a row constrains.
struct JointCoordinate {
    RowAxis mode = RowAxis::Angular;
    Vec2 axis;                 ///< Unit, world; 0 for angles.
    float start_angle = 0.0f;  ///< Angle at the start of the step, radians; 0 for distances.
};

/// Adds a rigid row that holds the coordinate at `value`. Does not set fields that depend on the poses in a
/// sub-step.
ScalarRow& add_row(const JointBodies& bodies, const JointCoordinate& coordinate, RowSlot slot, float value,
                   JointRows& out);
/// K of the row at the start of the step, 1/kg or 1/(kg·m²), for bodies that rotate freely; 0 if the bodies
/// cannot move along the row.
float coordinate_k(const ScalarRow& row);
/// Makes the row a spring with the given frequency (Hz) for an effective mass of 1/k. Source: E. Catto, "Soft
/// Constraints", GDC 2011.
void make_soft(ScalarRow& row, float k, float frequency, float damping_ratio, float h);

/// K of the relative angle of two bodies that rotate about a common point, 1/(kg·m²). Smaller than without
/// the point, because the inertia about a hinge is larger than about the centre of mass. Requires:
/// update_point_row was called.
float hinge_k(const PointRow& point);

/// Each adds its rows if the spring, motor or limit is enabled.
void add_spring(const JointBodies& bodies, const JointCoordinate& coordinate, const JointSpring& spring,
                float target, float h, JointRows& out);
void add_motor(const JointBodies& bodies, const JointCoordinate& coordinate, const JointMotor& motor, float h,
               JointRows& out);
void add_limit(const JointBodies& bodies, const JointCoordinate& coordinate, const JointLimit& limit,
               JointRows& out);

/// Adds the rows of a motor and a limit on the same coordinate; the limit can also stop the force of the
/// motor.
void add_motor_and_limit(const JointBodies& bodies, const JointCoordinate& coordinate,
                         const JointMotor& motor, const JointLimit& limit, float h, JointRows& out);

/// A rigid row that holds the anchors together. Complete the row with update_point_row, then add it with
/// add_point.
PointRow anchor_row(const JointBodies& bodies);
void add_point(const PointRow& row, JointRows& out);

}  // namespace toibox
