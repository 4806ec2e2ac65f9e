// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint_defs.h"
#include "toibox/math/vec2.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

namespace toibox {

/// Joints as the world stores them: the definition in body frames, and results of the last step.

/// Index of a scalar row within its joint. Fixed, so that accumulated impulses stay with their row when a
/// motor or limit is switched on or off.
enum class RowSlot : std::uint8_t {
    Angle,   ///< Fixes the relative angle (weld, prismatic, motor joint).
    Line,    ///< Keeps B's anchor on a line (prismatic, wheel) or at a distance (distance joint).
    Spring,  ///< Acts on the joint's coordinate, as do Motor, Lower and Upper.
    Motor,
    Lower,
    Upper,
};
inline constexpr std::size_t max_scalar_rows = 6;

/// Accumulated impulses that a joint keeps between steps.
struct JointImpulses {
    Vec2 point;                                   ///< N·s, on B.
    std::array<float, max_scalar_rows> scalar{};  ///< By RowSlot, N·s or N·m·s.
};

/// Data that every kind of joint has.
struct JointBase {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;  ///< Equals body_a in a mouse joint only.
    Vec2 local_a;              ///< Anchor, in the frame of A.
    Vec2 local_b;              ///< Anchor, in the frame of B.
    bool collide_connected = false;
    float break_force = 0.0f;   ///< N; 0 is unbreakable.
    float break_torque = 0.0f;  ///< N·m; 0 is unbreakable.
    /// Warm start of the next step: impulses per second (N, N·m), which do not depend on the step length.
    JointImpulses impulses;
    Vec2 force;               ///< Load on B at its anchor, mean over the last detection sub-step, N.
    float torque = 0.0f;      ///< Likewise, N·m.
    bool overloaded = false;  ///< Exceeded break_force or break_torque; destroyed at the end of the step.
};

struct RevoluteJoint {
    JointBase base;
    double reference_angle = 0.0;  ///< Unwrapped angle of B − unwrapped angle of A at coordinate 0, radians.
    JointLimit limit;
    JointMotor motor;
    JointSpring spring;
};

struct DistanceJoint {
    JointBase base;
    float length = 1.0f;  ///< Metres, > 0.
    JointLimit limit;
    JointMotor motor;
    JointSpring spring;
};

struct PrismaticJoint {
    JointBase base;
    Vec2 local_axis{1.0f, 0.0f};   ///< Unit, A's frame.
    double reference_angle = 0.0;  ///< Radians.
    JointLimit limit;
    JointMotor motor;
    JointSpring spring;
};

struct WeldJoint {
    JointBase base;
    double reference_angle = 0.0;        ///< Radians.
    float linear_frequency = 0.0f;       ///< Hz; 0 is rigid.
    float linear_damping_ratio = 1.0f;   ///< A ratio; 1 is critical.
    float angular_frequency = 0.0f;      ///< Hz; 0 is rigid.
    float angular_damping_ratio = 1.0f;  ///< A ratio; 1 is critical.
};

struct WheelJoint {
    JointBase base;
    Vec2 local_axis{0.0f, 1.0f};  ///< Unit, A's frame.
    JointLimit limit;
    JointMotor motor;
    JointSpring spring;
};

/// B's anchor is B's origin; A's anchor is the point to which B's origin is moved.
struct MotorJoint {
    JointBase base;
    double reference_angle = 0.0;    ///< Radians.
    Vec2 linear_velocity;            ///< A's frame, m/s.
    float angular_velocity = 0.0f;   ///< rad/s
    float max_force = 1.0f;          ///< N
    float max_torque = 1.0f;         ///< N·m
    float correction_factor = 0.3f;  ///< Fraction of the error that is removed per sub-step.
};

/// body_a and body_b are both the dragged body. The spring acts from `target` to anchor local_b.
struct MouseJoint {
    JointBase base;
    Vec2 target;                 ///< World, metres.
    float frequency = 5.0f;      ///< Hz
    float damping_ratio = 0.7f;  ///< A ratio; 1 is critical.
    float max_force = 1000.0f;   ///< N
};

using Joint =
    std::variant<RevoluteJoint, DistanceJoint, PrismaticJoint, WeldJoint, WheelJoint, MotorJoint, MouseJoint>;

inline JointBase& base_of(Joint& joint) {
    return std::visit([](auto& one) -> JointBase& { return one.base; }, joint);
}
inline const JointBase& base_of(const Joint& joint) {
    return std::visit([](const auto& one) -> const JointBase& { return one.base; }, joint);
}

/// The name of the kind in scene files: "revolute", "distance", …
std::string_view kind_name(const Joint& joint);

/// Load of a joint: the mean force and torque on body B at its anchor in the last detection sub-step. For a
/// rope or chain at rest, the force is the tension.
struct JointLoad {
    Vec2 force;           ///< N, world.
    float torque = 0.0f;  ///< N·m
};

}  // namespace toibox
