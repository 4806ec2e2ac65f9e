// SPDX-License-Identifier: MIT
#pragma once

// Distance between two moving shapes at any time, and the first time at which the distance falls to a target,
// by dense sampling in long double with the trigonometric functions of the standard library. Slow and simple;
// shares only the input types with the engine.

#include "toibox/toi/toi.h"

#include "tests/support/distance_oracle.h"

#include <cmath>
#include <optional>
#include <vector>

namespace toibox::oracle {

/// The points of a moving shape at t, relative to `origin`.
inline std::vector<Point> placed_at(const ConvexProxy& shape, const Sweep& sweep, Real t, Vec2d origin) {
    const Real angle = t * static_cast<Real>(sweep.delta_angle);
    const Real c = std::cos(angle);
    const Real s = std::sin(angle);
    const Point q0{static_cast<Real>(sweep.q0.c), static_cast<Real>(sweep.q0.s)};
    const Real norm = length(q0);
    const Point q{(q0.x * c - q0.y * s) / norm, (q0.y * c + q0.x * s) / norm};
    const Point c0 = exact(sweep.c0) - exact(origin);
    const Point c1 = exact(sweep.c1) - exact(origin);
    const Point center{c0.x + t * (c1.x - c0.x), c0.y + t * (c1.y - c0.y)};
    std::vector<Point> points;
    for (const Vec2d& p : shape.points) {
        const Point l = exact(p) - exact(sweep.local_center);
        points.push_back({center.x + q.x * l.x - q.y * l.y, center.y + q.y * l.x + q.x * l.y});
    }
    return points;
}

/// Distance between the surfaces; 0 when they overlap.
inline Real surface_distance(const ToiInput& in, Real t) {
    const Distance d = distance(placed_at(in.a, in.sweep_a, t, in.sweep_a.c0),
                                placed_at(in.b, in.sweep_b, t, in.sweep_a.c0));
    const Real gap = d.distance - static_cast<Real>(in.a.radius + in.b.radius);
    return gap > 0 ? gap : Real(0);
}

/// The first sampled time at which the distance is at or below the target, refined by bisection. Divides the
/// step into `samples` intervals; may miss a contact that is shorter than one of these.
inline std::optional<Real> first_time(const ToiInput& in, Real target, int samples) {
    Real before = 0;
    for (int i = 0; i <= samples; ++i) {
        const Real t = static_cast<Real>(i) / static_cast<Real>(samples);
        if (surface_distance(in, t) <= target) {
            Real after = t;
            for (int k = 0; k < 60; ++k) {
                const Real midpoint = (before + after) / 2;
                (surface_distance(in, midpoint) > target ? before : after) = midpoint;
            }
            return after;
        }
        before = t;
    }
    return std::nullopt;
}

}  // namespace toibox::oracle
