// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/body_columns.h"
#include "toibox/math/rot.h"
#include "toibox/math/vec2.h"

#include "dynamics/solvers/rows/joint_rows.h"

#include <array>
#include <cstdint>

namespace toibox {

struct WorldState;
struct Contact;

/// Rows: the constraints of a step for the scalar solvers, in order of creation, made from contacts and
/// joints (joint_rows.h). A solver decides in which order, how often and with which targets rows are solved.
///
/// A row constrains the velocity of B relative to A at a point. Lever arms are stored only as cross products
/// with the contact normal n and the tangent t = right_perp(n):
///   cross(r, n) = r·t  (effect of a normal impulse on the rotation),   cross(r, t) = −r·n.

/// One point of a contact.
struct ContactRowPoint {
    float rn_a = 0.0f;  ///< cross(r_a, n), metres.
    float rn_b = 0.0f;
    float rt_a = 0.0f;  ///< cross(r_a, t)
    float rt_b = 0.0f;
    float core_a = 0.0f;  ///< n·(anchor on A's core, without rounding radius); rotates with A, metres.
    float core_b = 0.0f;
    float normal_k = 0.0f;  ///< n·K·n = 1/m_A + 1/m_B + (r_A×n)²/I_A + (r_B×n)²/I_B, 1/kg. Infinite if locks
                            ///< prevent all motion, so there is no impulse.
    float tangent_mass = 0.0f;          ///< 1 / t·K·t, kg; 0 if locks prevent all motion.
    float separation = 0.0f;            ///< At detection, metres.
    float min_normal_velocity = 0.0f;   ///< Lower bound of v_n, m/s.
    float normal_impulse = 0.0f;        ///< Accumulated, N·s, ≥ 0.
    float tangent_impulse = 0.0f;       ///< Accumulated, along t, N·s.
    float total_normal_impulse = 0.0f;  ///< Sum over the finished sub-steps.
    float total_tangent_impulse = 0.0f;
    float approach_normal_velocity = 0.0f;   ///< v_n at which the surfaces meet; negative when closing, m/s.
    float approach_tangent_velocity = 0.0f;  ///< v_t before the step, m/s.
    float rebound_speed = 0.0f;              ///< v_n after the bounce, m/s; 0 if there is no bounce.
};

/// Rolling resistance of a contact: an angular impulse against the relative spin, bounded by the normal
/// impulse, like friction.
struct RollingRow {
    float resistance = 0.0f;                 ///< Bound of the angular impulse per normal impulse, metres.
    float mass = 0.0f;                       ///< 1 / (1/I_A + 1/I_B), kg·m²; 0 if neither body can rotate.
    float impulse = 0.0f;                    ///< Accumulated, on B, N·m·s.
    float total_impulse = 0.0f;              ///< Sum over the finished sub-steps.
    float approach_angular_velocity = 0.0f;  ///< Of B relative to A before the step, rad/s.
};

struct ContactRow {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t contact = 0;  ///< Index of the contact of this row.
    std::uint8_t count = 0;
    Vec2 normal;  ///< World, from A to B.
    float friction = 0.0f;
    float tangent_speed = 0.0f;  ///< v_t while the surfaces stick: 0, or the speed of a conveyor belt, m/s.
    Vec2 inv_mass_a;             ///< Along the world's x and y: 0 where a body is locked, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float coupling = 0.0f;  ///< Off-diagonal element of the two points' K, 1/kg.
    float inv_det = 0.0f;   ///< 1 / det of the two points' K; 0: the points are solved one by one.
    float slop = 0.0f;      ///< Overlap tolerated for this pair, metres.
    RollingRow rolling;
    std::array<ContactRowPoint, 2> points{};
};

/// Inverse mass n·M⁻¹·n along a unit vector. Without locks, rounding of the direction does not change the
/// result.
inline float inv_mass_along(Vec2 inv_mass, Vec2 direction) {
    if (inv_mass.x == inv_mass.y) return inv_mass.x;
    return inv_mass.x * (direction.x * direction.x) + inv_mass.y * (direction.y * direction.y);
}

/// Velocity change due to an impulse along a direction.
inline Vec2 velocity_change(Vec2 inv_mass, float impulse, Vec2 direction) {
    return {(inv_mass.x * impulse) * direction.x, (inv_mass.y * impulse) * direction.y};
}
inline Vec2 velocity_change(Vec2 inv_mass, Vec2 impulse) {
    return {inv_mass.x * impulse.x, inv_mass.y * impulse.y};
}

/// Displacement of a body since the start of the step. Separate from the pose, so that small displacements
/// stay accurate far from the origin.
struct StepDisplacement {
    Vec2 center;          ///< Metres.
    float angle = 0.0f;   ///< Radians, unwrapped.
    float cosine = 1.0f;  ///< Cosine and sine of the angle.
    float sine = 0.0f;
};

/// Computes the lever arms and the inverse of K + gamma of the row after displacements of the bodies. Exact
/// for large rotations.
void update_point_row(PointRow& row, const StepDisplacement& a = {}, const StepDisplacement& b = {});

/// Computes angular_a, angular_b and 1/(K + gamma) of an angular row that is not decoupled.
void compute_angle_row_mass(ScalarRow& row);

/// Computes the axis, angular_a, angular_b, 1/(K + gamma) and error of the row after displacements of the
/// bodies. Exact for large rotations. For an angular row, computes only the error: the other values are
/// constant or, if the row is decoupled, depend on the joint's point (update_decoupled_angles).
void update_scalar_row(ScalarRow& row, const StepDisplacement& a, const StepDisplacement& b);

struct ContactRowOptions {
    float restitution_threshold = 0.0f;  ///< Slower approaches do not bounce, m/s, ≥ 0.
    Vec2 relative_acceleration;          ///< Of B relative to A until the shapes touch, m/s².
};

/// Makes the row of a contact: lever arms, effective masses and rebound speeds, without impulses. The current
/// velocities are the approach velocities. The rebound speed is e·√(v_n² + 2·a·d), which includes the speed
/// that the closing acceleration a adds over the gap d. Frame: world. Cost: O(1).
ContactRow make_contact_row(const WorldState& state, const Contact& contact,
                            const ContactRowOptions& options);
/// Sets the off-diagonal element of the two points' K (1/kg), and whether the points can be solved as a
/// block. Requires: normal_k of both points is set.
void couple_points(ContactRow& row, float coupling);

/// Separation of a point after displacements of the bodies, metres. The anchor on the core rotates, the
/// rounding radius does not, so a rolling disc keeps its distance. Along the normal of detection; exact for
/// large rotations.
inline float current_separation(const ContactRow& row, const ContactRowPoint& point,
                                const StepDisplacement& a, const StepDisplacement& b) {
    const float displacement = dot(b.center - a.center, row.normal);
    const float core_a_motion = (a.cosine - 1.0f) * point.core_a + a.sine * point.rn_a;
    const float core_b_motion = (b.cosine - 1.0f) * point.core_b + b.sine * point.rn_b;
    return point.separation + displacement + (core_b_motion - core_a_motion);
}

/// Offset between the anchors of a joint after displacements of the bodies, metres.
inline Vec2 current_offset(const PointRow& row, const StepDisplacement& a, const StepDisplacement& b) {
    const Vec2 anchor_b_motion = rotate(Rot{b.cosine, b.sine}, row.r_b) - row.r_b;
    if (row.a_is_world) return row.offset + b.center + anchor_b_motion;
    const Vec2 anchor_a_motion = rotate(Rot{a.cosine, a.sine}, row.r_a) - row.r_a;
    return row.offset + (b.center - a.center) + (anchor_b_motion - anchor_a_motion);
}

inline float normal_velocity(const ContactRow& row, const ContactRowPoint& point, const BodyVelocity& a,
                             const BodyVelocity& b) {
    return dot(b.linear - a.linear, row.normal) + b.angular * point.rn_b - a.angular * point.rn_a;
}
inline float tangent_velocity(const ContactRow& row, const ContactRowPoint& point, const BodyVelocity& a,
                              const BodyVelocity& b) {
    return dot(b.linear - a.linear, right_perp(row.normal)) + b.angular * point.rt_b - a.angular * point.rt_a;
}

}  // namespace toibox
