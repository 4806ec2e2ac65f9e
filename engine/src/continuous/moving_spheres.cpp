// SPDX-License-Identifier: MIT

// Moving spheres: conservative prediction that knows nothing of directions. Each body is a circle round its
// centre of mass; while the circles are apart it goes at once to the time at which they meet (a quadratic),
// and from there on no further than a pair of points could close the gap at the greatest speed there is: the
// whole relative velocity and both rims. Conservative advancement asks how much of that speed leads along the
// normal; this method does not, so it is as safe, slower, and slowest where shapes slide past each other.
// Sources: lectures PA199 (moving spheres, adaptive time step) and "Collision detection" (conservative
// prediction: smallest distance by highest speed).

#include "methods.h"
#include "toi_query.h"

namespace toibox::toi {

namespace {

/// How much later points that are at `e` and move by `v` a step are within `reach`; 0 if they are, infinity
/// if they never will be.
double time_to_meet(Vec2d e, Vec2d v, double reach) {
    const double outside = length_squared(e) - reach * reach;
    if (!(outside > 0.0)) return 0.0;
    const double approach = -dot(e, v);
    const double discriminant = approach * approach - length_squared(v) * outside;
    if (!(approach > 0.0) || !(discriminant >= 0.0)) return never;
    return outside / (approach + std::sqrt(discriminant));
}

}  // namespace

template <class Trace>
ToiResult moving_spheres(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiSearch<Trace> query(input, trace);
    const Sweep& a = query.motion().sweep_a;
    const Sweep& b = query.motion().sweep_b;
    const double rim_a = rotation_radius(input.a, a.local_center);
    const double rim_b = rotation_radius(input.b, b.local_center);
    const Vec2d velocity = (b.c1 - b.c0) - (a.c1 - a.c0);  // metres per step
    const double speed = length(velocity) + std::abs(a.delta_angle) * rim_a + std::abs(b.delta_angle) * rim_b;
    const double reach = rim_a + input.a.radius + rim_b + input.b.radius + options.target;
    double t = 0.0;
    while (query.counts().outer < options.max_iterations) {
        const double distance = query.query_distance(t).distance;
        if (!(distance > options.target + options.tolerance)) return query.finish_at_target(t);
        if (!(speed > 0.0)) return query.end(ToiState::Separated, 1.0);
        const double circles = time_to_meet(center_at(b, t) - center_at(a, t), velocity, reach);
        const double shapes = (distance - options.target) / speed;
        const double next = t + (circles > shapes ? circles : shapes);
        if constexpr (Trace::enabled) {
            trace(ToiEvent{.kind = ToiEvent::Kind::Advance,
                           .outer = query.pass(),
                           .t1 = t,
                           .t2 = next < 1.0 ? next : 1.0,
                           .s1 = distance,
                           .slope = speed});
        }
        if (!(next < 1.0)) return query.end(ToiState::Separated, 1.0);
        if (!(next > t)) break;  // the step is below the resolution of t
        t = next;
    }
    return query.end(ToiState::Exhausted, t);
}

template ToiResult moving_spheres(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult moving_spheres(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
