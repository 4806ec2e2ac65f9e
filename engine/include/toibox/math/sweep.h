// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/transform.h"

namespace toibox {

/// The motion of a rigid frame over one step: the centre of mass moves linearly from c0 to c1, and the
/// orientation is q(t) = q0 · rot(t · delta_angle), t in [0, 1]. This *is* the motion of a step, by
/// definition: intermediate poses come from `pose_at` and nothing else. Sweeps are in double, so that an
/// intermediate pose is rounded to float only once. `delta_angle` is unwrapped (3π is one and a half turns)
/// and never recovered by atan2. Source: E. Catto, "Continuous Collision", GDC 2013 (sweeps).
struct Sweep {
    Vec2d local_center{};      ///< Centre of mass in the frame of the shape or body, metres.
    Vec2d c0{};                ///< Centre in the world at t = 0.
    Vec2d c1{};                ///< Centre in the world at t = 1.
    Rotd q0{};                 ///< Orientation at t = 0, unit length.
    double delta_angle = 0.0;  ///< Rotation over the step, radians.
};

/// The centre of mass at t.
constexpr Vec2d center_at(const Sweep& sweep, double t) {
    return {(1.0 - t) * sweep.c0.x + t * sweep.c1.x, (1.0 - t) * sweep.c0.y + t * sweep.c1.y};
}
/// The orientation at t; renormalised, so that a chain of sweeps does not drift.
inline Rotd rotation_at(const Sweep& sweep, double t) {
    return sweep.delta_angle == 0.0 ? sweep.q0 : normalized(sweep.q0 * make_rotd(t * sweep.delta_angle));
}
/// The pose of the frame at t: its origin, not the centre of mass, and its orientation.
inline Transformd pose_at(const Sweep& sweep, double t) {
    const Rotd q = rotation_at(sweep, t);
    return {center_at(sweep, t) - rotate(q, sweep.local_center), q};
}
/// The motion from t to 1 as a sweep: what remains after an impact at t.
inline Sweep remainder(const Sweep& sweep, double t) {
    return {sweep.local_center, center_at(sweep, t), sweep.c1, rotation_at(sweep, t),
            (1.0 - t) * sweep.delta_angle};
}

}  // namespace toibox
