// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/joint_defs.h"
#include "toibox/dynamics/joint_rows.h"

#include <cstdint>
#include <string_view>
#include <variant>

namespace toibox {

/// Joints as a world keeps them: the definition in local frames, and what the last step left.

/// What all joints have.
struct JointBase {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;  ///< Differs from body_a, but for a mouse joint.
    Vec2 local_a;              ///< Anchors, in the bodies' frames.
    Vec2 local_b;
    bool collide_connected = false;
    float break_force = 0.0f;   ///< N; 0 does not break.
    float break_torque = 0.0f;  ///< N·m
    /// What the next step starts from, whatever its length: impulses of a second.
    JointImpulses impulses;
    Vec2 force;               ///< On B at its anchor, mean of the last detection sub-step, N.
    float torque = 0.0f;      ///< On B, N·m.
    bool overloaded = false;  ///< Carried more than it can in this step; its end destroys it.
};

struct RevoluteJoint {
    JointBase base;
    double reference_angle = 0.0;  ///< Unwrapped angle of B − that of A that counts as 0, radians.
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
    Vec2 local_axis{1.0f, 0.0f};  ///< Unit, A's frame.
    double reference_angle = 0.0;
    JointLimit limit;
    JointMotor motor;
    JointSpring spring;
};

struct WeldJoint {
    JointBase base;
    double reference_angle = 0.0;
    float linear_frequency = 0.0f;  ///< Hz; 0 is rigid.
    float linear_damping_ratio = 1.0f;
    float angular_frequency = 0.0f;
    float angular_damping_ratio = 1.0f;
};

struct WheelJoint {
    JointBase base;
    Vec2 local_axis{0.0f, 1.0f};  ///< Unit, A's frame.
    JointLimit limit;
    JointMotor motor;
    JointSpring spring;
};

/// B's anchor is its origin; A's is where that is to be.
struct MotorJoint {
    JointBase base;
    double reference_angle = 0.0;
    Vec2 linear_velocity;  ///< A's frame, m/s.
    float angular_velocity = 0.0f;
    float max_force = 1.0f;
    float max_torque = 1.0f;
    float correction_factor = 0.3f;
};

/// Both ends are the body that is held, by local_b; the other anchor is in the world.
struct MouseJoint {
    JointBase base;
    Vec2 target;  ///< World
    float frequency = 5.0f;
    float damping_ratio = 0.7f;
    float max_force = 1000.0f;
};

using Joint =
    std::variant<RevoluteJoint, DistanceJoint, PrismaticJoint, WeldJoint, WheelJoint, MotorJoint, MouseJoint>;

inline JointBase& base_of(Joint& joint) {
    return std::visit([](auto& one) -> JointBase& { return one.base; }, joint);
}
inline const JointBase& base_of(const Joint& joint) {
    return std::visit([](const auto& one) -> const JointBase& { return one.base; }, joint);
}

/// "revolute", "distance", …: as scenes write it.
std::string_view kind_name(const Joint& joint);

/// What a joint carries: the mean over the last step of what it does to body B at its anchor. The impulses of
/// a rope or chain at rest are its tension.
struct JointLoad {
    Vec2 force;           ///< N, world.
    float torque = 0.0f;  ///< N·m
};

}  // namespace toibox
