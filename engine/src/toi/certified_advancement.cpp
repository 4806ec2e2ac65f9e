// SPDX-License-Identifier: MIT

// Certified advancement: on an axis that rotates with one of the shapes, bounds the separation from below by
// a parabola and advances while the parabola stays above the target. Conservative advancement uses only the
// maximum speed; this method uses slope and curvature, so it needs no more distance queries than bilateral
// advancement. It advances only over proven intervals, so it is never late and never misses a contact.
//
// Notation: e(t) = e0 + tV is the vector from A's centre to B's. a_i, b_j are the vertices relative to their
// centres, ρ is the maximum |b_j|. w_A, w_B are the rotations over the step, radians. σ is the target for the
// cores.
//
// Why no contact is passed. (1) For any unit n, s = n·e + min_j n·b_j − max_i n·a_i is at most the distance
// (weak duality), with equality for the normal of the closest points. (2) Let n rotate at μ = w_A, so that
// max_i n·a_i is constant. With p = left_perp(n), ν = w_B − μ and x_j = n·b_j:
//   E = n·e    E′ = n·V + μ p·e    E″ = 2μ p·V − μ² n·e    |E‴| ≤ 3μ²|V| + |μ|³|e|
//              x′ = −ν p·b_j       x″ = −ν² x              |x‴| ≤ |ν|³ρ
// so for every vertex, where T₃ is the sum of the bounds of the third derivatives and M the sum of the bounds
// of the second,
//   s_j(t + h) ≥ s_j + s_j′h − K h²/2 for h ≤ H,  K = clamp(T₃H/3 − s_j″, 0, M).
// (3) This minorant is concave and starts above σ, so if it is above σ at h, it is above σ on all of [0, h].
// The same holds with A and B swapped. By induction the distance is at least σ on all of [0, t]. The proof
// works for any axis: a guess that separates is as good as the axis of a distance query, which is only needed
// when the current axis allows no further progress.
//
// The band. σ is the target T, and a hit is reported up to T + tolerance, both moved inwards by the rounding
// error: "separated" means that T was never reached, and a hit is at or before the first time at which T is
// reached. A band on both sides of T would cost the same and guarantee less.
//
// Why it terminates. A step starts only if every s_j exceeds σ by the tolerance, so its length has a positive
// lower bound that depends on the motion. Near a time at which the separation crosses σ, the error of the
// length is of third order; without rotation the length is exact (K = 0). 256 steps and as many queries
// (ToiOptions::max_iterations limits each) are ample for four turns per step. With a smaller limit the
// outcome may be Exhausted, and [0, t] is proven free. The same applies if millions of turns need steps below
// the resolution of t. If rounding exceeds the tolerance, the band has no width: the step never passes T, but
// a hit may be reported too early by that rounding.
//
// Source: steps from motion bounds, B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
// 1996; bounds of higher order, X. Zhang, S. Redon, M. Lee, Y. Kim, "Continuous Collision Detection for
// Articulated Models using Taylor Models and Temporal Culling", SIGGRAPH 2007; axes from the closest
// features, E. Catto, "Continuous Collision", GDC 2013.

#include "toi/rotating_axis.h"
#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

namespace {

/// The range of surface distances that counts as a hit, narrowed by the rounding error.
struct HitBand {
    double lower;
    double upper;
};

/// Advances along one axis as long as this is at least as good as a new distance query.
template <class Trace>
class AxisAdvancer {
public:
    enum class StopReason : std::uint8_t {
        Clear,      ///< Reached the end of the motion.
        Reached,    ///< A vertex is in front of the face of the axis, within the band: the distance is known.
        InBand,     ///< The separation on this axis is within the band.
        Exhausted,  ///< A limit was reached.
    };

    AxisAdvancer(const RelativeMotion& motion, const HitBand& band, ToiResultBuilder<Trace>& builder)
        : motion_(motion), band_(band), builder_(builder) {}

    void use_axis(const AxisChoice& choice, const PosedPair& pair) {
        choice_ = choice;
        axis_.set_axis(choice.on_a ? motion_.a : motion_.b, choice.on_a ? motion_.b : motion_.a,
                       choice.normal, motion_.radius_a + motion_.radius_b + band_.lower);
        evaluate(pair);
    }
    [[nodiscard]] bool is_beyond_band() const { return axis_.separation() > band_.upper - band_.lower; }

    StopReason run(PosedPair& pair, int max_steps) {
        int& steps = builder_.counts().steps;
        while (steps < max_steps) {
            ++steps;
            const ProvenStep step = longest_step(pair);
            emit(pair.t, step);
            if (!(step.h < 1.0 - pair.t)) return StopReason::Clear;
            const double next = pair.t + step.h;
            if (!(next > pair.t)) return StopReason::Exhausted;  // below the resolution of t
            pair = PosedPair(motion_, next);
            evaluate(pair);
            if (is_beyond_band()) continue;
            return is_in_front_of_face(pair) ? StopReason::Reached : StopReason::InBand;
        }
        return StopReason::Exhausted;
    }
    /// The seed for a search of the closest features.
    [[nodiscard]] SimplexSeed seed() const {
        const std::uint8_t deepest = static_cast<std::uint8_t>(axis_.deepest());
        const auto [first, second] = choice_.face;
        return choice_.on_a ? SimplexSeed{2, {first, second}, {deepest, deepest}}
                            : SimplexSeed{2, {deepest, deepest}, {first, second}};
    }
    /// Sets the contact as far as the axis determines it: a lower bound of the distance, or for
    /// StopReason::Reached the distance itself.
    void set_contact(const PosedPair& pair) {
        const bool on_a = choice_.on_a;
        const double distance = axis_.separation() + band_.lower;
        const Vec2d vertex = transform_point(on_a ? pair.b : pair.a, axis_.deepest_point());
        const double offset = (on_a ? motion_.radius_b : motion_.radius_a) + 0.5 * distance;
        builder_.set_contact(distance, vertex - offset * axis_.world(),
                             on_a ? axis_.world() : -axis_.world());
    }

private:
    void evaluate(const PosedPair& pair) {
        axis_.evaluate(choice_.on_a
                           ? RotatingAxis::RelativePose{pair.offset, motion_.velocity, pair.a.q, pair.b.q}
                           : RotatingAxis::RelativePose{-pair.offset, -motion_.velocity, pair.b.q, pair.a.q});
    }
    /// Whether the deepest vertex is close to the face of the axis. An edge that is not on the hull of its
    /// shape, as a guess may be, is too far away.
    [[nodiscard]] bool is_in_front_of_face(const PosedPair& pair) const {
        if (!choice_.has_face) return false;
        const RotatingShape& carrier = choice_.on_a ? motion_.a : motion_.b;
        const Vec2d vertex =
            inv_transform_point(choice_.on_a ? pair.a : pair.b,
                                transform_point(choice_.on_a ? pair.b : pair.a, axis_.deepest_point()));
        const Vec2d first = carrier.points[choice_.face[0]];
        const Vec2d second = carrier.points[choice_.face[1]];
        const Vec2d edge = second - first;
        const double height = dot(vertex - first, choice_.normal) - (motion_.radius_a + motion_.radius_b);
        return height <= band_.upper && dot(vertex - first, edge) >= 0.0 && dot(second - vertex, edge) >= 0.0;
    }

    struct ProvenStep {
        double h = 0.0;
        RotatingAxis::Horizon horizon{};  ///< The horizon of the minorants that prove the step.
    };
    /// The longest step proven by a few horizons; a shorter horizon has better curvature bounds.
    [[nodiscard]] ProvenStep longest_step(const PosedPair& pair) const {
        const double center_distance = length(pair.offset);
        ProvenStep best;
        const double remaining = 1.0 - pair.t;
        const double guess = tuning::toi_first_horizon * axis_.linear_time_to_target();
        double horizon_length = guess < remaining ? guess : remaining;
        for (int i = 0; i < tuning::toi_horizons; ++i) {
            const RotatingAxis::Horizon horizon = axis_.horizon(
                horizon_length, motion_.speed, center_distance + horizon_length * motion_.speed);
            const double h = axis_.proven_step_within(horizon);
            if (h > best.h) best = {h, horizon};
            if (h > tuning::toi_horizon_used * horizon_length) break;
            horizon_length = h < 0.25 * horizon_length ? 2.0 * h : 0.5 * horizon_length;
        }
        return best;
    }
    void emit(double t, const ProvenStep& step) {
        if constexpr (Trace::enabled) {
            ToiEvent event{.kind = ToiEvent::Kind::Step, .t1 = t, .t2 = t + step.h};
            event.s1 = axis_.separation() + band_.lower;
            event.s2 = std::numeric_limits<double>::infinity();
            event.turning = axis_.rate();
            event.feature = choice_.on_a ? ClosestFeature::FaceA : ClosestFeature::FaceB;
            event.axis = choice_.on_a ? axis_.world() : -axis_.world();
            for (std::size_t i = 0; i < axis_.vertices(); ++i) {
                const double s2 = axis_.minorant(i, step.horizon).at(step.h) + band_.lower;
                event.s2 = s2 < event.s2 ? s2 : event.s2;
            }
            builder_.emit(event);
            event.kind = ToiEvent::Kind::Minorant;
            for (std::size_t i = 0; i < axis_.vertices(); ++i) {
                const Parabola parabola = axis_.minorant(i, step.horizon);
                event.s1 = parabola.value + band_.lower;
                event.s2 = parabola.at(step.h) + band_.lower;
                event.slope = parabola.slope;
                event.curvature = parabola.curvature;
                (choice_.on_a ? event.index_b : event.index_a) = static_cast<int>(i);
                builder_.emit(event);
            }
        }
    }

    const RelativeMotion& motion_;
    const HitBand& band_;
    ToiResultBuilder<Trace>& builder_;
    AxisChoice choice_;
    RotatingAxis axis_;
};

}  // namespace

template <class Trace>
ToiResult certified_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    using StopReason = typename AxisAdvancer<Trace>::StopReason;
    ToiResultBuilder<Trace> builder(input.sweep_a.c0, trace);
    const RelativeMotion motion(input);
    const double rounding = motion.rounding();
    const double lower = options.target + rounding;
    const double width = options.tolerance - 2.0 * rounding;
    const HitBand band{lower, width > 0.0 ? lower + width : lower};
    // No contact is possible while the bounding circles around the centres are separated.
    const double circle_distance = motion.a.reach + motion.b.reach + (motion.radius_a + motion.radius_b);
    double t = 0.0;
    if (motion.initial_distance > circle_distance + band.upper) {
        t = motion.first_within(circle_distance + 0.5 * (band.lower + band.upper));
        builder.emit(
            {.kind = ToiEvent::Kind::Circles, .t2 = t, .s1 = motion.initial_distance - circle_distance});
        if (!(t < 1.0)) {
            builder.set_contact(motion.initial_distance - circle_distance, 0.5 * motion.offset,
                                normalized(motion.offset));
            return builder.end(ToiState::Separated, 1.0);
        }
    }
    PosedPair pair(motion, t);
    AxisAdvancer<Trace> advancer(motion, band, builder);
    advancer.use_axis(guess_axis(motion, pair), pair);
    StopReason reason =
        advancer.is_beyond_band() ? advancer.run(pair, options.max_iterations) : StopReason::InBand;
    while (reason == StopReason::InBand && builder.counts().outer < options.max_iterations) {
        const GjkResult closest = gjk_distance(input.a, pair.a, input.b, pair.b, advancer.seed());
        builder.begin_pass(pair.t, closest);
        if (!(closest.distance > band.upper)) return builder.finish_at_target(pair.t);
        advancer.use_axis(axis_of(closest, motion, pair), pair);
        reason = advancer.run(pair, options.max_iterations);
    }
    advancer.set_contact(pair);
    if (reason == StopReason::Clear) return builder.end(ToiState::Separated, 1.0);
    return builder.end(reason == StopReason::Reached ? ToiState::Hit : ToiState::Exhausted, pair.t);
}

template ToiResult certified_advancement(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult certified_advancement(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
