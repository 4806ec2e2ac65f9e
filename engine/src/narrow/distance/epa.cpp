// SPDX-License-Identifier: MIT

// The expanding polytope algorithm, for a difference B − A that contains the origin: a polygon inside B − A
// starts as the last simplex of GJK and is always expanded at its edge nearest to the origin, until that edge
// is on the boundary of B − A. The normal of that edge is the direction of minimum penetration. Unlike the
// separating axis test, it only visits edges near the origin. A simplex without area is no problem: it is a
// loop of two opposite edges, and either can expand.
// Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", GDC
// 2001, section 5 (in 2D, edges instead of triangles).

#include "toibox/narrow/tuning.h"

#include "narrow/distance/distance_methods.h"

#include <limits>

namespace toibox::narrow_methods {

namespace {

/// B − A has at most as many vertices as both shapes together; the initial simplex may add vertices on its
/// edges.
constexpr int max_polytope = 2 * Polygon::max_vertices + 3;

/// An edge of the polytope.
struct Edge {
    int first = 0;  ///< Index of its first vertex in the loop.
    Vec2d outward{};
    double depth = std::numeric_limits<double>::infinity();  ///< Depth of the origin behind the edge.
};

/// A convex loop of vertices of B − A, counter-clockwise; two vertices make two opposite edges. The loop does
/// not always contain the origin at first: edges with the origin in front have a negative depth and are
/// expanded first.
class Polytope {
public:
    explicit Polytope(const gjk::Pair& pair) : pair_(pair) {}

    /// Starts with the last simplex of GJK. Returns false if B − A is a point.
    bool start(const SimplexSeed& seed) {
        // GJK starts along the offset; if the offset is zero, the first vertex may be inside B − A.
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

    /// The edge nearest to the origin. Among edges that are equally near up to rounding, the one that
    /// contains the projection of the origin: a side of B − A may consist of several edges of the polytope,
    /// e.g. for parallel boxes.
    [[nodiscard]] Edge nearest_edge() const {
        double min_depth = std::numeric_limits<double>::infinity();
        for (int i = 0; i < count_; ++i) {
            const double depth = edge_at(i).depth;
            min_depth = depth < min_depth ? depth : min_depth;
        }
        Edge nearest;
        double min_overhang = std::numeric_limits<double>::infinity();
        for (int i = 0; i < count_; ++i) {
            const Edge edge = edge_at(i);
            if (!(edge.depth <= min_depth + tolerance())) continue;
            const double edge_overhang = overhang(edge);
            if (!(edge_overhang < min_overhang)) continue;
            min_overhang = edge_overhang;
            nearest = edge;
        }
        return nearest;
    }

    /// The vertex of B − A farthest beyond an edge.
    gjk::Vertex support_beyond(const Edge& edge) { return vertex(pair_.support_against(-edge.outward)); }

    [[nodiscard]] bool contains(gjk::SupportPair id) const {
        for (int i = 0; i < count_; ++i) {
            if (at(i).id == id) return true;
        }
        return false;
    }
    [[nodiscard]] bool is_full() const { return count_ == max_polytope; }
    void split(const Edge& edge, const gjk::Vertex& inserted) {
        for (int i = count_++; i > edge.first + 1; --i)
            loop_[static_cast<std::size_t>(i)] = at(i - 1);
        loop_[static_cast<std::size_t>(edge.first) + 1] = inserted;
    }

    [[nodiscard]] double tolerance() const { return tuning::gjk_rounding * scale_; }
    [[nodiscard]] const gjk::Vertex& at(int i) const { return loop_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] int next(int i) const { return i + 1 < count_ ? i + 1 : 0; }
    /// The barycentric weight of the second vertex of an edge for the point of the edge nearest to the
    /// origin.
    [[nodiscard]] double second_weight(const Edge& edge) const {
        const Vec2d p = at(edge.first).w;
        const Vec2d e = at(next(edge.first)).w - p;
        const double square = dot(e, e);
        if (!(square > 0.0)) return 0.0;  // its ends coincide, or their squared distance underflows
        const double along = -dot(p, e) / square;
        return along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    }

private:
    /// A zero-length edge gets infinite depth.
    [[nodiscard]] Edge edge_at(int i) const {
        const Vec2d p = at(i).w;
        const Vec2d q = at(next(i)).w;
        const Vec2d e = q - p;
        const double size = length(e);
        if (!(size > tolerance())) return {};
        // The nearer end has the smaller rounding error.
        const Vec2d end = length_squared(p) < length_squared(q) ? p : q;
        const Vec2d outward = (1.0 / size) * right_perp(e);
        return {i, outward, dot(outward, end)};
    }
    /// The distance of the projected origin beyond the ends of an edge.
    [[nodiscard]] double overhang(const Edge& edge) const {
        const Vec2d along = left_perp(edge.outward);
        const double before = dot(at(edge.first).w, along);
        const double after = -dot(at(next(edge.first)).w, along);
        const double overhang_length = before > after ? before : after;
        return overhang_length > 0.0 ? overhang_length : 0.0;
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
    const double weight = polytope.second_weight(edge);
    const Vec2d core_a = lerp(pair.point_a(index_a(p)), pair.point_a(index_a(q)), weight);
    const Vec2d core_b = lerp(pair.point_b(index_b(p)), pair.point_b(index_b(q)), weight);
    DistanceResult result = make_distance_result(input, -edge.depth, -edge.outward, core_a, core_b);
    result.cores_overlap = true;
    return result;
}

DistanceEvent event_of(const DistanceInput& input, const Polytope& polytope, const Edge& edge,
                       const gjk::Vertex& next, int index) {
    const double weight = polytope.second_weight(edge);
    DistanceEvent event{.kind = DistanceEvent::Kind::Expand, .iteration = index, .count = 2};
    event.vertex[0] = describe(input, polytope.at(edge.first), 1.0 - weight);
    event.vertex[1] = describe(input, polytope.at(polytope.next(edge.first)), weight);
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
    // A cold start makes all vertices of the simplex supports. The vertices of a seed may be inside B − A,
    // where they cannot be vertices of the polytope.
    const GjkResult closest = gjk_distance(input.a, input.pose_a, input.b, input.pose_b);
    if (closest.core_distance > 0.0) {
        DistanceResult result = make_distance_result(input, closest.core_distance, closest.normal, {}, {});
        result.point_a = closest.point_a;
        result.point_b = closest.point_b;
        return result;
    }
    const gjk::Pair pair = pair_of(input);
    Polytope polytope(pair);
    if (!polytope.start(closest.seed)) {
        DistanceResult result =
            make_distance_result(input, 0.0, {1.0, 0.0}, pair.point_a(0), pair.point_b(0));
        result.cores_overlap = true;
        return result;
    }
    Edge edge;
    for (int i = 0; i < options.max_iterations && !polytope.is_full(); ++i) {
        edge = polytope.nearest_edge();
        // The whole difference is a point up to rounding.
        if (!(edge.depth < std::numeric_limits<double>::infinity())) edge = {0, {-1.0, 0.0}, 0.0};
        const gjk::Vertex next = polytope.support_beyond(edge);
        if constexpr (Trace::enabled) trace(event_of(input, polytope, edge, next, i));
        const double gain = dot(edge.outward, next.w) - edge.depth;
        if (!(gain > polytope.tolerance()) || polytope.contains(next.id)) {
            DistanceResult result = make_edge_result(input, polytope, edge);
            result.iterations = i + 1;
            return result;
        }
        polytope.split(edge, next);
    }
    DistanceResult result = make_edge_result(input, polytope, edge);
    result.state = DistanceState::Exhausted;
    result.iterations = options.max_iterations < max_polytope ? options.max_iterations : max_polytope;
    return result;
}

template DistanceResult epa(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult epa(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
