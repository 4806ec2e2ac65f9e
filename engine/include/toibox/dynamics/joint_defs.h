// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <optional>
#include <variant>

namespace toibox {

/// Definitions of joints. Each ties two bodies, of which at least one is dynamic; a joint to the world ties a
/// static body. Points and axes are given in the world, as the bodies stand at creation. What a joint may do
/// beyond holding (limit, motor, spring) acts on its coordinate: the angle of B against A, the distance along
/// its axis, or the distance of its anchors. Break force and torque: 0 does not break; a joint that carried
/// more in a step is destroyed at its end (Events::joint_break).

/// Where the coordinate may be.
struct JointLimit {
    bool enabled = false;
    float lower = 0.0f;  ///< Radians or metres, ≤ upper.
    float upper = 0.0f;

    friend bool operator==(const JointLimit&, const JointLimit&) = default;
};

/// Brings the coordinate to a speed with a bounded force.
struct JointMotor {
    bool enabled = false;
    float speed = 0.0f;      ///< rad/s or m/s
    float max_force = 0.0f;  ///< N·m for angles, N for distances; ≥ 0.

    friend bool operator==(const JointMotor&, const JointMotor&) = default;
};

/// Pulls the coordinate to a target. Implicit in time, hence stable at any stiffness; undamped, it loses what
/// implicit Euler does, a factor √(1 + (ω h)²) of its amplitude a sub-step. The frequency is that of what the
/// joint lets move: of the two masses along a line, of the two bodies about the point of a hinge. A distance
/// joint or wheel whose anchor lies off a centre of mass swings faster, as that end gives way. Springs that
/// the steps can't tell (tuning::max_spring_phase), and stiff ones about an angle of bodies with other
/// joints, are softer than asked.
struct JointSpring {
    bool enabled = false;
    float frequency = 4.0f;      ///< Hz, > 0.
    float damping_ratio = 0.7f;  ///< 1 is critical.
    float target = 0.0f;         ///< Radians or metres; of a distance joint, beyond its length.

    friend bool operator==(const JointSpring&, const JointSpring&) = default;
};

/// Two bodies share a point and turn freely about it.
struct RevoluteJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};  ///< World, at creation.
    bool collide_connected = false;
    /// Angle of B against A that counts as 0, radians; as created if absent. Turns are counted: limits may
    /// lie several turns apart.
    std::optional<float> reference_angle = std::nullopt;
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;   ///< N
    float break_torque = 0.0f;  ///< N·m
};

/// Two points keep their distance: a rod. With a spring, limit or motor it is no longer rigid: with a limit
/// alone it is a rope (lower 0) or a telescope.
struct DistanceJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor_a{};  ///< World, at creation.
    Vec2 anchor_b{};
    std::optional<float> length = std::nullopt;  ///< Metres, > 0; as created if absent.
    bool collide_connected = false;
    JointLimit limit{};  ///< Of the distance itself, lower ≥ 0.
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;
};

/// B slides along an axis of A and does not turn against it. The coordinate is how far B's anchor has slid.
struct PrismaticJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    Vec2 axis{1.0f, 0.0f};  ///< World, at creation, of any length but 0; turns with A.
    bool collide_connected = false;
    std::optional<float> reference_angle = std::nullopt;  ///< That B keeps against A; as created if absent.
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;
    float break_torque = 0.0f;
};

/// Two bodies are one, or nearly so: a frequency of 0 is rigid.
struct WeldJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    bool collide_connected = false;
    std::optional<float> reference_angle = std::nullopt;
    float linear_frequency = 0.0f;  ///< Hz, of the reduced mass of the two bodies.
    float linear_damping_ratio = 1.0f;
    float angular_frequency = 0.0f;  ///< Hz
    float angular_damping_ratio = 1.0f;
    float break_force = 0.0f;
    float break_torque = 0.0f;
};

/// A wheel B on a suspension of A: slides along the axis, turns freely. Limit and spring act on the distance
/// along the axis, the motor on the turning.
struct WheelJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    Vec2 axis{0.0f, 1.0f};  ///< World, at creation, of any length but 0; turns with A.
    bool collide_connected = false;
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{.enabled = true};
    float break_force = 0.0f;
    float break_torque = 0.0f;
};

/// Moves B against A with a bounded force: to an offset, or at a velocity. Towards an offset it goes no
/// faster than the force can stop the two bodies, against weight and applied forces, and so does not fly
/// past. Other bodies that they push or pull are not taken into account: beyond a quarter of their mass it
/// overshoots.
struct MotorJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    bool collide_connected = false;
    std::optional<Vec2> linear_offset = std::nullopt;  ///< Of B's origin in A's frame; as created if absent.
    std::optional<float> angular_offset = std::nullopt;
    Vec2 linear_velocity{};  ///< Of B against A, in A's frame, m/s; on top of what closes the offset.
    float angular_velocity = 0.0f;
    float max_force = 1.0f;          ///< N
    float max_torque = 1.0f;         ///< N·m
    float correction_factor = 0.3f;  ///< Share of the error that a sub-step takes out, 0 … 1; 0 is a pure
                                     ///< drive.
    float break_force = 0.0f;
    float break_torque = 0.0f;
};

/// A spring from a point of a body to a target in the world, with a bounded force: how the mouse drags.
struct MouseJointDef {
    BodyHandle body{};
    Vec2 point{};            ///< World; the point of the body that is held.
    Vec2 target{};           ///< World
    float frequency = 5.0f;  ///< Hz
    float damping_ratio = 0.7f;
    float max_force = 1000.0f;  ///< N
};

using JointDef = std::variant<RevoluteJointDef, DistanceJointDef, PrismaticJointDef, WeldJointDef,
                              WheelJointDef, MotorJointDef, MouseJointDef>;

/// What may be changed of a joint at run time. Fields left empty stay as they are; a field that the kind of
/// joint does not have is refused.
struct JointChange {
    std::optional<JointLimit> limit = std::nullopt;
    std::optional<JointMotor> motor = std::nullopt;
    std::optional<JointSpring> spring = std::nullopt;
    std::optional<float> length = std::nullopt;        ///< Distance joint.
    std::optional<Vec2> target = std::nullopt;         ///< Mouse joint, world.
    std::optional<Vec2> linear_offset = std::nullopt;  ///< Motor joint, as the rest.
    std::optional<float> angular_offset = std::nullopt;
    std::optional<Vec2> linear_velocity = std::nullopt;
    std::optional<float> angular_velocity = std::nullopt;
    std::optional<float> max_force = std::nullopt;
    std::optional<float> max_torque = std::nullopt;
    std::optional<float> break_force = std::nullopt;
    std::optional<float> break_torque = std::nullopt;
};

}  // namespace toibox
