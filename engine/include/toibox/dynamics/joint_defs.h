// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/math/vec2.h"

#include <optional>
#include <variant>

namespace toibox {

/// Definitions of joints. A joint connects two bodies, at least one of them dynamic; to attach a body to the
/// world, use a static body. Points and axes are in world coordinates at creation. Limit, motor and spring
/// act on the coordinate of the joint: the angle of B relative to A, the displacement along the axis, or the
/// distance between the anchors. A joint whose load exceeds its break force or torque is destroyed at the end
/// of the step (Events::joint_break); 0 is unbreakable.

/// Range of the joint's coordinate.
struct JointLimit {
    bool enabled = false;
    float lower = 0.0f;  ///< Radians or metres, ≤ upper.
    float upper = 0.0f;  ///< Radians or metres.

    friend bool operator==(const JointLimit&, const JointLimit&) = default;
};

/// Drives the joint's coordinate at a speed, with a bounded force.
struct JointMotor {
    bool enabled = false;
    float speed = 0.0f;      ///< rad/s or m/s
    float max_force = 0.0f;  ///< N·m for angles, N for distances; ≥ 0.

    friend bool operator==(const JointMotor&, const JointMotor&) = default;
};

/// Pulls the joint's coordinate to a target. Integrated by implicit Euler: stable at any stiffness, but each
/// sub-step of length h divides the amplitude of an undamped spring by √(1 + (ω h)²). The frequency holds for
/// the masses of the two bodies along a line, or for their inertia about the point of a hinge. A distance or
/// wheel joint with an anchor away from a centre of mass swings faster, because the effective mass at that
/// anchor is smaller. Springs that are too fast for the sub-steps (tuning::max_spring_phase), and stiff
/// angular springs of bodies with several joints (tuning::max_shared_spring_phase), are softened.
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
    std::optional<float> reference_angle = std::nullopt;
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;   ///< N; 0 is unbreakable.
    float break_torque = 0.0f;  ///< N·m; 0 is unbreakable.
};

/// Keeps the distance between two points, like a rod. With an enabled spring, limit or motor the distance may
/// change: a limit alone makes a rope (lower 0) or a telescope.
struct DistanceJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor_a{};  ///< World, at creation.
    Vec2 anchor_b{};
    std::optional<float> length = std::nullopt;  ///< Metres, > 0; if absent, the distance at creation.
    bool collide_connected = false;
    JointLimit limit{};  ///< Limits of the distance itself, not relative to `length`; lower ≥ 0.
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
    /// Fixed angle of B relative to A, radians; if absent, the angle at creation.
    std::optional<float> reference_angle = std::nullopt;
    JointLimit limit{};
    JointMotor motor{};
    JointSpring spring{};
    float break_force = 0.0f;   ///< N; 0 is unbreakable.
    float break_torque = 0.0f;  ///< N·m; 0 is unbreakable.
};

/// Fixes two bodies to each other, rigidly or by springs.
struct WeldJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    Vec2 anchor{};
    bool collide_connected = false;
    /// Fixed angle of B relative to A, radians; if absent, the angle at creation.
    std::optional<float> reference_angle = std::nullopt;
    float linear_frequency = 0.0f;       ///< Hz, for the reduced mass of the bodies; 0 is rigid.
    float linear_damping_ratio = 1.0f;   ///< A ratio; 1 is critical.
    float angular_frequency = 0.0f;      ///< Hz; 0 is rigid.
    float angular_damping_ratio = 1.0f;  ///< A ratio; 1 is critical.
    float break_force = 0.0f;            ///< N; 0 is unbreakable.
    float break_torque = 0.0f;           ///< N·m; 0 is unbreakable.
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

/// Moves B relative to A with a bounded force, to an offset or at a velocity. B approaches an offset only at
/// a speed from which max_force can stop the two bodies under their weight and applied forces, so it does not
/// overshoot. Other bodies that A and B push or pull are not considered: if they have more than a quarter of
/// the mass of A and B, B overshoots.
struct MotorJointDef {
    BodyHandle body_a{};
    BodyHandle body_b{};
    bool collide_connected = false;
    /// Target position of B's origin in A's frame, metres; if absent, the position at creation.
    std::optional<Vec2> linear_offset = std::nullopt;
    /// Target angle of B relative to A, radians; if absent, the angle at creation.
    std::optional<float> angular_offset = std::nullopt;
    /// Target velocity of B relative to A, in A's frame, m/s; added to the correction of the offset.
    Vec2 linear_velocity{};
    float angular_velocity = 0.0f;  ///< rad/s
    float max_force = 1.0f;         ///< N
    float max_torque = 1.0f;        ///< N·m
    /// Fraction of the offset error that is removed per sub-step, 0 … 1; 0: only velocities are driven.
    float correction_factor = 0.3f;
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

/// Changes of a joint at run time. Absent fields stay unchanged; a field that the kind of joint does not have
/// is an error.
struct JointChange {
    std::optional<JointLimit> limit = std::nullopt;
    std::optional<JointMotor> motor = std::nullopt;
    std::optional<JointSpring> spring = std::nullopt;
    std::optional<float> length = std::nullopt;            ///< Distance joint, metres.
    std::optional<Vec2> target = std::nullopt;             ///< Mouse joint, world.
    std::optional<Vec2> linear_offset = std::nullopt;      ///< Motor joint, metres.
    std::optional<float> angular_offset = std::nullopt;    ///< Radians.
    std::optional<Vec2> linear_velocity = std::nullopt;    ///< m/s
    std::optional<float> angular_velocity = std::nullopt;  ///< rad/s
    std::optional<float> max_force = std::nullopt;         ///< N
    std::optional<float> max_torque = std::nullopt;        ///< N·m
    std::optional<float> break_force = std::nullopt;       ///< N; 0 is unbreakable.
    std::optional<float> break_torque = std::nullopt;      ///< N·m; 0 is unbreakable.
};

}  // namespace toibox
