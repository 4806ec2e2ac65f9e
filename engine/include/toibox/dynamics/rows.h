// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/body_columns.h"
#include "toibox/dynamics/joint_rows.h"
#include "toibox/math/rot.h"
#include "toibox/math/vec2.h"

#include <array>
#include <cstdint>

namespace toibox {

struct WorldState;
struct Contact;

/// Rows: the constraints of a step as the teaching solvers see them, scalar, in order of creation. Contacts
/// and joints (joint_rows.h) supply them; a solver decides in which order, how often and on which targets
/// they are solved.
///
/// Everything is expressed by the relative velocity of B against A at a point. Lever arms appear only as
/// their components along the contact normal n and tangent t = right_perp(n), which is all that a row needs:
///   cross(r, n) = r·t  (how much a normal impulse turns the body),   cross(r, t) = −r·n.

/// One point of a contact.
struct ContactRowPoint {
    float rn_a = 0.0f;  ///< cross(r_a, n), metres.
    float rn_b = 0.0f;
    float rt_a = 0.0f;  ///< cross(r_a, t)
    float rt_b = 0.0f;
    float core_a = 0.0f;  ///< n·(anchor on A's core, rounding left out): what turns with A, metres.
    float core_b = 0.0f;
    float normal_k = 0.0f;      ///< n·K·n = 1/m_A + 1/m_B + (r_A×n)²/I_A + (r_B×n)²/I_B, 1/kg. Infinite
                                ///< where locks leave nothing to move: such a point takes no impulse.
    float tangent_mass = 0.0f;  ///< 1 / t·K·t, kg; 0 where locks leave nothing to move.
    float separation = 0.0f;    ///< At detection, metres.
    float min_normal_velocity = 0.0f;   ///< The row holds v_n ≥ this, m/s.
    float normal_impulse = 0.0f;        ///< Accumulated, N·s, ≥ 0.
    float tangent_impulse = 0.0f;       ///< Accumulated, along t.
    float total_normal_impulse = 0.0f;  ///< Accumulated over the sub-steps that are done.
    float total_tangent_impulse = 0.0f;
    float approach_normal_velocity = 0.0f;  ///< v_n with which the surfaces meet; negative when closing, m/s.
    float approach_tangent_velocity = 0.0f;  ///< v_t before the step.
    float rebound_speed = 0.0f;              ///< v_n after the bounce, m/s; 0 for no bounce.
};

/// Rolling resistance of a contact: an impulse against the relative spin, bounded by the normal impulse as
/// friction is.
struct RollingRow {
    float resistance = 0.0f;     ///< Bound of the angular impulse per normal impulse, metres; 0 for none.
    float mass = 0.0f;           ///< 1 / (1/I_A + 1/I_B), kg·m²; 0 if neither body turns.
    float impulse = 0.0f;        ///< Accumulated, on B, N·m·s.
    float total_impulse = 0.0f;  ///< Accumulated over the sub-steps that are done.
    float approach_angular_velocity = 0.0f;  ///< Of B against A before the step, rad/s.
};

struct ContactRow {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t contact = 0;  ///< Index of the contact that supplied it.
    std::uint8_t count = 0;
    Vec2 normal;  ///< World, from A to B.
    float friction = 0.0f;
    float tangent_speed = 0.0f;  ///< v_t where the surfaces stick: 0, or a conveyor belt's, m/s.
    Vec2 inv_mass_a;             ///< Along the world's x and y: 0 where a body is locked, 1/kg.
    float inv_inertia_a = 0.0f;
    Vec2 inv_mass_b;
    float inv_inertia_b = 0.0f;
    float coupling = 0.0f;  ///< Off-diagonal element of the two points' K, 1/kg.
    float inv_det = 0.0f;   ///< 1 / det of the two points' K; 0 if they are to be solved one by one.
    float slop = 0.0f;      ///< Overlap left to this pair, metres.
    RollingRow rolling;
    std::array<ContactRowPoint, 2> points{};
};

/// n·M⁻¹·n. Without locks the direction does not matter, and its rounding shall not either.
inline float inv_mass_along(Vec2 inv_mass, Vec2 direction) {
    if (inv_mass.x == inv_mass.y) return inv_mass.x;
    return inv_mass.x * (direction.x * direction.x) + inv_mass.y * (direction.y * direction.y);
}

/// Change of velocity by an impulse of that size along a direction.
inline Vec2 velocity_change(Vec2 inv_mass, float impulse, Vec2 direction) {
    return {(inv_mass.x * impulse) * direction.x, (inv_mass.y * impulse) * direction.y};
}
inline Vec2 velocity_change(Vec2 inv_mass, Vec2 impulse) {
    return {inv_mass.x * impulse.x, inv_mass.y * impulse.y};
}

/// How far a body has come since the start of the step. Kept apart from the pose: small numbers stay exact
/// far from the origin.
struct StepDisplacement {
    Vec2 center;          ///< Metres.
    float angle = 0.0f;   ///< Radians, unwrapped.
    float cosine = 1.0f;  ///< Of the angle.
    float sine = 0.0f;
};

/// Levers and inverse of K + gamma of the row after the bodies moved. Exact in the angles.
void place_point_row(PointRow& row, const StepDisplacement& a = {}, const StepDisplacement& b = {});

/// Levers and 1/(K + gamma) of a row about the angle that nobody decoupled.
void compute_angle_row_mass(ScalarRow& row);

/// Axis, levers, 1/(K + gamma) and error of the row after the bodies moved. Exact in the angles. Of a row
/// about the angle the error alone: the levers are those of its joint's point.
void update_scalar_row(ScalarRow& row, const StepDisplacement& a, const StepDisplacement& b);

struct ContactRowOptions {
    float restitution_threshold = 0.0f;  ///< m/s, ≥ 0
    Vec2 relative_acceleration;          ///< Of B against A until they touch, m/s²: gravity, mostly.
};

/// The row of a contact at the present velocities (they are the approach): lever arms, effective masses,
/// rebound speeds, no impulses. The rebound is e·√(v_n² + 2·max(0, a·d)): gravity up to the contact belongs
/// to the impact. Frame: world. Cost: O(1).
ContactRow make_contact_row(const WorldState& state, const Contact& contact,
                            const ContactRowOptions& options);
/// Sets what a unit of impulse at one of the row's two points does to the speed at the other, 1/kg, and
/// whether they may be solved as one. Requires: both points' normal_k.
void couple_points(ContactRow& row, float coupling);

/// Separation of a point after the bodies moved: their cores turn, rounding does not (a rolling disc keeps
/// its distance). Linear in the displacement and exact in the angles; the normal is that of detection.
inline float current_separation(const ContactRow& row, const ContactRowPoint& point,
                                const StepDisplacement& a, const StepDisplacement& b) {
    const float moved = dot(b.center - a.center, row.normal);
    const float turned_a = (a.cosine - 1.0f) * point.core_a + a.sine * point.rn_a;
    const float turned_b = (b.cosine - 1.0f) * point.core_b + b.sine * point.rn_b;
    return point.separation + moved + (turned_b - turned_a);
}

/// Offset of a joint's anchors after the bodies moved.
inline Vec2 current_offset(const PointRow& row, const StepDisplacement& a, const StepDisplacement& b) {
    const Vec2 turned_b = rotate(Rot{b.cosine, b.sine}, row.r_b) - row.r_b;
    if (row.a_is_world) return row.offset + b.center + turned_b;
    const Vec2 turned_a = rotate(Rot{a.cosine, a.sine}, row.r_a) - row.r_a;
    return row.offset + (b.center - a.center) + (turned_b - turned_a);
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
