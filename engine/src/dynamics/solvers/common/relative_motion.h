// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/body_columns.h"
#include "toibox/math/vec2.h"

#include <cmath>
#include <span>

namespace toibox {

/// Joints do no work: the kinetic energy that a finite time step takes from jointed bodies is given back to
/// their motion relative to each other. A template parameter Body has `mass` (Vec2d, along the world's x and
/// y, kg; 0 where the body cannot move), `inertia` (kg·m²), `velocity` (BodyVelocityd) and a function
/// `center_of(body)` (world, metres).

/// BodyVelocity in double.
struct BodyVelocityd {
    Vec2d linear;          ///< m/s
    double angular = 0.0;  ///< rad/s
};

inline BodyVelocityd widen(const BodyVelocity& v) {
    return {widen(v.linear), static_cast<double>(v.angular)};
}
inline BodyVelocity narrow(const BodyVelocityd& v) {
    return {narrow(v.linear), static_cast<float>(v.angular)};
}

template <class Body>
double kinetic_energy(const Body& body, const BodyVelocityd& v) {
    return 0.5 * (body.mass.x * (v.linear.x * v.linear.x) + body.mass.y * (v.linear.y * v.linear.y) +
                  body.inertia * (v.angular * v.angular));
}
template <class Body>
double kinetic_energy(std::span<Body> bodies) {
    double sum = 0.0;
    for (const Body& body : bodies)
        sum += kinetic_energy(body, body.velocity);
    return sum;
}

/// The rigid motion of all bodies together that has their momenta. Zero unless `is_free`: all can move and
/// rotate freely.
template <class Body>
class CommonMotion {
public:
    CommonMotion(std::span<Body> bodies, bool is_free) {
        if (!is_free) return;
        double mass = 0.0;
        for (const Body& body : bodies) {
            mass += body.mass.x;
            center_ += body.mass.x * center_of(body);
            velocity_.linear += body.mass.x * body.velocity.linear;
        }
        center_ = (1.0 / mass) * center_;
        velocity_.linear = (1.0 / mass) * velocity_.linear;
        double inertia = 0.0;
        double momentum = 0.0;
        for (const Body& body : bodies) {
            const Vec2d r = center_of(body) - center_;
            inertia += body.inertia + body.mass.x * dot(r, r);
            momentum += body.inertia * body.velocity.angular + body.mass.x * cross(r, body.velocity.linear);
        }
        velocity_.angular = momentum / inertia;
    }
    /// Of the common centre of mass.
    [[nodiscard]] BodyVelocityd velocity() const { return velocity_; }
    /// Of the body's centre of mass.
    [[nodiscard]] BodyVelocityd at(const Body& body) const {
        return {velocity_.linear + velocity_.angular * left_perp(center_of(body) - center_),
                velocity_.angular};
    }

private:
    Vec2d center_;
    BodyVelocityd velocity_;
};

/// Relative motion with less than this fraction of the energy of the common motion is not scaled, because it
/// may consist of rounding errors.
inline constexpr double min_relative_energy = 1e-3;

/// Scales the motion of the bodies relative to their common motion so that they have the kinetic energy
/// `target`, if they have any such motion. Keeps the momenta of free bodies, and velocities of zero along the
/// joints. Cost: O(bodies).
template <class Body>
void scale_relative_motion(std::span<Body> bodies, bool is_free, double target) {
    const CommonMotion<Body> together(bodies, is_free);
    const auto relative = [&](const Body& body) {
        const BodyVelocityd common = together.at(body);
        return BodyVelocityd{body.velocity.linear - common.linear, body.velocity.angular - common.angular};
    };
    double common_energy = 0.0;
    double relative_energy = 0.0;
    for (const Body& body : bodies) {
        common_energy += kinetic_energy(body, together.at(body));
        relative_energy += kinetic_energy(body, relative(body));
    }
    if (!(target > common_energy && relative_energy > min_relative_energy * common_energy)) return;
    const double scale = std::sqrt((target - common_energy) / relative_energy);
    for (Body& body : bodies) {
        const BodyVelocityd common = together.at(body);
        const BodyVelocityd v = relative(body);
        body.velocity = {common.linear + scale * v.linear, common.angular + scale * v.angular};
    }
}

}  // namespace toibox
