// SPDX-License-Identifier: MIT

// Brute force: every vertex of one shape against every edge of the other, each pair by itself, and the first
// hit counts. In the plane two convex shapes that are apart are nearest at a vertex and an edge, so nothing
// is missed; and as a pair is bounded by its own few points, no near vertex spoils the steps of a far one,
// which is what makes conservative advancement slow. The price is the number of pairs: 2 n m. Source: E.
// Catto, "Continuous Collision", GDC 2013 (time of impact via brute force: root finding for each feature
// pair).
//
// A pair goes forward along its present axis n, fixed in the world, by Taylor's theorem: a point that turns
// about its centre at w a step has an acceleration of w² ρ at most, so s(t + h) ≥ s + s′h − (w_A² ρ_A +
// w_B² ρ_B) h²/2. Where that bound meets the target the pair is still free; near a root the step is Newton's.

#include "methods.h"
#include "toi_query.h"

namespace toibox::toi {

namespace {

/// A point of a body at some time.
struct MovingPoint {
    Vec2d position;
    Vec2d velocity;             ///< Metres per step.
    double acceleration = 0.0;  ///< Greatest, metres per step².
};
MovingPoint point_at(const Sweep& sweep, const Transformd& pose, Vec2d center, Vec2d local) {
    const Vec2d position = transform_point(pose, local);
    const Vec2d arm = position - center;
    return {position, (sweep.c1 - sweep.c0) + sweep.delta_angle * left_perp(arm),
            sweep.delta_angle * sweep.delta_angle * length(arm)};
}

/// How much later a gap can be used up that changes by `slope` and is pulled down by `acceleration` at most.
double time_to_close(double gap, double slope, double acceleration) {
    if (slope >= 0.0 && !(acceleration > 0.0)) return never;
    const double root = std::sqrt(slope * slope + 2.0 * acceleration * gap);
    return slope < 0.0 ? 2.0 * gap / (root - slope) : (slope + root) / acceleration;
}

/// A shape of one point has one edge without length.
int edge_count(const ConvexProxy& shape) {
    return shape.count() > 2 ? shape.count() : 1;
}

/// One shape's vertices against the other's edges; which of the two is A only the trace wants to know.
struct PairSide {
    const ConvexProxy& shape;
    const Sweep& sweep;
    ClosestFeature edge_feature;  ///< What the trace says when the edge is of this side.
};

struct PairOutcome {
    double t = 1.0;  ///< Free up to here.
    bool hit = false;
    bool exhausted = false;
};

template <class Trace>
class FeaturePairs {
public:
    FeaturePairs(ToiSearch<Trace>& query, const ToiOptions& options, Trace& trace)
        : query_(query), options_(options), trace_(trace) {}

    /// The first hit before `before`, or that time. `exhausted`: the least time at which a pair was given up.
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
    PairOutcome search(const PairSide& points, int vertex, const PairSide& edges, int edge, double before) {
        ToiIterations& counts = query_.counts();
        ++counts.feature_pairs;
        ToiEvent event = labelled(vertex, edges, edge);
        emit(event, ToiEvent::Kind::FeaturePair, 0.0, before, 0.0);
        double t = 0.0;
        for (int i = 1; i <= options_.max_root_iterations; ++i) {
            counts.root += 1;
            counts.root_max = counts.root_max < i ? i : counts.root_max;
            const SafeStep step = step_from(points, vertex, edges, edge, t);
            emit(event, ToiEvent::Kind::RootIterate, t, before, step.distance);
            if (!(step.distance > options_.target + options_.tolerance)) return {t, true, false};
            if (!(t + step.length < before)) return {before, false, false};
            if (!(t + step.length > t)) break;
            t += step.length;
        }
        return {t, false, true};
    }

    struct SafeStep {
        double distance = 0.0;
        double length = 0.0;  ///< Free for so much longer.
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
        const Vec2d along = ends[1].position - ends[0].position;
        const double square = length_squared(along);
        const double share = square > 0.0 ? dot(p.position - ends[0].position, along) / square : 0.0;
        const double clamped = share > 0.0 ? (share < 1.0 ? share : 1.0) : 0.0;
        const Vec2d apart = ends[0].position + clamped * along - p.position;
        const double core = length(apart);
        const double radii = points.shape.radius + edges.shape.radius;
        if (!(core - radii > options_.target)) return {core > radii ? core - radii : 0.0, 0.0};
        const Vec2d n = (1.0 / core) * apart;
        SafeStep step{core - radii, never};
        for (const MovingPoint& end : ends) {
            const double gap = dot(n, end.position - p.position) - radii - options_.target;
            const double free =
                time_to_close(gap, dot(n, end.velocity - p.velocity), end.acceleration + p.acceleration);
            step.length = free < step.length ? free : step.length;
        }
        return step;
    }

    ToiEvent labelled(int vertex, const PairSide& edges, int edge) const {
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
    const double start = query.query_distance(0.0).distance;
    if (!(start > options.target + options.tolerance)) return query.finish_at_target(0.0);
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
