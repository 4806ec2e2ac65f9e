// SPDX-License-Identifier: MIT

// The expanding polytope: inside B − A, which holds the origin, a polygon is blown up from the last simplex
// of GJK, always at its edge nearest to the origin, until that edge is one of B − A itself: there the shapes
// part soonest. It differs from the separating axis test in that it looks only at edges near the origin. A
// simplex without area is no trouble: a loop there and back has two edges, and each may grow.
// Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", GDC
// 2001, section 5 (in the plane, edges for triangles).

#include "toibox/narrow/tuning.h"

#include "distance_methods.h"

#include <limits>

namespace toibox::narrow_methods {

namespace {

/// B − A has no more vertices than both shapes together; what GJK left may lie on its edges.
constexpr int max_polytope = 2 * Polygon::max_vertices + 3;

/// An edge of the polytope as the origin sees it.
struct Edge {
    int first = 0;  ///< Place of its first vertex in the loop.
    Vec2d outward{};
    double depth = std::numeric_limits<double>::infinity();  ///< Of the origin behind it.
};

/// A convex loop of vertices of B − A, counter-clockwise; of two vertices, there and back. It need not hold
/// the origin from the start: edges that see it have a negative depth, and grow first.
class Polytope {
public:
    explicit Polytope(const gjk::Pair& pair) : pair_(pair) {}

    /// From the last simplex of GJK. False if B − A is a point.
    bool start(const SimplexSeed& seed) {
        // GJK begins along the offset; without one, its first vertex may lie inside B − A.
        const std::size_t count = length_squared(pair_.offset) > 0.0 ? seed.count : 0u;
        for (std::size_t i = 0; i < count; ++i)
            add_if_distinct(vertex(gjk::pack(seed.index_a[i], seed.index_b[i])));
        for (const Vec2d outward : {Vec2d{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}}) {
            if (count_ < 2) add_if_distinct(vertex(pair_.support_against(outward)));
        }
        if (count_ == 3 && cross(at(1).w - at(0).w, at(2).w - at(0).w) < 0.0) {
            const gjk::Vertex second = at(1);
            loop_[1] = loop_[2];
            loop_[2] = second;
        }
        return count_ > 1;
    }

    /// Of edges that are as near but for rounding the one that holds the foot of the origin: a side of B − A
    /// may have vertices between its ends, as of parallel boxes, and be several edges here.
    [[nodiscard]] Edge nearest_edge() const {
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < count_; ++i) {
            const double depth = edge_at(i).depth;
            least = depth < least ? depth : least;
        }
        Edge nearest;
        double least_overhang = std::numeric_limits<double>::infinity();
        for (int i = 0; i < count_; ++i) {
            const Edge edge = edge_at(i);
            if (!(edge.depth <= least + tolerance())) continue;
            const double past = overhang(edge);
            if (!(past < least_overhang)) continue;
            least_overhang = past;
            nearest = edge;
        }
        return nearest;
    }

    /// The vertex of B − A furthest beyond an edge.
    gjk::Vertex support_beyond(const Edge& edge) { return vertex(pair_.support_against(-edge.outward)); }

    [[nodiscard]] bool contains(gjk::SupportPair id) const {
        for (int i = 0; i < count_; ++i) {
            if (at(i).id == id) return true;
        }
        return false;
    }
    [[nodiscard]] bool is_full() const { return count_ == max_polytope; }
    void split(const Edge& edge, const gjk::Vertex& with) {
        for (int i = count_++; i > edge.first + 1; --i)
            loop_[static_cast<std::size_t>(i)] = at(i - 1);
        loop_[static_cast<std::size_t>(edge.first) + 1] = with;
    }

    [[nodiscard]] double tolerance() const { return tuning::gjk_rounding * scale_; }
    [[nodiscard]] const gjk::Vertex& at(int i) const { return loop_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] int next(int i) const { return i + 1 < count_ ? i + 1 : 0; }
    /// How much of the edge's second vertex there is in the point nearest to the origin.
    [[nodiscard]] double share(const Edge& edge) const {
        const Vec2d p = at(edge.first).w;
        const Vec2d e = at(next(edge.first)).w - p;
        const double square = dot(e, e);
        if (!(square > 0.0)) return 0.0;  // its ends are one, or too near for a square
        const double along = -dot(p, e) / square;
        return along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    }

private:
    /// Of no length: infinitely deep.
    [[nodiscard]] Edge edge_at(int i) const {
        const Vec2d p = at(i).w;
        const Vec2d q = at(next(i)).w;
        const Vec2d e = q - p;
        const double size = length(e);
        if (!(size > tolerance())) return {};
        // The nearer end carries the smaller rounding.
        const Vec2d end = length_squared(p) < length_squared(q) ? p : q;
        const Vec2d outward = (1.0 / size) * right_perp(e);
        return {i, outward, dot(outward, end)};
    }
    /// How far the foot of the origin lies beyond the ends of an edge.
    [[nodiscard]] double overhang(const Edge& edge) const {
        const Vec2d along = left_perp(edge.outward);
        const double before = dot(at(edge.first).w, along);
        const double after = -dot(at(next(edge.first)).w, along);
        const double most = before > after ? before : after;
        return most > 0.0 ? most : 0.0;
    }

    gjk::Vertex vertex(gjk::SupportPair id) { return pair_.vertex(id, scale_); }
    void add_if_distinct(const gjk::Vertex& v) {
        for (int i = 0; i < count_; ++i) {
            if (at(i).w == v.w) return;
        }
        loop_[static_cast<std::size_t>(count_++)] = v;
    }

    gjk::Pair pair_;
    double scale_ = 0.0;
    int count_ = 0;
    std::array<gjk::Vertex, max_polytope> loop_{};
};

DistanceResult make_edge_result(const DistanceInput& input, const Polytope& polytope, const Edge& edge) {
    const gjk::Pair pair = pair_of(input);
    const gjk::SupportPair p = polytope.at(edge.first).id;
    const gjk::SupportPair q = polytope.at(polytope.next(edge.first)).id;
    const double share = polytope.share(edge);
    const Vec2d core_a = lerp(pair.point_a(index_a(p)), pair.point_a(index_a(q)), share);
    const Vec2d core_b = lerp(pair.point_b(index_b(p)), pair.point_b(index_b(q)), share);
    DistanceResult answer = make_distance_result(input, -edge.depth, -edge.outward, core_a, core_b);
    answer.cores_overlap = true;
    return answer;
}

DistanceEvent event_of(const DistanceInput& input, const Polytope& polytope, const Edge& edge,
                       const gjk::Vertex& next, int index) {
    const double share = polytope.share(edge);
    DistanceEvent event{.kind = DistanceEvent::Kind::Expand, .iteration = index, .count = 2};
    event.vertex[0] = describe(input, polytope.at(edge.first), 1.0 - share);
    event.vertex[1] = describe(input, polytope.at(polytope.next(edge.first)), share);
    event.index_a = index_a(next.id);
    event.index_b = index_b(next.id);
    event.direction = -edge.outward;
    event.upper = -edge.depth;
    event.lower = -dot(edge.outward, next.w);
    return event;
}

}  // namespace

template <class Trace>
DistanceResult epa(const DistanceInput& input, const DistanceOptions& options, Trace& trace) {
    // Cold, because then all vertices of the simplex are supports; of a seed they may lie inside B − A, where
    // no polytope could hold them.
    const GjkResult closest = gjk_distance(input.a, input.pose_a, input.b, input.pose_b);
    if (closest.core_distance > 0.0) {
        DistanceResult apart = make_distance_result(input, closest.core_distance, closest.normal, {}, {});
        apart.point_a = closest.point_a;
        apart.point_b = closest.point_b;
        return apart;
    }
    const gjk::Pair pair = pair_of(input);
    Polytope polytope(pair);
    if (!polytope.start(closest.seed)) {
        DistanceResult points =
            make_distance_result(input, 0.0, {1.0, 0.0}, pair.point_a(0), pair.point_b(0));
        points.cores_overlap = true;
        return points;
    }
    Edge edge;
    for (int i = 0; i < options.max_iterations && !polytope.is_full(); ++i) {
        edge = polytope.nearest_edge();
        // All within rounding of a point.
        if (!(edge.depth < std::numeric_limits<double>::infinity())) edge = {0, {-1.0, 0.0}, 0.0};
        const gjk::Vertex next = polytope.support_beyond(edge);
        if constexpr (Trace::enabled) trace(event_of(input, polytope, edge, next, i));
        const double gain = dot(edge.outward, next.w) - edge.depth;
        if (!(gain > polytope.tolerance()) || polytope.contains(next.id)) {
            DistanceResult answer = make_edge_result(input, polytope, edge);
            answer.iterations = i + 1;
            return answer;
        }
        polytope.split(edge, next);
    }
    DistanceResult answer = make_edge_result(input, polytope, edge);
    answer.state = DistanceState::Exhausted;
    answer.iterations = options.max_iterations < max_polytope ? options.max_iterations : max_polytope;
    return answer;
}

template DistanceResult epa(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult epa(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
