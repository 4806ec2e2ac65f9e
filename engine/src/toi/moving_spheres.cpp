// SPDX-License-Identifier: MIT

// Moving spheres: conservative advancement without directions. Each body is a circle around its centre of
// mass. While the circles are separated, the method advances directly to the time at which they touch (a
// quadratic). From then on it advances by the time in which a pair of points could close the gap at the
// maximum possible speed: the whole relative velocity plus both rotations. Conservative advancement uses only
// the part of that speed along the normal. Therefore this method is equally safe but slower, and slowest for
// shapes that slide past each other. Sources: M. Trtík, "Collision detection", lecture PA199, Masaryk
// University 2024, slide 37 (moving spheres, adaptive time step); anonymous lecture slides "Detekcija trkov"
// ("Collision Detection"), "Prediction and Bounds" (smallest distance divided by highest speed).

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

namespace {

/// The time until points at offset `e` with relative velocity `v` per step are within `reach`; 0 if they
/// already are, infinity if never.
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
    const double rotation_radius_a = rotation_radius(input.a, a.local_center);
    const double rotation_radius_b = rotation_radius(input.b, b.local_center);
    const Vec2d velocity = (b.c1 - b.c0) - (a.c1 - a.c0);  // metres per step
    const double speed = length(velocity) + std::abs(a.delta_angle) * rotation_radius_a +
                         std::abs(b.delta_angle) * rotation_radius_b;
    const double reach =
        rotation_radius_a + input.a.radius + rotation_radius_b + input.b.radius + options.target;
    double t = 0.0;
    while (query.counts().outer < options.max_iterations) {
        const double distance = query.query_distance(t).distance;
        if (!(distance > options.target + options.tolerance)) return query.finish_at_target(t);
        if (!(speed > 0.0)) return query.end(ToiState::Separated, 1.0);
        const double circle_time = time_to_meet(center_at(b, t) - center_at(a, t), velocity, reach);
        const double shape_time = (distance - options.target) / speed;
        const double next = t + (circle_time > shape_time ? circle_time : shape_time);
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
