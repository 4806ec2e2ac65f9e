// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/rot.h"
#include "toibox/narrow/collide.h"

#include <array>
#include <cstdint>

namespace toibox {

/// A manifold point, with the data that the solver keeps between steps. r_a and r_b run from the centres of
/// mass to the point, in world axes, at detection; if it is seen ahead, to the two points that will meet.
struct ContactPoint {
    Vec2 r_a;  ///< Metres.
    Vec2 r_b;  ///< Metres.
    /// Anchors on the cores (shapes without rounding radius) in body axes, relative to the centres of mass,
    /// when the manifold was last computed, metres.
    Vec2 local_a;
    Vec2 local_b;
    float base_separation = 0.0f;  ///< When the manifold was last computed, metres.
    float separation = 0.0f;       ///< At detection, metres.
    /// Total impulse on B along the normal in the last detection sub-step, N·s. Includes restitution and
    /// impacts.
    float normal_impulse = 0.0f;
    float tangent_impulse = 0.0f;  ///< Likewise along right_perp(normal), N·s.
    /// Warm start of the next step, N, ≥ 0. A force and not an impulse, so that it does not depend on the
    /// length of the step: the mean over the last step or, with the soft step, over the last sub-step.
    float warm_normal_force = 0.0f;
    float warm_tangent_force = 0.0f;  ///< N
    /// Normal velocity before solving, m/s; negative when closing. Without the gravity of the step; but if
    /// the point bounces, the velocity at which the surfaces will meet. With the soft step, 0 for points
    /// without restitution that pushed in the previous step.
    float approach_velocity = 0.0f;
    FeatureId id;
    bool warm = false;  ///< Whether the point matched a point of the previous step and took over its impulse.
};

/// Relative pose at which a manifold was computed. The soft step reuses the manifold until its points have
/// drifted by more than `reach`.
struct ManifoldReusePose {
    Vec2 offset;             ///< From A's centre of mass to B's, in A's axes, metres.
    Rot turn;                ///< Rotation of B relative to A.
    float max_chord = 0.0f;  ///< Maximum change of `turn`, as a chord of the unit circle.
    float reach = -1.0f;     ///< Maximum drift of the points, metres; 0 or negative if not reusable.
};

/// How a pair of shapes responds to contact.
enum class ContactResponse : std::uint8_t {
    Push,    ///< The shapes push each other apart.
    Sense,   ///< One shape is a sensor: an overlap is reported, nothing is pushed.
    OneWay,  ///< One shape is one-way and stops the other: it pushes only towards its solid side.
    Passed,  ///< One shape is one-way and lets the other pass: no points, impulses or events.
};

/// Two shapes whose fat boxes overlap, or that an impact of the last step pushed. Contacts are stored in
/// order of creation; contacts from one pair search are in ascending pair order.
struct Contact {
    std::uint32_t shape_a = 0;  ///< shape_a < shape_b
    std::uint32_t shape_b = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    float friction = 0.0f;            ///< Coefficient.
    float restitution = 0.0f;         ///< Coefficient.
    float rounding_a = 0.0f;          ///< Rounding radius of shape A, metres.
    float rounding_b = 0.0f;          ///< Rounding radius of shape B, metres.
    float rolling_resistance = 0.0f;  ///< Torque per normal force, metres.
    /// Conveyor belts: target speed of B's surface relative to A's along right_perp(normal), m/s.
    float tangent_speed = 0.0f;
    ContactResponse response = ContactResponse::Push;
    /// True if the last detection found a point with separation ≤ 0 (for a sensor, an overlap), if the
    /// contact has pushed since then, or if it touched before and still pushes.
    bool touching = false;
    /// The hit event was already emitted by an impact in this step.
    bool hit_emitted = false;
    /// The contact was first detected deeper than one step of approach explains, as for bodies created in
    /// each other, and the overlap is not pushed out yet. Load does not raise its push speed.
    bool spawned_overlapping = false;
    std::uint8_t count = 0;
    Vec2 normal;                       ///< World, from A to B.
    float warm_rolling_torque = 0.0f;  ///< Warm start of rolling resistance, torque on B, N·m.
    ManifoldReusePose base;
    std::array<ContactPoint, 2> points{};
    CollideCache cache;
};

}  // namespace toibox
