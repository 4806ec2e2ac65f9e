// SPDX-License-Identifier: MIT

// Brute force: searches every vertex of one shape against every edge of the other, pair by pair; the earliest
// hit is the result. In 2D the closest features of two separated convex shapes are a vertex and an edge, so
// nothing is missed. The bound of a pair depends only on its three points, so a near vertex does not shorten
// the steps of a far one, as it does in conservative advancement. The cost is the number of pairs: 2 n m.
// Source: E. Catto, "Continuous Collision", GDC 2013 (time of impact via brute force: root finding for each
// feature pair).
//
// A pair advances along its current axis n, fixed in the world, by Taylor's theorem: a point that rotates
// about its centre at w per step has an acceleration of at most w² ρ, so s(t + h) ≥ s + s′h − (w_A² ρ_A +
// w_B² ρ_B) h²/2. The pair is free until this bound reaches the target; near a root the step equals a step of
// Newton's method.

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

namespace {

/// Motion of a body point at some time.
struct MovingPoint {
    Vec2d position;
    Vec2d velocity;             ///< Metres per step.
    double acceleration = 0.0;  ///< Maximum, metres per step².
};
MovingPoint point_at(const Sweep& sweep, const Transformd& pose, Vec2d center, Vec2d local) {
    const Vec2d position = transform_point(pose, local);
    const Vec2d arm = position - center;
    return {position, (sweep.c1 - sweep.c0) + sweep.delta_angle * left_perp(arm),
            sweep.delta_angle * sweep.delta_angle * length(arm)};
}

/// A lower bound of the time in which a gap closes, if it changes at the rate `slope` with an acceleration of
/// at most `acceleration`.
double time_to_close(double gap, double slope, double acceleration) {
    if (slope >= 0.0 && !(acceleration > 0.0)) return never;
    const double root = std::sqrt(slope * slope + 2.0 * acceleration * gap);
    return slope < 0.0 ? 2.0 * gap / (root - slope) : (slope + root) / acceleration;
}

/// A segment has one edge; a single point has one edge of zero length.
int edge_count(const ConvexProxy& shape) {
    return shape.count() > 2 ? shape.count() : 1;
}

/// One side of the vertex-edge pairs; only the trace distinguishes A and B.
struct PairSide {
    const ConvexProxy& shape;
    const Sweep& sweep;
    ClosestFeature edge_feature;  ///< For the trace, if this side provides the edge.
};

struct PairOutcome {
    double t = 1.0;  ///< Proven free up to here.
    bool hit = false;
    bool exhausted = false;
};

template <class Trace>
class FeaturePairs {
public:
    FeaturePairs(ToiSearch<Trace>& query, const ToiOptions& options, Trace& trace)
        : query_(query), options_(options), trace_(trace) {}

    /// The first hit before `first.t`, or `first`. If `exhausted`, `t` is the earliest time at which a pair
    /// exhausted its iterations.
    PairOutcome run(const PairSide& points, const PairSide& edges, PairOutcome first) {
        for (int i = 0; i < points.shape.count(); ++i) {
            for (int j = 0; j < edge_count(edges.shape); ++j) {
                const PairOutcome pair = search(points, i, edges, j, first.t);
                if (pair.t < first.t || (pair.hit && !first.hit)) first = pair;
            }
        }
        return first;
    }

private:
    PairOutcome search(const PairSide& points, int vertex, const PairSide& edges, int edge, double max_t) {
        ToiIterations& counts = query_.counts();
        ++counts.feature_pairs;
        ToiEvent event = make_event(vertex, edges, edge);
        emit(event, ToiEvent::Kind::FeaturePair, 0.0, max_t, 0.0);
        double t = 0.0;
        for (int i = 1; i <= options_.max_root_iterations; ++i) {
            counts.root += 1;
            counts.root_max = counts.root_max < i ? i : counts.root_max;
            const SafeStep step = step_from(points, vertex, edges, edge, t);
            emit(event, ToiEvent::Kind::RootIterate, t, max_t, step.distance);
            if (!(step.distance > options_.target + options_.tolerance)) return {t, true, false};
            if (!(t + step.length < max_t)) return {max_t, false, false};
            if (!(t + step.length > t)) break;
            t += step.length;
        }
        return {t, false, true};
    }

    struct SafeStep {
        double distance = 0.0;
        double length = 0.0;  ///< Proven free for this long.
    };
    [[nodiscard]] SafeStep step_from(const PairSide& points, int vertex, const PairSide& edges, int edge,
                                     double t) const {
        const Transformd pose_p = pose_at(points.sweep, t);
        const Transformd pose_e = pose_at(edges.sweep, t);
        const Vec2d center_e = center_at(edges.sweep, t);
        const std::size_t next = static_cast<std::size_t>((edge + 1) % edges.shape.count());
        const MovingPoint p = point_at(points.sweep, pose_p, center_at(points.sweep, t),
                                       points.shape.points[static_cast<std::size_t>(vertex)]);
        const MovingPoint ends[] = {
            point_at(edges.sweep, pose_e, center_e, edges.shape.points[static_cast<std::size_t>(edge)]),
            point_at(edges.sweep, pose_e, center_e, edges.shape.points[next])};
        const Vec2d edge_vector = ends[1].position - ends[0].position;
        const double square = length_squared(edge_vector);
        const double fraction = square > 0.0 ? dot(p.position - ends[0].position, edge_vector) / square : 0.0;
        const double clamped = fraction > 0.0 ? (fraction < 1.0 ? fraction : 1.0) : 0.0;
        const Vec2d gap_vector = ends[0].position + clamped * edge_vector - p.position;
        const double core_distance = length(gap_vector);
        const double radii = points.shape.radius + edges.shape.radius;
        if (!(core_distance - radii > options_.target))
            return {core_distance > radii ? core_distance - radii : 0.0, 0.0};
        const Vec2d n = (1.0 / core_distance) * gap_vector;
        SafeStep step{core_distance - radii, never};
        for (const MovingPoint& end : ends) {
            const double gap = dot(n, end.position - p.position) - radii - options_.target;
            const double safe_length =
                time_to_close(gap, dot(n, end.velocity - p.velocity), end.acceleration + p.acceleration);
            step.length = safe_length < step.length ? safe_length : step.length;
        }
        return step;
    }

    ToiEvent make_event(int vertex, const PairSide& edges, int edge) const {
        ToiEvent event{.outer = query_.pass()};
        event.feature = edges.edge_feature;
        event.rule = ToiEvent::Rule::LowerBound;
        const bool edge_of_b = edges.edge_feature == ClosestFeature::FaceB;
        event.index_a = edge_of_b ? vertex : edge;
        event.index_b = edge_of_b ? edge : vertex;
        return event;
    }
    void emit(ToiEvent& event, ToiEvent::Kind kind, double t1, double t2, double s1) {
        if constexpr (Trace::enabled) {
            event.kind = kind;
            event.t1 = t1;
            event.t2 = t2;
            event.s1 = s1;
            trace_(event);
        }
    }

    ToiSearch<Trace>& query_;
    const ToiOptions& options_;
    Trace& trace_;
};

}  // namespace

template <class Trace>
ToiResult brute_force(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiSearch<Trace> query(input, trace);
    const double start_distance = query.query_distance(0.0).distance;
    if (!(start_distance > options.target + options.tolerance)) return query.finish_at_target(0.0);
    const PairSide a{query.motion().a, query.motion().sweep_a, ClosestFeature::FaceA};
    const PairSide b{query.motion().b, query.motion().sweep_b, ClosestFeature::FaceB};
    FeaturePairs<Trace> pairs(query, options, trace);
    PairOutcome first = pairs.run(a, b, {});
    first = pairs.run(b, a, first);
    if (first.exhausted) return query.end(ToiState::Exhausted, first.t);
    if (!first.hit) return query.end(ToiState::Separated, 1.0);
    if (query.counts().outer == options.max_iterations) return query.end(ToiState::Exhausted, first.t);
    (void)query.query_distance(first.t);
    return query.finish_at_target(first.t);
}

template ToiResult brute_force(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult brute_force(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
