// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/rot.h"
#include "toibox/narrow/collide.h"

#include <array>
#include <cstdint>

namespace toibox {

/// A manifold point as the solver keeps it between steps. Anchors are from the centres of mass, in the
/// world's axes, as of detection.
struct ContactPoint {
    Vec2 r_a;
    Vec2 r_b;
    /// The anchors on the cores, without rounding, in the axes of the bodies, as of the last manifold.
    Vec2 local_a;
    Vec2 local_b;
    float base_separation = 0.0f;  ///< Of the last manifold, metres.
    float separation = 0.0f;       ///< At detection, metres.
    /// All that the contact did at this point in the last detection sub-step, on B along the normal, N·s:
    /// restitution and the impacts of the pair included.
    float normal_impulse = 0.0f;
    float tangent_impulse = 0.0f;  ///< The same along right_perp(normal).
    /// What the next step starts from, N, ≥ 0, whatever its length: the mean force of the last step; of the
    /// soft step, of its last sub-step.
    float warm_normal_force = 0.0f;
    float warm_tangent_force = 0.0f;
    /// Normal velocity before gravity and solving, m/s; negative when closing.
    float approach_velocity = 0.0f;
    FeatureId id;
    bool warm = false;  ///< Found its impulse of the step before.
};

/// The poses for which a contact's manifold was made. Until the bodies have moved further than `reach`
/// against each other, the fast path keeps the manifold instead of making a new one.
struct ManifoldReusePose {
    Vec2 offset;             ///< Centre of B from the centre of A, in A's axes, metres.
    Rot turn;                ///< B's axes in A's.
    float max_chord = 0.0f;  ///< Chord of the greatest turn.
    float reach = -1.0f;     ///< Metres, of the points; negative: not to be kept.
};

/// How a pair of shapes responds to contact.
enum class ContactResponse : std::uint8_t {
    Push,    ///< They push each other apart.
    Sense,   ///< One is a sensor: their overlap is reported.
    OneWay,  ///< One is a one-way shape, and stops the other: it pushes towards its solid side only.
    Passed,  ///< One is a one-way shape, and the other passes: no points, no push, no event.
};

/// Two shapes whose fat boxes overlap, or that an impact of the last step pushed. Contacts lie in order of
/// creation; those of one pair search in ascending pair order.
struct Contact {
    std::uint32_t shape_a = 0;  ///< shape_a < shape_b
    std::uint32_t shape_b = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    float friction = 0.0f;
    float restitution = 0.0f;
    float rounding_a = 0.0f;  ///< Of the shapes, metres.
    float rounding_b = 0.0f;
    float rolling_resistance = 0.0f;  ///< Torque per normal force, metres.
    /// Of B's surface against A's where they stick, along right_perp(normal), m/s.
    float tangent_speed = 0.0f;
    ContactResponse response = ContactResponse::Push;
    /// The last detection gave a point with separation ≤ 0 (overlap for a sensor), or the contact has pushed
    /// since, or has not stopped pushing.
    bool touching = false;
    /// The hit event was already emitted by an impact in this step.
    bool hit_emitted = false;
    /// When it began to touch, it was deeper than the approach of a step explains, and the overlap is not out
    /// yet: as of bodies that were created in each other. Load does not hasten their push.
    bool spawned_overlapping = false;
    std::uint8_t count = 0;
    Vec2 normal;                       ///< World, from A to B.
    float warm_rolling_torque = 0.0f;  ///< As warm_normal_force, N·m, on B.
    ManifoldReusePose base;
    std::array<ContactPoint, 2> points{};
    CollideCache cache;
};

}  // namespace toibox
