// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/joint_defs.h"
#include "toibox/dynamics/own_continuous.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/vec2.h"

#include <cstdint>
#include <optional>
#include <string>

namespace toibox {

enum class BodyType : std::uint8_t {
    // In ascending order of freedom.
    Static,     ///< Never moves; infinite mass.
    Kinematic,  ///< Moves as told; infinite mass.
    Dynamic,
};

/// Overrides what densities give. Inertia about the centre of mass.
struct MassOverride {
    float mass = 1.0f;     ///< kg, > 0
    float inertia = 1.0f;  ///< kg·m², ≥ 0; 0 means that the body does not turn.
    Vec2 center{};         ///< Body frame, metres.

    friend bool operator==(const MassOverride&, const MassOverride&) = default;
};

struct BodyDef {
    BodyType type = BodyType::Dynamic;
    Vec2 position{};                ///< Of the body's origin (not the centre of mass), world.
    float angle = 0.0f;             ///< Radians, counter-clockwise.
    Vec2 linear_velocity{};         ///< Of the centre of mass, m/s.
    float angular_velocity = 0.0f;  ///< rad/s
    float linear_damping = 0.0f;    ///< 1/s
    float angular_damping = 0.0f;   ///< 1/s
    float gravity_scale = 1.0f;
    bool bullet = false;  ///< Continuous against dynamic bodies too.
    bool fixed_rotation = false;
    bool lock_x = false;  ///< Never moves along the world's x …
    bool lock_y = false;  ///< … or y.
    bool allow_sleep = true;
    bool awake = true;  ///< False, where settings.sleeping is on: a dynamic body sleeps from the start,
                        ///< alone; its velocity is not used.
    std::optional<MassOverride> mass = std::nullopt;
    ContinuousOverride continuous{};  ///< Of its own; only a policy that acts body by body.
    std::uint64_t user_data = 0;      ///< The caller's; carried along.
};

/// Two shapes may touch if each one's mask admits the other's category, unless they share a group:
/// a positive group always collides, a negative one never.
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
    float density = 1.0f;             ///< kg/m², ≥ 0
    float friction = 0.6f;            ///< Coulomb coefficient, ≥ 0; a pair has the geometric mean.
    float restitution = 0.0f;         ///< 0 … 1; a pair has the greater.
    float rolling_resistance = 0.0f;  ///< ≥ 0: torque on a rolling body, as a share of normal force × radius
                                      ///< of the rounding; a pair has the greater.
    /// m/s: the surface runs clockwise round the shape (to the right on its top), as a conveyor belt; a pair
    /// has the sum.
    float tangent_speed = 0.0f;

    friend bool operator==(const Material&, const Material&) = default;
};

struct ShapeDef {
    Material material{};
    Filter filter{};
    /// Reports overlap, has no response. Of any two bodies that are not both static, as far as the filters
    /// admit them; how fast they may be is stated in events.h.
    bool sensor = false;
    std::uint64_t user_data = 0;
    /// Makes a platform of the shape: it is solid only for what comes from the side that this direction
    /// points to, and lets everything else pass (one_way.h). In the frame of the body, of any length but 0;
    /// not of a sensor. Queries see the shape from all sides.
    std::optional<Vec2> one_way = std::nullopt;
};

/// A blast: a radial impulse, all at once, on every shape near it that its mask admits. Bodies do not shield
/// one another.
struct ExplosionDef {
    Vec2 position{};       ///< World
    float radius = 1.0f;   ///< Full strength up to this distance of a shape's surface, metres, ≥ 0 …
    float falloff = 0.0f;  ///< … and falling linearly to none over this one.
    float impulse_per_length =
        1.0f;  ///< N·s for each metre of a shape that faces the blast; negative draws in.
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories that feel it.
};

/// Why a definition was refused: {"linear_velocity.x", "is not a finite number"}.
struct DefError {
    std::string field;
    std::string message;
};

}  // namespace toibox
