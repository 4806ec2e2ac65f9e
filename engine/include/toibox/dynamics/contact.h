// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/rot.h"
#include "toibox/narrow/collide.h"

#include <array>
#include <cstdint>

namespace toibox {

/// A manifold point, with the data that the solver keeps between steps. Anchors are relative to the centres
/// of mass, in world axes, at detection.
struct ContactPoint {
    Vec2 r_a;  ///< Metres.
    Vec2 r_b;  ///< Metres.
    /// Anchors on the cores (without the rounding radius) when the manifold was last computed, in body axes.
    Vec2 local_a;
    Vec2 local_b;
    float base_separation = 0.0f;  ///< When the manifold was last computed, metres.
    float separation = 0.0f;       ///< At detection, metres.
    /// Total impulse on B along the normal in the last detection sub-step, N·s. Includes restitution and the
    /// impacts of the pair.
    float normal_impulse = 0.0f;
    float tangent_impulse = 0.0f;  ///< The same along right_perp(normal), N·s.
    /// Warm start of the next step, N, ≥ 0. A force, so that the length of the step does not matter: the mean
    /// over the last step or, with the soft step, over its last sub-step.
    float warm_normal_force = 0.0f;
    float warm_tangent_force = 0.0f;  ///< N
    /// Normal velocity before gravity and solving, m/s; negative when closing.
    float approach_velocity = 0.0f;
    FeatureId id;
    bool warm = false;  ///< Matched a point of the previous step and took over its impulse.
};

/// Relative pose for which a contact's manifold was computed. The soft step reuses the manifold until the
/// bodies have moved by more than `reach` relative to each other.
struct ManifoldReusePose {
    Vec2 offset;             ///< From the centre of A to that of B, in A's axes, metres.
    Rot turn;                ///< Rotation of B relative to A.
    float max_chord = 0.0f;  ///< Chord on the unit circle of the maximum change of `turn`.
    float reach = -1.0f;     ///< Maximum drift of the points, metres; negative: do not reuse.
};

/// How a pair of shapes responds to contact.
enum class ContactResponse : std::uint8_t {
    Push,    ///< They push each other apart.
    Sense,   ///< One is a sensor: an overlap is reported, nothing is pushed.
    OneWay,  ///< One is a one-way shape that stops the other; it pushes towards its solid side only.
    Passed,  ///< One is a one-way shape that lets the other pass: no points, impulses or events.
};

/// Two shapes whose fat boxes overlap, or that an impact of the last step pushed. Contacts are stored in
/// order of creation; those of one pair search are in ascending pair order.
struct Contact {
    std::uint32_t shape_a = 0;  ///< shape_a < shape_b
    std::uint32_t shape_b = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    float friction = 0.0f;            ///< Coefficient.
    float restitution = 0.0f;         ///< Coefficient.
    float rounding_a = 0.0f;          ///< Rounding radius of shape A, metres.
    float rounding_b = 0.0f;          ///< Of shape B, metres.
    float rolling_resistance = 0.0f;  ///< Torque per normal force, metres.
    /// Speed of B's surface relative to A's while they stick, along right_perp(normal), m/s.
    float tangent_speed = 0.0f;
    ContactResponse response = ContactResponse::Push;
    /// The last detection found a point with separation ≤ 0 (for a sensor, an overlap), or the contact has
    /// pushed since then, or it touched before and has not stopped pushing.
    bool touching = false;
    /// The hit event was already emitted by an impact in this step.
    bool hit_emitted = false;
    /// It began deeper than one step of approach explains, as for bodies created in each other, and is not
    /// pushed out yet. Load does not speed up its push.
    bool spawned_overlapping = false;
    std::uint8_t count = 0;
    Vec2 normal;                       ///< World, from A to B.
    float warm_rolling_torque = 0.0f;  ///< Like warm_normal_force, on B, N·m.
    ManifoldReusePose base;
    std::array<ContactPoint, 2> points{};
    CollideCache cache;
};

}  // namespace toibox
