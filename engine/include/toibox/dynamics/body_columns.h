// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/defs.h"
#include "toibox/math/sweep.h"
#include "toibox/math/transform.h"

#include <cstdint>

namespace toibox {

/// The data of a body, one column per struct, indexed by BodyHandle::index. The structs are small and split
/// by access: poses and velocities are hot in the solver, the rest is cold.

/// Centre of mass and orientation, world.
struct BodyPose {
    Vec2 center;
    Rot rotation;

    friend bool operator==(const BodyPose&, const BodyPose&) = default;
};

struct BodyVelocity {
    Vec2 linear;           ///< Of the centre of mass, m/s.
    float angular = 0.0f;  ///< rad/s
};

/// Force and torque applied since the last step; cleared by the step.
struct BodyForce {
    Vec2 force;           ///< N
    float torque = 0.0f;  ///< N·m
};

struct BodyMass {
    float mass = 0.0f;         ///< kg; 0 for static and kinematic bodies.
    float inertia = 0.0f;      ///< About the centre of mass, kg·m².
    float inv_mass = 0.0f;     ///< 1/kg
    float inv_inertia = 0.0f;  ///< 1/(kg·m²)
    Vec2 local_center;         ///< Centre of mass in the body frame, metres.
    float max_extent = 0.0f;   ///< Maximum distance of a surface point from the centre of mass, metres.
    float min_extent =
        0.0f;  ///< Minimum inner radius of the body's solid shapes, metres; 0 if one is a segment.

    friend bool operator==(const BodyMass&, const BodyMass&) = default;
};

/// Motion of a body in the last detection sub-step or, while a step runs, in the current one.
struct BodyMotion {
    BodyPose start;            ///< Pose at the start of the detection sub-step.
    float delta_angle = 0.0f;  ///< Rotation since `start`, full turns included, radians.
    float box_slack =
        0.0f;            ///< How far surface points may still move before one can leave its fat box, metres.
    double angle = 0.0;  ///< Unwrapped angle of the body, radians. Joints count full turns with it.
};

struct BodyInfo {
    BodyType type = BodyType::Static;
    bool bullet = false;
    bool fixed_rotation = false;
    bool lock_x = false;
    bool lock_y = false;
    bool allow_sleep = true;
    float linear_damping = 0.0f;   ///< 1/s
    float angular_damping = 0.0f;  ///< 1/s
    float gravity_scale = 1.0f;    ///< Factor of the world's gravity.
    bool has_mass_override = false;
    MassOverride mass_override;
    std::uint32_t first_shape = BodyHandle::null_index;  ///< First shape of the body's linked list.
    std::uint32_t last_shape = BodyHandle::null_index;   ///< Last shape; new shapes are appended to it.
    std::uint64_t user_data = 0;
};

/// Inverse mass along the world's x and y axes, 1/kg; 0 along a locked axis. Effective masses must be
/// computed from this. Rejected alternative: solving with the full mass and zeroing the locked velocity
/// afterwards; the other body then bounces too little.
inline Vec2 inv_mass_by_axis(const BodyMass& mass, const BodyInfo& info) {
    return {info.lock_x ? 0.0f : mass.inv_mass, info.lock_y ? 0.0f : mass.inv_mass};
}

/// The velocity with its locked components set to 0.
inline BodyVelocity apply_locks(const BodyVelocity& velocity, const BodyInfo& info) {
    return {{info.lock_x ? 0.0f : velocity.linear.x, info.lock_y ? 0.0f : velocity.linear.y},
            info.fixed_rotation ? 0.0f : velocity.angular};
}

/// Sleep state of a body. Static bodies count as awake.
struct BodySleep {
    float slow_time = 0.0f;                         ///< Seconds below settings.sleep_speed.
    std::uint32_t island = BodyHandle::null_index;  ///< While asleep, the lowest index of the bodies that
                                                    ///< fell asleep together; null while awake.
    BodyVelocity mean_velocity;  ///< Exponential mean of the velocity while slow, m/s and rad/s.
    /// Exponential mean of `mean_velocity`, which lags by one more time constant.
    BodyVelocity earlier_mean_velocity;
};

/// The transform of the body's origin, from the pose of its centre of mass.
inline Transform body_transform(const BodyPose& pose, Vec2 local_center) {
    return {pose.center - rotate(pose.rotation, local_center), pose.rotation};
}

/// The sweep of a body from `motion.start` to `end_center`.
inline Sweep body_sweep(const BodyMotion& motion, Vec2 end_center, Vec2 local_center) {
    return {widen(local_center), widen(motion.start.center), widen(end_center), widen(motion.start.rotation),
            static_cast<double>(motion.delta_angle)};
}

/// The pose of a sweep at fraction t, rounded to float once. The next sweep starts from this rounded pose.
inline BodyPose body_pose_at(const Sweep& sweep, double t) {
    return {narrow(center_at(sweep, t)), narrow(rotation_at(sweep, t))};
}

}  // namespace toibox
