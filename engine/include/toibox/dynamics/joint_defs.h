// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <optional>
#include <variant>

namespace toibox {

/// Definitions of joints. A joint connects two bodies, at least one of them dynamic; to attach a body to the
/// world, use a static body. Points and axes are in world coordinates at creation. Limit, motor and spring
/// act on the coordinate of the joint: the angle of B relative to A, the distance along its axis, or the
/// distance between its anchors. A joint that exceeds its break force or torque in a step is destroyed at its
/// end (Events::joint_break); 0 is unbreakable.

/// Range of the coordinate.
struct JointLimit {
    bool enabled = false;
    float lower = 0.0f;  ///< Radians or metres, ≤ upper.
    float upper = 0.0f;  ///< Radians or metres.

    friend bool operator==(const JointLimit&, const JointLimit&) = default;
};

/// Drives the coordinate at a speed, with a bounded force.
struct JointMotor {
    bool enabled = false;
    float speed = 0.0f;      ///< rad/s or m/s
    float max_force = 0.0f;  ///< N·m for angles, N for distances; ≥ 0.

    friend bool operator==(const JointMotor&, const JointMotor&) = default;
};

/// Pulls the coordinate to a target. Integrated by implicit Euler: stable at any stiffness, but an undamped
/// spring loses a factor √(1 + (ω h)²) of its amplitude per sub-step. The frequency is defined with the
/// masses of the two bodies along a line, or with the inertia of the two bodies about the point of a hinge. A
/// distance or wheel joint whose anchor is off a centre of mass swings faster, because the effective mass is
/// smaller there. Springs too fast for the sub-steps (tuning::max_spring_phase), and stiff angular springs of
/// bodies with other joints, are softened.
struct JointSpring {
    bool enabled = false;
    float frequency = 4.0f;      ///< Hz, > 0.
    float damping_ratio = 0.7f;  ///< A ratio; 1 is critical.
    float target = 0.0f;         ///< Radians or metres; for a distance joint, relative to its length.

    friend bool operator==(const JointSpring&, const JointSpring&) = default;
};

/// Two bodies share a point and rotate freely about it.
struct RevoluteJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};  ///< World, at creation.
    bool collide_connected = false;
    /// Angle of B relative to A at coordinate 0, radians; if absent, the angle at creation. Full turns count:
    /// limits may be several turns apart.
    std::optional<float> reference_angle = std::nullopt;  ///< Radians.
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;   ///< N
    float break_torque = 0.0f;  ///< N·m
};

/// Two points keep their distance: a rod. It is not rigid with a spring, limit or motor: a limit alone makes
/// a rope (lower 0) or a telescope.
struct DistanceJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor_a{};  ///< World, at creation.
    Vec2 anchor_b{};
    std::optional<float> length = std::nullopt;  ///< Metres, > 0; if absent, the distance at creation.
    bool collide_connected = false;
    JointLimit limit{};  ///< Of the distance, not relative to `length`; lower ≥ 0.
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;  ///< N; 0 is unbreakable.
};

/// B slides along an axis of A and does not rotate relative to A. The coordinate is the displacement of B's
/// anchor along the axis.
struct PrismaticJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    Vec2 axis{1.0f, 0.0f};  ///< World, at creation, any length but 0; fixed in A.
    bool collide_connected = false;
    std::optional<float> reference_angle =
        std::nullopt;  ///< Of B relative to A, radians; if absent, at creation.
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;   ///< N; 0 is unbreakable.
    float break_torque = 0.0f;  ///< N·m; 0 is unbreakable.
};

/// Fixes two bodies to each other, rigidly or by springs: a frequency of 0 is rigid.
struct WeldJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    bool collide_connected = false;
    std::optional<float> reference_angle = std::nullopt;  ///< Radians.
    float linear_frequency = 0.0f;                        ///< Hz, for the reduced mass of the two bodies.
    float linear_damping_ratio = 1.0f;                    ///< A ratio; 1 is critical.
    float angular_frequency = 0.0f;                       ///< Hz
    float angular_damping_ratio = 1.0f;                   ///< A ratio; 1 is critical.
    float break_force = 0.0f;                             ///< N; 0 is unbreakable.
    float break_torque = 0.0f;                            ///< N·m; 0 is unbreakable.
};

/// A wheel B on a suspension of A: it slides along the axis and rotates freely. Limit and spring act along
/// the axis, the motor on the rotation.
struct WheelJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    Vec2 axis{0.0f, 1.0f};  ///< World, at creation, any length but 0; fixed in A.
    bool collide_connected = false;
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{.enabled = true};
    float break_force = 0.0f;   ///< N; 0 is unbreakable.
    float break_torque = 0.0f;  ///< N·m; 0 is unbreakable.
};

/// Moves B relative to A with a bounded force, to an offset or at a velocity. It approaches an offset no
/// faster than the force can stop the two bodies, with their weight and applied forces, so it does not
/// overshoot. Other bodies that they push or pull are not considered: with more than a quarter of their mass
/// it does overshoot.
struct MotorJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    bool collide_connected = false;
    std::optional<Vec2> linear_offset =
        std::nullopt;  ///< Of B's origin in A's frame; if absent, at creation.
    std::optional<float> angular_offset = std::nullopt;  ///< Radians.
    Vec2
        linear_velocity{};  ///< Of B relative to A, in A's frame, m/s; added to the correction of the offset.
    float angular_velocity = 0.0f;  ///< rad/s
    float max_force = 1.0f;         ///< N
    float max_torque = 1.0f;        ///< N·m
    float correction_factor =
        0.3f;                   ///< Share of the error removed per sub-step, 0 … 1; 0 only drives velocities.
    float break_force = 0.0f;   ///< N; 0 is unbreakable.
    float break_torque = 0.0f;  ///< N·m; 0 is unbreakable.
};

/// A spring with a bounded force from a point of a body to a target in the world, for dragging with the
/// mouse.
struct MouseJointDef {
    BodyHandle body{};
    Vec2 point{};                ///< World; the point of the body that is dragged.
    Vec2 target{};               ///< World, metres.
    float frequency = 5.0f;      ///< Hz
    float damping_ratio = 0.7f;  ///< A ratio; 1 is critical.
    float max_force = 1000.0f;   ///< N
};

using JointDef = std::variant<RevoluteJointDef, DistanceJointDef, PrismaticJointDef, WeldJointDef,
                              WheelJointDef, MotorJointDef, MouseJointDef>;

/// Changes of a joint at run time. Empty fields stay unchanged; a field that the kind of joint does not have
/// is an error.
struct JointChange {
    std::optional<JointLimit> limit = std::nullopt;
    std::optional<JointMotor> motor = std::nullopt;
    std::optional<JointSpring> spring = std::nullopt;
    std::optional<float> length = std::nullopt;          ///< Distance joint, metres.
    std::optional<Vec2> target = std::nullopt;           ///< Mouse joint, world.
    std::optional<Vec2> linear_offset = std::nullopt;    ///< Motor joint.
    std::optional<float> angular_offset = std::nullopt;  ///< Radians.
    std::optional<Vec2> linear_velocity = std::nullopt;
    std::optional<float> angular_velocity = std::nullopt;  ///< rad/s
    std::optional<float> max_force = std::nullopt;         ///< N
    std::optional<float> max_torque = std::nullopt;        ///< N·m
    std::optional<float> break_force = std::nullopt;       ///< N; 0 is unbreakable.
    std::optional<float> break_torque = std::nullopt;      ///< N·m; 0 is unbreakable.
};

}  // namespace toibox
