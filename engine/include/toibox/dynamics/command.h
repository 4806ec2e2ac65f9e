// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <string>
#include <variant>
#include <vector>

namespace toibox {

/// All changes that users can make to a world. Scripts, mouse, panels and recordings use these commands.
/// `apply` checks all values, so commands may come from untrusted sources.
namespace command {

/// Maximum number of shapes in one CreateBody: each attach recomputes the mass from all shapes so far, and a
/// recording stores the command as one block.
inline constexpr std::size_t max_parts = 4096;
struct CreateBody {
    BodyDef body{};
    struct Part {
        Shape shape;
        ShapeDef def{};
    };
    std::vector<Part> parts;
};
struct DestroyBody {
    BodyHandle body{};
};
struct ApplyImpulse {
    BodyHandle body{};
    Vec2 impulse{};               ///< N·s
    std::optional<Vec2> point{};  ///< World; the centre of mass if absent.
    float angular = 0.0f;         ///< N·m·s, applied in addition.
};
struct ApplyForce {
    BodyHandle body{};
    Vec2 force{};                 ///< N, for the next step.
    std::optional<Vec2> point{};  ///< World; the centre of mass if absent.
    float torque = 0.0f;          ///< N·m, for the next step.
};
struct SetVelocity {
    BodyHandle body{};
    std::optional<Vec2> linear{};                 ///< m/s
    std::optional<float> angular = std::nullopt;  ///< rad/s
};
struct SetTransform {
    BodyHandle body{};
    Vec2 position{};     ///< World, metres.
    float angle = 0.0f;  ///< Radians.
};
/// Changes properties of a body. Absent fields stay unchanged.
struct SetBody {
    BodyHandle body{};
    std::optional<bool> bullet = std::nullopt;
    std::optional<bool> fixed_rotation = std::nullopt;
    std::optional<bool> lock_x = std::nullopt;
    std::optional<bool> lock_y = std::nullopt;
    std::optional<bool> allow_sleep = std::nullopt;
    std::optional<BodyType> type = std::nullopt;
    std::optional<float> gravity_scale = std::nullopt;            ///< Factor of the world's gravity.
    std::optional<float> linear_damping = std::nullopt;           ///< 1/s
    std::optional<float> angular_damping = std::nullopt;          ///< 1/s
    std::optional<ContinuousOverride> continuous = std::nullopt;  ///< An empty one removes the override.
};
struct SetMaterial {
    ShapeHandle shape{};
    Material material{};
};
struct Explode {
    ExplosionDef def{};
};
struct SetFilter {
    ShapeHandle shape{};
    Filter filter{};
};
struct SetSettings {
    WorldSettings settings{};
};
struct CreateJoint {
    JointDef def{};
};
struct SetJoint {
    JointHandle joint{};
    JointChange to{};
};
struct SetMouseTarget {
    JointHandle joint{};
    Vec2 target{};  ///< World, metres.
};
struct DestroyJoint {
    JointHandle joint{};
};
/// Like SetTransform, but keeps the angle bit-identical, full turns included.
struct SetPosition {
    BodyHandle body{};
    Vec2 position{};  ///< World, metres.
};

}  // namespace command

using Command =
    std::variant<command::CreateBody, command::DestroyBody, command::ApplyImpulse, command::ApplyForce,
                 command::SetVelocity, command::SetTransform, command::SetBody, command::SetMaterial,
                 command::SetFilter, command::Explode, command::SetSettings, command::CreateJoint,
                 command::SetJoint, command::SetMouseTarget, command::DestroyJoint, command::SetPosition>;

/// The body or joint that a command created; null handles for all other commands.
struct CommandOutcome {
    BodyHandle body{};
    JointHandle joint{};
};
/// What is wrong with a command, without a full stop: "impulse.x is not a finite number".
struct CommandError {
    std::string message;
};

/// Applies the whole command or, on error, changes nothing.
Result<CommandOutcome, CommandError> apply(World& world, const Command& command);

}  // namespace toibox
