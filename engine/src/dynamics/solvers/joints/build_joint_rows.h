// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint.h"

#include "dynamics/solvers/rows/rows.h"

#include <span>

namespace toibox {

/// Builds the rows of a joint: one overload and one file per kind. Independent of the solver. Units: SI; `h`
/// is the solver's sub-step, seconds. The rows' impulses are those that the joint accumulated in the last
/// step; a solver scales them for warm starting, or clears them.

void build_joint_rows(const WorldState& state, const RevoluteJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const DistanceJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const PrismaticJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const WeldJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const WheelJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const MotorJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const MouseJoint& joint, float h, JointRows& out);

/// Builds the rows of joint `index`, of any kind. Overwrites `out`.
void build_joint_rows(const WorldState& state, std::uint32_t index, float h, JointRows& out);

/// Rewrites the angular rows of a joint that also has a rigid point, so that they and the point row no longer
/// disturb each other: each keeps the velocity of the other, and one iteration solves both. The constraints
/// stay the same; start impulses are rewritten, too. A solver that uses this sums impulse · axis of each such
/// row in its total_point_impulse. Rejected: solving them in turn, where a pendulum with a small body (m L² =
/// 37 I) swings 0.12 rad past its limit in 8 iterations and rebounds.
void decouple_angles(JointRows& rows);
/// The same after the bodies moved, for angular rows that decouple_angles rewrote. Requires: `point` is
/// placed at the current poses (place_point_row).
void place_decoupled_angles(PointRow& point, std::span<ScalarRow> angles);
/// Moves the point and the angular rows from `rows` to one HingeRow. False, with `rows` unchanged, if the
/// joint lacks either, locks the angle rigidly, or bounds the impulse at its point. Requires: the rows are
/// not decoupled.
[[nodiscard]] bool gather_hinge(JointRows& rows, HingeRow& out);
/// Moves the angular rows from `rows` to one AngleRow. False, with `out` unchanged, if there are none.
/// Requires: `out` is default-constructed, the rows are not decoupled.
[[nodiscard]] bool gather_angles(JointRows& rows, AngleRow& out);
/// If the row is a rotation lock (weld, prismatic): rewrites the other rows of the joint so that they rotate
/// both bodies alike, as one body with the inertia of both. Then they do not disturb the lock, and one
/// iteration solves all rows. The constraints stay the same; the start impulse of `angle` is rewritten, too.
/// Rejected: solving them in turn, where a weld of a body of 0.1 m to a point 1 m away sags by 8 cm under its
/// own weight, and one 5 m away flies off.
void fold_rotation_lock(AngleRow& angle, JointRows& rows);
/// The same if the rotation lock is one of `rows`. Does nothing if they are decoupled.
void fold_rotation_lock(JointRows& rows);
/// The rotation lock that was folded into the other rows of its joint by fold_rotation_lock(rows), or null.
const ScalarRow* find_rotation_lock(std::span<const PointRow> points, std::span<const ScalarRow> scalars);
/// After fold_rotation_lock: the share of another row's impulse that adds to the impulse of `angle`, N·m·s.
/// The lever arms of the row are those at the start of the step. 0 without a rotation lock.
float lock_impulse_from(const AngleRow& angle, const PointRow& row, Vec2 impulse);
float lock_impulse_from(const AngleRow& angle, const ScalarRow& row, float impulse);
float lock_impulse_from(const ScalarRow& angle, const PointRow& row, Vec2 impulse);
float lock_impulse_from(const ScalarRow& angle, const ScalarRow& row, float impulse);

/// Adds impulses to the load of the joint in the current detection sub-step of `dt` seconds, and marks the
/// joint as overloaded if it is too large.
void add_joint_load(const WorldState& state, Joint& joint, const JointImpulses& impulses, float dt);

/// The joint coordinate, to which limit, motor and spring refer, at the current poses (build_joint_rows.cpp).
float coordinate_of(const WorldState& state, const Joint& joint);

// ---- Shared helpers (joint_geometry.cpp)

/// Both bodies of a joint at the current poses.
struct JointBodies {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Vec2 inv_mass_a;  ///< Along the world's x and y.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    Vec2 r_a;  ///< From the centres of mass to the anchors, world axes.
    Vec2 r_b;
    Vec2 offset;                   ///< Anchor of B − anchor of A.
    bool rotation_locked = false;  ///< Another row of the joint locks the angle between them.
};
JointBodies joint_bodies(const WorldState& state, const JointBase& base);

/// Angle of B relative to A, minus the reference, radians: from the rotations, with whole turns from the
/// bodies' unwrapped angles.
float joint_angle(const WorldState& state, const JointBase& base, double reference_angle);

/// Unit vector from A's anchor to B's; +y where they coincide.
Vec2 anchor_direction(Vec2 offset);

/// A quantity of two bodies that a joint constrains.
struct JointCoordinate {
    RowAxis mode = RowAxis::Angular;
    Vec2 axis;           ///< Unit, world; 0 for angles.
    float start = 0.0f;  ///< Origin of its rows: the present angle; 0 for distances.
};

/// Adds a rigid row that holds the coordinate at `value`. Fields that depend on the poses of a sub-step are
/// not set.
ScalarRow& add_row(const JointBodies& bodies, const JointCoordinate& coordinate, RowSlot slot, float value,
                   JointRows& out);
/// K of the row at the start of the step, 1/kg or 1/(kg·m²), for bodies that rotate freely; 0 if nothing can
/// move along it.
float coordinate_k(const ScalarRow& row);
/// Turns the row into a spring with that frequency for an effective mass of 1/k. Source: E. Catto, "Soft
/// Constraints", GDC 2011.
void make_soft(ScalarRow& row, float k, float frequency, float damping_ratio, float h);

/// K of the relative angle of two bodies that rotate about a common point, 1/(kg·m²): the inertia about a
/// hinge is larger than those about the centres of mass. Requires: place_point_row.
float hinge_k(const PointRow& point);

/// Each adds its rows if it is enabled.
void add_spring(const JointBodies& bodies, const JointCoordinate& coordinate, const JointSpring& spring,
                float target, float h, JointRows& out);
void add_motor(const JointBodies& bodies, const JointCoordinate& coordinate, const JointMotor& motor, float h,
               JointRows& out);
void add_limit(const JointBodies& bodies, const JointCoordinate& coordinate, const JointLimit& limit,
               JointRows& out);

/// Both, on the same coordinate; the limit rows get the motor's speed and force, the motor row the limits.
void add_motor_and_limit(const JointBodies& bodies, const JointCoordinate& coordinate,
                         const JointMotor& motor, const JointLimit& limit, float h, JointRows& out);

/// A rigid row that holds the anchors together. Complete it with place_point_row, then add it with add_point.
PointRow anchor_row(const JointBodies& bodies);
void add_point(const PointRow& row, JointRows& out);

}  // namespace toibox
