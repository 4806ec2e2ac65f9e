// SPDX-License-Identifier: MIT

// Conservative advancement: advances by the distance divided by the maximum approach speed, and measures
// again. It approaches the root from one side only, so it is never late and never misses a contact, but may
// need hundreds of steps if a distant point rotates around a near one. Bilateral advancement searches from
// both sides instead. Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996; E.
// Catto, "Continuous Collision", GDC 2013: Δt = |d| / (v·d/|d| + |ω_A| r_A + |ω_B| r_B).

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

template <class Trace>
ToiResult conservative_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiSearch<Trace> query(input, trace);
    const Sweep& a = query.motion().sweep_a;
    const Sweep& b = query.motion().sweep_b;
    const Vec2d velocity = (b.c1 - b.c0) - (a.c1 - a.c0);  // metres per step
    const double rotation_speed = std::abs(a.delta_angle) * rotation_radius(input.a, a.local_center) +
                                  std::abs(b.delta_angle) * rotation_radius(input.b, b.local_center);
    double t = 0.0;
    while (query.counts().outer < options.max_iterations) {
        const GjkResult& closest = query.query_distance(t);
        if (!(closest.distance > options.target + options.tolerance)) return query.finish_at_target(t);
        // Along the fixed axis n, points separate at velocity·n and approach by rotation at up to |ω| r. The
        // separation along any axis is a lower bound of the distance, so the bound holds for the rest of the
        // step.
        const double approach = rotation_speed - dot(velocity, closest.normal);
        if (!(approach > 0.0)) return query.end(ToiState::Separated, 1.0);
        const double next = t + (closest.distance - options.target) / approach;
        if constexpr (Trace::enabled) {
            trace(ToiEvent{.kind = ToiEvent::Kind::Advance,
                           .outer = query.pass(),
                           .t1 = t,
                           .t2 = next < 1.0 ? next : 1.0,
                           .s1 = closest.distance,
                           .slope = approach,
                           .axis = closest.normal});
        }
        if (!(next < 1.0)) return query.end(ToiState::Separated, 1.0);
        if (!(next > t)) break;  // the step is below the resolution of t
        t = next;
    }
    return query.end(ToiState::Exhausted, t);
}

template ToiResult conservative_advancement(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult conservative_advancement(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
