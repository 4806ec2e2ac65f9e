// SPDX-License-Identifier: MIT

// Certified advancement: on an axis of the closest features that turns with one of the bodies, puts a
// parabola under the separation and goes as far as it stays above the target. Where conservative advancement
// knows only the greatest speed, this knows slope and curvature, so it takes two or three distance queries as
// bilateral advancement does; but it goes forward over proven ground only, so it is never late and never
// blind.
//
// Notation: e(t) = e0 + tV, the way from A's centre to B's; a_i, b_j the vertices about their centres, ρ the
// greatest |b_j|; w_A, w_B radians turned over the step; σ the target, for the cores.
//
// Why no contact is passed. (1) For any unit n, s = n·e + min_j n·b_j − max_i n·a_i is at most the distance
// (weak duality), and equals it for GJK's normal. (2) Let n turn at μ = w_A. Then max_i n·a_i stays as it is.
// With p = n turned left, ν = w_B − μ and x_j = n·b_j:
//   E = n·e    E′ = n·V + μ p·e    E″ = 2μ p·V − μ² n·e    |E‴| ≤ 3μ²|V| + |μ|³|e|
//              x′ = −ν p·b_j       x″ = −ν² x              |x‴| ≤ |ν|³ρ
// so for every vertex, with T₃ the sum of the bounds of the third derivatives and M that of the second ones,
//   s_j(t + h) ≥ s_j + s_j′h − K h²/2 for h ≤ H,  K = clamp(T₃H/3 − s_j″, 0, M).
// (3) This minorant is concave and starts above σ, hence if it is above σ at h, it is so on all of [0, h].
// The same holds with A and B exchanged. By induction the distance is at least σ on all of [0, t].
//
// Why it ends. A pass goes on only if every s_j exceeds σ by the tolerance, so each step is longer than a
// constant of the motion. Near a root that is crossed the error of the step is of third order; where nothing
// turns K = 0 and the step is exact.
//
// Source: the family of conservative advancement with bounds on motion, X. Zhang, S. Redon, M. Lee, Y. Kim,
// "Continuous Collision Detection for Articulated Models using Taylor Models and Temporal Culling", SIGGRAPH
// 2007; axes from the closest features, E. Catto, "Continuous Collision", GDC 2013.

#include "methods.h"
#include "toi_query.h"
#include "turning_axis.h"

namespace toibox::continuous {

namespace {

/// The shapes, and the way from A's centre to B's.
struct Motion {
    Turning a;
    Turning b;
    Vec2d offset;  ///< At t = 0.
    Vec2d velocity;
    double start;  ///< |offset| at t = 0 …
    double end;    ///< … and at t = 1.
    double speed;  ///< |velocity|

    explicit Motion(const ToiInput& input)
        : a(input.a, input.sweep_a),
          b(input.b, input.sweep_b),
          offset(input.sweep_b.c0 - input.sweep_a.c0),
          velocity((input.sweep_b.c1 - input.sweep_b.c0) - (input.sweep_a.c1 - input.sweep_a.c0)),
          start(length(offset)),
          end(length(offset + velocity)),
          speed(length(velocity)) {}

    /// What a computed separation may be off by at any time: rounding of the ways and of the angles.
    [[nodiscard]] double rounding(const ToiInput& input) const {
        const double way_a = length(input.sweep_a.c1 - input.sweep_a.c0);
        const double turned_a = (1.0 + std::abs(a.rate)) * a.reach;
        const double turned_b = (1.0 + std::abs(b.rate)) * b.reach;
        return tuning::toi_rounding * (start + end + way_a + turned_a + turned_b);
    }
    /// First time at which the centres are within `near` < start of each other; 1 if that is not in [0, 1).
    /// By the cross product and the conjugate root the place is off by rounding of `start` alone, however
    /// flat the pass.
    [[nodiscard]] double first_within(double near) const {
        const double approach = -dot(offset, velocity);
        const double passing = std::abs(cross(offset, velocity));
        const double chord = (near * speed - passing) * (near * speed + passing);
        if (!(approach > 0.0) || chord < 0.0) return 1.0;
        const double t = (start - near) * (start + near) / (approach + std::sqrt(chord));
        return t < 1.0 ? t : 1.0;
    }
    [[nodiscard]] Situation seen_from_a(Vec2d normal, double t, const Rotd& q_a, const Rotd& q_b) const {
        return {normal, offset + t * velocity, velocity, speed, q_a, q_b};
    }
    [[nodiscard]] Situation seen_from_b(Vec2d normal, double t, const Rotd& q_a, const Rotd& q_b) const {
        return {-normal, -(offset + t * velocity), -velocity, speed, q_b, q_a};
    }
};

/// The axis turns with the shape whose face is closest; between two vertices with the one that turns less.
bool a_carries(const Motion& motion, ClosestFeature feature) {
    if (feature == ClosestFeature::FaceA) return true;
    if (feature == ClosestFeature::FaceB) return false;
    return std::abs(motion.a.rate) <= std::abs(motion.b.rate);
}

struct ProvenStep {
    double h = 0.0;
    TurningAxis::Horizon horizon{};  ///< Of the minorants that prove it.
};

/// The longest step that a few horizons prove: within a shorter one the curvature is known better.
ProvenStep longest_step(const TurningAxis& axis, const Motion& motion, double apart, double rest) {
    const double farthest = apart < motion.end ? motion.end : apart;  // |e| is convex
    ProvenStep best;
    double length = rest;
    for (int i = 0; i < tuning::toi_horizons; ++i) {
        const double within = apart + length * motion.speed;
        const TurningAxis::Horizon horizon{length, within < farthest ? within : farthest};
        const double h = axis.clear_within(horizon);
        if (h > best.h) best = {h, horizon};
        if (h > tuning::toi_horizon_used * length) break;
        length = h < 0.25 * length ? 2.0 * h : 0.5 * length;
    }
    return best;
}

}  // namespace

template <class Trace>
ToiResult certified_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiQuery<Trace> query(input, trace);
    const Motion motion(query.motion());
    const double rounding = motion.rounding(query.motion());
    const double radii = input.a.radius + input.b.radius;
    const double least = options.target + rounding;
    const double band = options.tolerance - 2.0 * rounding;
    const double most = band > 0.0 ? least + band : least;
    // Nothing is met while the circles round the centres are apart.
    const double circles = motion.a.reach + motion.b.reach + radii;
    double t = 0.0;
    if (motion.start > circles + most) {
        t = motion.first_within(circles + 0.5 * (least + most));
        if constexpr (Trace::enabled) {
            trace(ToiEvent{.kind = ToiEvent::Kind::Circles,
                           .outer = query.pass(),
                           .t2 = t,
                           .s1 = motion.start - circles});
        }
        if (!(t < 1.0)) return query.end_unmeasured(motion.offset, motion.start - circles);
    }
    while (query.counts().outer < options.max_iterations) {
        const GjkResult& closest = query.measure(t);
        if (!(closest.distance > most)) return query.arrive(t);
        if (!(t < 1.0)) return query.end(ToiState::Separated, 1.0);
        const bool on_a = a_carries(motion, closest.feature);
        const Rotd& q_a = query.pose_a().q;
        const Rotd& q_b = query.pose_b().q;
        const Situation now = on_a ? motion.seen_from_a(closest.normal, t, q_a, q_b)
                                   : motion.seen_from_b(closest.normal, t, q_a, q_b);
        const TurningAxis axis(on_a ? motion.a : motion.b, on_a ? motion.b : motion.a, now, radii + least);
        const ProvenStep step = longest_step(axis, motion, length(now.offset), 1.0 - t);
        if constexpr (Trace::enabled) {
            const TurningAxis::Lowest low = axis.lowest(step.h, step.horizon);
            ToiEvent event{.kind = ToiEvent::Kind::Minorant,
                           .outer = query.pass(),
                           .t1 = t,
                           .t2 = t + step.h,
                           .s1 = low.minorant.value + least,
                           .s2 = low.minorant.at(step.h) + least,
                           .slope = low.minorant.slope};
            event.curvature = low.minorant.curvature;
            event.turning = axis.rate();
            event.feature = on_a ? ClosestFeature::FaceA : ClosestFeature::FaceB;
            (on_a ? event.index_b : event.index_a) = low.index;
            event.axis = closest.normal;
            trace(event);
        }
        if (!(step.h < 1.0 - t)) return query.end(ToiState::Separated, 1.0);
        if (!(t + step.h > t)) break;  // below the resolution of t
        t += step.h;
    }
    return query.end(ToiState::Exhausted, t);
}

template ToiResult certified_advancement(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult certified_advancement(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::continuous
