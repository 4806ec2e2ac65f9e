// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"
#include "toibox/dynamics/defs.h"
#include "toibox/math/sweep.h"
#include "toibox/math/transform.h"

#include <cstdint>

namespace toibox {

/// The parts of a body, each in a column of its own, indexed by BodyHandle::index. Small structs, split by
/// who reads them when: poses and velocities are hot in the solver, the rest is cold.

/// Where a body is: its centre of mass and orientation, world.
struct BodyPose {
    Vec2 center;
    Rot rotation;

    friend bool operator==(const BodyPose&, const BodyPose&) = default;
};

struct BodyVelocity {
    Vec2 linear;           ///< Of the centre of mass, m/s.
    float angular = 0.0f;  ///< rad/s
};

/// What has been asked of a body since the last step; cleared by the step.
struct BodyForce {
    Vec2 force;  ///< N
    float torque = 0.0f;
};

struct BodyMass {
    float mass = 0.0f;     ///< 0 for static and kinematic bodies.
    float inertia = 0.0f;  ///< About the centre of mass.
    float inv_mass = 0.0f;
    float inv_inertia = 0.0f;
    Vec2 local_center;        ///< Centre of mass in the body's frame.
    float max_extent = 0.0f;  ///< Greatest distance of a surface point from the centre of mass.
    float min_extent = 0.0f;  ///< Least inner radius of the body's shapes; 0 with a segment.

    friend bool operator==(const BodyMass&, const BodyMass&) = default;
};

/// The motion of the last step (or, inside one, of this step so far): the pose it started from and how far it
/// turned, unwrapped.
struct BodyMotion {
    BodyPose start;
    float delta_angle = 0.0f;
    float box_slack =
        0.0f;            ///< How far any surface point may yet move before it may leave a fat box, metres.
    double angle = 0.0;  ///< Unwrapped sum over all steps: the angle that people read. No step reads it.
};

struct BodyInfo {
    BodyType type = BodyType::Static;
    bool bullet = false;
    bool fixed_rotation = false;
    bool lock_x = false;
    bool lock_y = false;
    bool allow_sleep = true;
    float linear_damping = 0.0f;
    float angular_damping = 0.0f;
    float gravity_scale = 1.0f;
    bool has_mass_override = false;
    MassOverride mass_override;
    std::uint32_t first_shape = BodyHandle::null_index;  ///< Head of the body's shape list …
    std::uint32_t last_shape = BodyHandle::null_index;   ///< … and its end, where shapes are attached.
    std::uint64_t user_data = 0;
};

/// How a body answers to an impulse along the world's x and y, 1/kg. A locked axis is infinitely heavy, here
/// and in each effective mass made of it; to solve with the whole mass and strike out the velocity afterwards
/// would have the other body bounce off less than it should.
inline Vec2 inv_mass_by_axis(const BodyMass& mass, const BodyInfo& info) {
    return {info.lock_x ? 0.0f : mass.inv_mass, info.lock_y ? 0.0f : mass.inv_mass};
}

/// What is left of a velocity by the body's locks.
inline BodyVelocity apply_locks(const BodyVelocity& velocity, const BodyInfo& info) {
    return {{info.lock_x ? 0.0f : velocity.linear.x, info.lock_y ? 0.0f : velocity.linear.y},
            info.fixed_rotation ? 0.0f : velocity.angular};
}

/// Whether a body is simulated. Static bodies count as awake.
struct BodySleep {
    float still_time = 0.0f;  ///< Seconds that it has been slower than settings.sleep_speed; held at half of
                              ///< sleep_time while its island is not calm (put_islands_to_sleep.cpp).
    std::uint32_t island = BodyHandle::null_index;  ///< Asleep: the least index of the bodies that fell
                                                    ///< asleep with it; null while awake.
};

/// The frame of the body (origin, orientation), from its centre.
inline Transform body_transform(const BodyPose& pose, Vec2 local_center) {
    return {pose.center - rotate(pose.rotation, local_center), pose.rotation};
}

/// The sweep of a body from `motion.start` to `end_center`.
inline Sweep body_sweep(const BodyMotion& motion, Vec2 end_center, Vec2 local_center) {
    return {widen(local_center), widen(motion.start.center), widen(end_center), widen(motion.start.rotation),
            static_cast<double>(motion.delta_angle)};
}

/// The pose of a sweep at t, rounded once: the committed pose, and the next start.
inline BodyPose body_pose_at(const Sweep& sweep, double t) {
    return {narrow(center_at(sweep, t)), narrow(rotation_at(sweep, t))};
}

}  // namespace toibox
