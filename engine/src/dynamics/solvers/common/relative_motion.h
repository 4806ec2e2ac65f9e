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

/// The rigid motion of all bodies together that has their momenta. Requires: all can move and rotate freely.
template <class Body>
class CommonMotion {
public:
    explicit CommonMotion(std::span<Body> bodies) {
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
    /// The velocity of the common centre of mass, and the common rotation.
    [[nodiscard]] BodyVelocityd drift() const { return velocity_; }
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

/// Scales the motion of the bodies relative to each other so that they have the kinetic energy `target`, if
/// they move relative to each other at all. `is_free`: all can move and rotate freely; otherwise they hang on
/// the world, and their whole motion is scaled. Keeps the momenta of free bodies, and velocities of zero
/// along the joints. Cost: O(bodies).
template <class Body>
void scale_relative_motion(std::span<Body> bodies, bool is_free, double target) {
    const auto scale_with = [&](auto&& common_at) {
        double common_energy = 0.0;
        double relative_energy = 0.0;
        const auto relative_to = [](const BodyVelocityd& v, const BodyVelocityd& common) {
            return BodyVelocityd{v.linear - common.linear, v.angular - common.angular};
        };
        for (const Body& body : bodies) {
            const BodyVelocityd common = common_at(body);
            common_energy += kinetic_energy(body, common);
            relative_energy += kinetic_energy(body, relative_to(body.velocity, common));
        }
        if (!(target > common_energy && relative_energy > min_relative_energy * common_energy)) return;
        const double scale = std::sqrt((target - common_energy) / relative_energy);
        for (Body& body : bodies) {
            const BodyVelocityd common = common_at(body);
            const BodyVelocityd relative = relative_to(body.velocity, common);
            body.velocity = {common.linear + scale * relative.linear,
                             common.angular + scale * relative.angular};
        }
    };
    if (!is_free) return scale_with([](const Body&) { return BodyVelocityd{}; });
    const CommonMotion<Body> common(bodies);
    scale_with([&](const Body& body) { return common.at(body); });
}

}  // namespace toibox
