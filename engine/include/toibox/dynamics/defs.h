// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/continuous_override.h"
#include "toibox/dynamics/joint_defs.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/vec2.h"

#include <cstdint>
#include <optional>
#include <string>

namespace toibox {

enum class BodyType : std::uint8_t {
    // Ascending by how freely the body moves.
    Static,     ///< Never moves; infinite mass.
    Kinematic,  ///< Moves at a prescribed velocity; infinite mass.
    Dynamic,    ///< Moves under forces, contacts and joints.
};

/// Replaces the mass computed from the shapes' densities. The inertia is about the centre of mass.
struct MassOverride {
    float mass = 1.0f;     ///< kg, > 0
    float inertia = 1.0f;  ///< kg·m², ≥ 0; with 0 the body does not rotate.
    Vec2 center{};         ///< Body frame, metres.

    friend bool operator==(const MassOverride&, const MassOverride&) = default;
};

struct BodyDef {
    BodyType type = BodyType::Dynamic;
    Vec2 position{};                ///< Of the body's origin (not of the centre of mass), world, metres.
    float angle = 0.0f;             ///< Radians, counter-clockwise.
    Vec2 linear_velocity{};         ///< Of the centre of mass, m/s.
    float angular_velocity = 0.0f;  ///< rad/s
    float linear_damping = 0.0f;    ///< 1/s
    float angular_damping = 0.0f;   ///< 1/s
    float gravity_scale = 1.0f;     ///< Factor of the world's gravity.
    bool bullet = false;            ///< Also searched for impacts with dynamic bodies.
    bool fixed_rotation = false;
    bool lock_x = false;  ///< No motion along the world's x axis.
    bool lock_y = false;  ///< No motion along the world's y axis.
    bool allow_sleep = true;
    bool awake = true;  ///< False: if settings.sleeping is on, a dynamic body starts asleep, in an island of
                        ///< its own and with velocity 0.
    std::optional<MassOverride> mass = std::nullopt;
    ContinuousOverride continuous{};  ///< Per-body policies only (is_per_body_policy).
    std::uint64_t user_data = 0;      ///< For the caller; not used by the engine.
};

/// Two shapes may collide if each mask contains the other's category. Equal groups ≠ 0 take precedence:
/// shapes of a positive group always collide, shapes of a negative group never do.
struct Filter {
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
    std::int32_t group = 0;

    friend bool operator==(const Filter&, const Filter&) = default;
};
constexpr bool may_collide(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) return a.group > 0;
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

struct Material {
    float density = 1.0f;      ///< kg/m², ≥ 0
    float friction = 0.6f;     ///< Coulomb coefficient, ≥ 0; a pair uses the geometric mean.
    float restitution = 0.0f;  ///< 0 … 1; a pair uses the larger one.
    /// Torque against rolling, divided by normal force × rounding radius, ≥ 0; a pair uses the shape with the
    /// larger product of this and the rounding radius.
    float rolling_resistance = 0.0f;
    /// Conveyor belt: speed of the surface, clockwise around the shape (to the right on its top), m/s; a pair
    /// uses the sum.
    float tangent_speed = 0.0f;

    friend bool operator==(const Material&, const Material&) = default;
};

struct ShapeDef {
    Material material{};
    Filter filter{};
    /// Reports overlaps but pushes nothing. Senses shapes of any body that the filters allow, unless both
    /// bodies are static. For fast bodies see ContactEvent.
    bool sensor = false;
    std::uint64_t user_data = 0;  ///< For the caller; not used by the engine.
    /// Direction of the solid side. Makes the shape a one-way platform (one_way.h): solid only for shapes
    /// that come from that side. Body frame, any length but 0; not for sensors. Queries treat the shape as
    /// solid from all sides.
    std::optional<Vec2> one_way = std::nullopt;
};

/// An explosion: a radial impulse on nearby solid shapes of dynamic bodies, if their categories are in the
/// mask. Bodies do not shield each other.
struct ExplosionDef {
    Vec2 position{};       ///< World, metres.
    float radius = 1.0f;   ///< Full strength if the surface of a shape is within this distance, metres, ≥ 0.
    float falloff = 0.0f;  ///< Beyond `radius`, the impulse falls to 0 over this distance, metres, ≥ 0.
    /// N·s per metre of a shape's width perpendicular to the blast (at most the diameter of the blast
    /// counts); negative values pull.
    float impulse_per_length = 1.0f;
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories of affected shapes.
};

/// Why a definition was rejected: {"linear_velocity.x", "is not a finite number"}.
struct DefError {
    std::string field;
    std::string message;
};

}  // namespace toibox
