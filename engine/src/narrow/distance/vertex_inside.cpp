// SPDX-License-Identifier: MIT

// The naive test: shapes overlap if a vertex of one is behind all faces of the other; if not, the vertex
// nearest to the other shape gives the distance. Correct if one shape contains a vertex of the other, and for
// all separated shapes. Unlike the separating axis test it fails for shapes that cross, such as the bars of a
// plus sign, two triangles forming a star, or segments forming an X: neither contains a vertex of the other,
// so they are reported as separated. A small shape in a large one is found only because both directions are
// tested.
// Source: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Exact collision detection
// algorithm", without the test of edges.

#include "narrow/distance/distance_methods.h"

#include <limits>

namespace toibox::narrow_methods {

namespace {

struct DirectedEdge {
    Vec2d p;
    Vec2d e;
};

/// The position of a point relative to a core.
struct PointLocation {
    double distance = 0.0;  ///< 0: inside.
    Vec2d foot{};           ///< The closest point of the core.
    Vec2d normal{};         ///< Unit, from the core to the point; zero inside.
};

/// The closest point on an edge; along the perpendicular if it is between the ends, so that the direction
/// stays precise near touching. Behind the edge the distance is infinite: another edge, which the point is in
/// front of, is closer, and the direction from this edge would be wrong.
PointLocation locate_against_edge(const DirectedEdge& side, Vec2d v) {
    const Vec2d end = side.p + side.e;
    const double before = dot(v - side.p, side.e);
    const double after = dot(end - v, side.e);
    if (!(before > 0.0) || !(after > 0.0)) {
        const Vec2d foot = before > 0.0 ? end : side.p;
        return {length(v - foot), foot, normalized(v - foot)};
    }
    const double size = length(side.e);
    const double height = dot(right_perp(side.e), v - (before < after ? side.p : end)) / size;
    const Vec2d outward = (1.0 / size) * right_perp(side.e);
    const Vec2d foot = lerp(side.p, end, before / (before + after));
    return {height < 0.0 ? std::numeric_limits<double>::infinity() : height, foot, outward};
}

/// Inside means behind all faces. A core without area also has ends, which are checked along its longest
/// edge.
template <class PointAt>
PointLocation locate_in_core(int count, const PointAt& point_at, Vec2d v) {
    PointLocation nearest{std::numeric_limits<double>::infinity(), {}, {}};
    DirectedEdge longest{point_at(0), {}};
    bool is_behind_all = true;
    for (int i = 0; i < count; ++i) {
        const Vec2d p = point_at(i);
        const DirectedEdge edge{p, point_at(i + 1 < count ? i + 1 : 0) - p};
        if (length_squared(edge.e) > length_squared(longest.e)) longest = edge;
        const PointLocation location = locate_against_edge(edge, v);
        if (location.distance < nearest.distance) nearest = location;
        is_behind_all = is_behind_all && !(dot(right_perp(edge.e), v - p) > 0.0);
    }
    if (nearest.distance < std::numeric_limits<double>::infinity() &&
        (!is_behind_all || longest.e == Vec2d{})) {
        return nearest;
    }
    double min_along = std::numeric_limits<double>::infinity();
    double max_along = -min_along;
    for (int i = 0; i < count; ++i) {
        const double along = dot(longest.e, point_at(i) - v);
        min_along = along < min_along ? along : min_along;
        max_along = along > max_along ? along : max_along;
    }
    return min_along <= 0.0 && max_along >= 0.0 ? PointLocation{0.0, v, {}} : nearest;
}

}  // namespace

template <class Trace>
DistanceResult vertex_inside(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    const gjk::Pair pair = pair_of(input);
    const auto point_a = [&](int i) { return pair.point_a(i); };
    const auto point_b = [&](int i) { return pair.point_b(i); };
    const int count_a = input.a.count();
    const int count_b = input.b.count();
    double min_distance = std::numeric_limits<double>::infinity();
    DistanceResult best = make_core_overlap_result(input);
    int tried = 0;
    for (int i = 0; i < count_a + count_b && min_distance > 0.0; ++i) {
        const bool is_b = i >= count_a;
        const Vec2d v = is_b ? point_b(i - count_a) : point_a(i);
        const PointLocation location =
            is_b ? locate_in_core(count_a, point_a, v) : locate_in_core(count_b, point_b, v);
        const Vec2d normal = is_b ? location.normal : -location.normal;
        trace(DistanceEvent{.kind = DistanceEvent::Kind::Vertex,
                            .iteration = tried++,
                            .index_a = is_b ? -1 : i,
                            .index_b = is_b ? i - count_a : -1,
                            .direction = normal,
                            .lower = location.distance,
                            .upper = location.distance});
        if (!(location.distance < min_distance)) continue;
        min_distance = location.distance;
        best = location.distance > 0.0
                   ? make_separated_result(input, location.distance, normal, is_b ? location.foot : v,
                                           is_b ? v : location.foot)
                   : make_core_overlap_result(input);
    }
    best.iterations = tried;
    return best;
}

template DistanceResult vertex_inside(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult vertex_inside(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
