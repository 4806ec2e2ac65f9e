// SPDX-License-Identifier: MIT

// Certified advancement: on an axis that turns with one of the shapes, puts a parabola under the separation
// and goes as far as it stays above the target. Where conservative advancement knows only the greatest speed,
// this knows slope and curvature, so it takes no more distance queries than bilateral advancement; but it
// goes forward over proven ground only, so it is never late and never blind.
//
// Notation: e(t) = e0 + tV, the way from A's centre to B's; a_i, b_j the vertices about their centres, ρ the
// greatest |b_j|; w_A, w_B radians turned over the step; σ the target, for the cores.
//
// Why no contact is passed. (1) For any unit n, s = n·e + min_j n·b_j − max_i n·a_i is at most the distance
// (weak duality), and equals it for the normal of the closest points. (2) Let n turn at μ = w_A. Then
// max_i n·a_i stays as it is. With p = n turned left, ν = w_B − μ and x_j = n·b_j:
//   E = n·e    E′ = n·V + μ p·e    E″ = 2μ p·V − μ² n·e    |E‴| ≤ 3μ²|V| + |μ|³|e|
//              x′ = −ν p·b_j       x″ = −ν² x              |x‴| ≤ |ν|³ρ
// so for every vertex, with T₃ the sum of the bounds of the third derivatives and M that of the second ones,
//   s_j(t + h) ≥ s_j + s_j′h − K h²/2 for h ≤ H,  K = clamp(T₃H/3 − s_j″, 0, M).
// (3) This minorant is concave and starts above σ, hence if it is above σ at h, it is so on all of [0, h].
// The same holds with A and B exchanged. By induction the distance is at least σ on all of [0, t]. None of
// this asks where the axis comes from: a guess that separates is as good as the answer of a distance query,
// which is asked only when an axis has nothing more to say.
//
// The band. σ is the target T, and a hit is called up to T + tolerance, both drawn in by rounding:
// "separated" means that T was never reached, and a hit is at or before the first time at which it is. A band
// on both sides of T would cost the same and promise less.
//
// Why it ends. A step begins only where every s_j exceeds σ by the tolerance, so it is longer than a constant
// of the motion. Near a root that is crossed its error is of third order; where nothing turns K = 0 and it is
// exact. 256 steps and as many queries (ToiOptions::max_iterations bounds either) are ample for four turns a
// step; at a smaller limit the outcome may be Exhausted, and [0, t] is proven free. So it is where millions
// of turns need steps below the resolution of t. Rounding that exceeds the tolerance leaves a band of no
// width: the step never passes T, but a hit may be called too early by that rounding.
//
// Source: steps by bounds on motion, B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
// 1996; bounds of higher order, X. Zhang, S. Redon, M. Lee, Y. Kim, "Continuous Collision Detection for
// Articulated Models using Taylor Models and Temporal Culling", SIGGRAPH 2007; axes from the closest
// features, E. Catto, "Continuous Collision", GDC 2013.

#include "methods.h"
#include "toi_query.h"
#include "turning_axis.h"

namespace toibox::toi {

namespace {

/// Between which distances of the surfaces a hit is called; shrunk by rounding.
struct HitBand {
    double lower;
    double upper;
};

/// Steps along one axis, until it says no more than a new distance query would.
template <class Trace>
class AxisAdvancer {
public:
    enum class End : std::uint8_t {
        Clear,    ///< To the end of the motion.
        Reached,  ///< A vertex stands before the face of the axis, within the band: the distance is known.
        HitBand,  ///< On this axis the separation is within the band.
        Limit,    ///< No further step.
    };

    AxisAdvancer(const RelativeMotion& motion, const HitBand& band, ToiResultBuilder<Trace>& builder)
        : motion_(motion), band_(band), builder_(builder) {}

    void use_axis(const AxisChoice& choice, const PosedPair& now) {
        choice_ = choice;
        axis_.set_axis(choice.on_a ? motion_.a : motion_.b, choice.on_a ? motion_.b : motion_.a,
                       choice.normal, motion_.radius_a + motion_.radius_b + band_.lower);
        evaluate(now);
    }
    [[nodiscard]] bool is_beyond_band() const { return axis_.separation() > band_.upper - band_.lower; }

    End run(PosedPair& now, int max_steps) {
        int& steps = builder_.counts().steps;
        while (steps < max_steps) {
            ++steps;
            const ProvenStep step = longest_step(now);
            emit(now.t, step);
            if (!(step.h < 1.0 - now.t)) return End::Clear;
            const double next = now.t + step.h;
            if (!(next > now.t)) return End::Limit;  // below the resolution of t
            now = PosedPair(motion_, next);
            evaluate(now);
            if (is_beyond_band()) continue;
            return is_in_front_of_face(now) ? End::Reached : End::HitBand;
        }
        return End::Limit;
    }
    /// Where a search for the closest features may begin.
    [[nodiscard]] SimplexSeed seed() const {
        const std::uint8_t deepest = static_cast<std::uint8_t>(axis_.deepest());
        const auto [first, second] = choice_.face;
        return choice_.on_a ? SimplexSeed{2, {first, second}, {deepest, deepest}}
                            : SimplexSeed{2, {deepest, deepest}, {first, second}};
    }
    /// Says where the shapes are as far as the axis tells: a lower bound of the distance, or for End::Reached
    /// the distance itself.
    void set_contact(const PosedPair& now) {
        const bool on_a = choice_.on_a;
        const double distance = axis_.separation() + band_.lower;
        const Vec2d vertex = transform_point(on_a ? now.b : now.a, axis_.deepest_point());
        const double back = (on_a ? motion_.radius_b : motion_.radius_a) + 0.5 * distance;
        builder_.set_contact(distance, vertex - back * axis_.world(), on_a ? axis_.world() : -axis_.world());
    }

private:
    void evaluate(const PosedPair& now) {
        axis_.evaluate(choice_.on_a
                           ? RotatingAxis::RelativePose{now.offset, motion_.velocity, now.a.q, now.b.q}
                           : RotatingAxis::RelativePose{-now.offset, -motion_.velocity, now.b.q, now.a.q});
    }
    /// Whether the deepest vertex is so near to the face that the axis was made of. What is not on the hull
    /// of its shape, as a guess may be, is too far off.
    [[nodiscard]] bool is_in_front_of_face(const PosedPair& now) const {
        if (!choice_.has_face) return false;
        const RotatingShape& carrier = choice_.on_a ? motion_.a : motion_.b;
        const Vec2d vertex =
            inv_transform_point(choice_.on_a ? now.a : now.b,
                                transform_point(choice_.on_a ? now.b : now.a, axis_.deepest_point()));
        const Vec2d first = carrier.points[choice_.face[0]];
        const Vec2d second = carrier.points[choice_.face[1]];
        const Vec2d edge = second - first;
        const double above = dot(vertex - first, choice_.normal) - (motion_.radius_a + motion_.radius_b);
        return above <= band_.upper && dot(vertex - first, edge) >= 0.0 && dot(second - vertex, edge) >= 0.0;
    }

    struct ProvenStep {
        double h = 0.0;
        RotatingAxis::Horizon horizon{};  ///< Of the minorants that prove it.
    };
    /// The longest step that a few horizons prove: within a shorter one the curvature is known better.
    [[nodiscard]] ProvenStep longest_step(const PosedPair& now) const {
        const double apart = length(now.offset);
        ProvenStep best;
        const double rest = 1.0 - now.t;
        const double guess = tuning::toi_first_horizon * axis_.linear_time_to_target();
        double within = guess < rest ? guess : rest;
        for (int i = 0; i < tuning::toi_horizons; ++i) {
            const RotatingAxis::Horizon horizon =
                axis_.horizon(within, motion_.speed, apart + within * motion_.speed);
            const double h = axis_.proven_step_within(horizon);
            if (h > best.h) best = {h, horizon};
            if (h > tuning::toi_horizon_used * within) break;
            within = h < 0.25 * within ? 2.0 * h : 0.5 * within;
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
                const Parabola low = axis_.minorant(i, step.horizon);
                event.s1 = low.value + band_.lower;
                event.s2 = low.at(step.h) + band_.lower;
                event.slope = low.slope;
                event.curvature = low.curvature;
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
    using End = typename AxisAdvancer<Trace>::End;
    ToiResultBuilder<Trace> builder(input.sweep_a.c0, trace);
    const RelativeMotion motion(input);
    const double rounding = motion.rounding();
    const double lower = options.target + rounding;
    const double width = options.tolerance - 2.0 * rounding;
    const HitBand band{lower, width > 0.0 ? lower + width : lower};
    // Nothing is met while the circles round the centres are apart.
    const double circles = motion.a.reach + motion.b.reach + (motion.radius_a + motion.radius_b);
    double t = 0.0;
    if (motion.start > circles + band.upper) {
        t = motion.first_within(circles + 0.5 * (band.lower + band.upper));
        builder.emit({.kind = ToiEvent::Kind::Circles, .t2 = t, .s1 = motion.start - circles});
        if (!(t < 1.0)) {
            builder.set_contact(motion.start - circles, 0.5 * motion.offset, normalized(motion.offset));
            return builder.end(ToiState::Separated, 1.0);
        }
    }
    PosedPair now(motion, t);
    AxisAdvancer<Trace> walk(motion, band, builder);
    walk.use_axis(guess_axis(motion, now), now);
    End end = walk.is_beyond_band() ? walk.run(now, options.max_iterations) : End::HitBand;
    while (end == End::HitBand && builder.counts().outer < options.max_iterations) {
        const GjkResult closest = gjk_distance(input.a, now.a, input.b, now.b, walk.seed());
        builder.begin_pass(now.t, closest);
        if (!(closest.distance > band.upper)) return builder.finish_at_target(now.t);
        walk.use_axis(axis_of(closest, motion, now), now);
        end = walk.run(now, options.max_iterations);
    }
    walk.set_contact(now);
    if (end == End::Clear) return builder.end(ToiState::Separated, 1.0);
    return builder.end(end == End::Reached ? ToiState::Hit : ToiState::Exhausted, now.t);
}

template ToiResult certified_advancement(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult certified_advancement(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
