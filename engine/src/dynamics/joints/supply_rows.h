// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint.h"
#include "toibox/dynamics/rows.h"

#include <span>

namespace toibox {

/// What each joint asks of a solver: one overload a joint, one file each. They know no solver.
/// Units: SI; `h` is the solver's sub-step, seconds. The rows' impulses are what the joint accumulated in the
/// last step; a solver that starts warm uses a share of them, another zeroes them.

void build_joint_rows(const WorldState& state, const RevoluteJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const DistanceJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const PrismaticJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const WeldJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const WheelJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const MotorJoint& joint, float h, JointRows& out);
void build_joint_rows(const WorldState& state, const MouseJoint& joint, float h, JointRows& out);

/// The rows of any joint; what `out` held is gone. `index` is that of the joint.
void build_joint_rows(const WorldState& state, std::uint32_t index, float h, JointRows& out);

/// Rewrites the rows about the angle of a joint that also holds a point, such that they and the point row no
/// longer disturb each other: each keeps the other's velocity as it is, so one round solves both. The same
/// constraints; the impulses that `out` starts from are rewritten too. A solver that does this adds up
/// impulse · axis of each such row as its step_at_point. Rejected: solving them in turn, where a
/// pendulum of a small body (m L² = 37 I) swings 0.12 rad past its limit in 8 rounds and rebounds.
void decouple_angles(JointRows& rows);
/// The same after the bodies moved, for the rows about the angle that decouple_angles rewrote. Requires:
/// `point` is placed where they are now (place_point_row).
void place_decoupled_angles(PointRow& point, std::span<ScalarRow> angles);
/// Takes the point and the rows about the angle out of `rows`, into one. False, with `rows` as they were, if
/// the joint has only one of the two, holds the angle rigidly, or bounds the impulse at its point. Requires:
/// nobody decoupled the rows.
[[nodiscard]] bool gather_hinge(JointRows& rows, HingeRow& out);
/// Takes the rows about the angle out of `rows`, into one. False if there are none, `out` as it was.
/// Requires: `out` is fresh, nobody decoupled the rows.
[[nodiscard]] bool gather_angles(JointRows& rows, AngleRow& out);
/// Where the row holds the two bodies rigidly at one angle (weld, prismatic): rewrites the other rows of the
/// joint such that they turn both bodies alike, as one that has the inertia of both. So they leave alone what
/// `angle` holds, and one round of it and of them solves all. The same constraints; the impulse that `angle`
/// starts from is rewritten too. Rejected: solving them in turn, where a weld of a body of .1 m to a point 1
/// m away sags by 8 cm under its own weight, and one 5 m away flies off.
void fold_rotation_lock(AngleRow& angle, JointRows& rows);
/// The same where the angle's row is one of `rows`. Nothing to do if they were decoupled.
void fold_rotation_lock(JointRows& rows);
/// The row that holds the angle for all others of its joint after fold_rotation_lock(rows), or null.
const ScalarRow* find_rotation_lock(std::span<const PointRow> points, std::span<const ScalarRow> scalars);
/// After fold_rotation_lock: what the impulse of another row of the joint adds to that of `angle`, N·m·s; the
/// row's levers are those of the start of the step. 0 where the angle is not held.
float lock_impulse_from(const AngleRow& angle, const PointRow& row, Vec2 impulse);
float lock_impulse_from(const AngleRow& angle, const ScalarRow& row, float impulse);
float lock_impulse_from(const ScalarRow& angle, const PointRow& row, Vec2 impulse);
float lock_impulse_from(const ScalarRow& angle, const ScalarRow& row, float impulse);

/// Adds impulses to what the joint carried in the present detection sub-step of `dt` seconds, and notes
/// whether that is too much.
void add_joint_load(const WorldState& state, Joint& joint, const JointImpulses& impulses, float dt);

/// The number that limit, motor and spring of the joint speak about, at the present poses
/// (build_joint_rows.cpp).
float coordinate_of(const WorldState& state, const Joint& joint);

// ---- What the joints have in common (joint_geometry.cpp)

/// Both bodies of a joint at the present poses.
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
    bool rotation_locked = false;  ///< Another row of the joint holds the angle between them.
};
JointBodies joint_bodies(const WorldState& state, const JointBase& base);

/// Angle of B against A beyond the reference, radians: from the orientations, whole turns from the bodies'
/// unwrapped angles.
float joint_angle(const WorldState& state, const JointBase& base, double reference_angle);

/// Unit vector from A's anchor to B's; +y where they coincide.
Vec2 anchor_direction(Vec2 offset);

/// One number of the two bodies that a joint speaks about.
struct JointCoordinate {
    RowAxis mode = RowAxis::Angular;
    Vec2 axis;           ///< Unit, world; 0 for angles.
    float start = 0.0f;  ///< What its rows count from: the present angle; 0 for distances.
};

/// Adds a rigid row that holds the coordinate at `value`. What it is at the poses of a sub-step is not set.
ScalarRow& add_row(const JointBodies& bodies, const JointCoordinate& coordinate, RowSlot slot, float value,
                   JointRows& out);
/// K of the row at the start of the step, 1/kg or 1/(kg·m²), of bodies that turn freely; 0 if nothing moves
/// along it.
float coordinate_k(const ScalarRow& row);
/// Makes the row a spring of that frequency against an effective mass of 1/k. Source: E. Catto, "Soft
/// Constraints", GDC 2011.
void make_soft(ScalarRow& row, float k, float frequency, float damping_ratio, float h);

/// K of the relative angle of two bodies that turn about a common point, 1/(kg·m²): the inertia about a hinge
/// is more than those about the centres of mass. Requires a finished row.
float hinge_k(const PointRow& point);

/// The rows of those that are enabled.
void add_spring(const JointBodies& bodies, const JointCoordinate& coordinate, const JointSpring& spring,
                float target, float h, JointRows& out);
void add_motor(const JointBodies& bodies, const JointCoordinate& coordinate, const JointMotor& motor, float h,
               JointRows& out);
void add_limit(const JointBodies& bodies, const JointCoordinate& coordinate, const JointLimit& limit,
               JointRows& out);

/// Both, on the same coordinate: each knows of the other.
void add_motor_and_limit(const JointBodies& bodies, const JointCoordinate& coordinate,
                         const JointMotor& motor, const JointLimit& limit, float h, JointRows& out);

/// A rigid row that holds the anchors together, to be finished by place_point_row …
PointRow anchor_row(const JointBodies& bodies);
/// … and then added.
void add_point(const PointRow& row, JointRows& out);

}  // namespace toibox
