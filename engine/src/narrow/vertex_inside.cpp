// SPDX-License-Identifier: MIT

// The naive test: shapes overlap if a vertex of one lies behind all faces of the other; if none does, the
// vertex nearest to the other shape says how far they are apart. Right for all shapes of which one holds a
// vertex of the other, and for all that are apart. It fails where the separating axis test does not: of
// shapes that cross, such as the bars of a plus, two triangles laid as a star, or segments as an X, neither
// holds a vertex, and they are called apart; a small shape in a large one is found only because the test
// goes both ways.
// Source: lecture "Collision detection", slide "Exact collision detection algorithm", without its edges.

#include "distance_methods.h"

#include <limits>

namespace toibox::narrow_methods {

namespace {

struct DirectedEdge {
    Vec2d p;
    Vec2d e;
};

/// How a point lies to a core; the core is placed, and `at(i)` gives its points.
struct PointLocation {
    double distance = 0.0;  ///< 0: inside.
    Vec2d foot{};           ///< The point of the core nearest to it.
    Vec2d normal{};         ///< Unit, from the core to the point; zero inside.
};

/// Nearest point of a side; along the perpendicular where it lies between the ends, so that the direction
/// keeps its precision near touching. Behind the side there is none: an edge that the point lies in front
/// of is nearer, and the direction from this one would be wrong.
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

/// Behind all faces; a core without area has its ends too, which its longest edge finds.
template <class At>
PointLocation locate_in_core(int count, const At& at, Vec2d v) {
    PointLocation nearest{std::numeric_limits<double>::infinity(), {}, {}};
    DirectedEdge longest{at(0), {}};
    bool is_behind_all = true;
    for (int i = 0; i < count; ++i) {
        const Vec2d p = at(i);
        const DirectedEdge edge{p, at(i + 1 < count ? i + 1 : 0) - p};
        if (length_squared(edge.e) > length_squared(longest.e)) longest = edge;
        const PointLocation location = locate_against_edge(edge, v);
        if (location.distance < nearest.distance) nearest = location;
        is_behind_all = is_behind_all && !(dot(right_perp(edge.e), v - p) > 0.0);
    }
    if (nearest.distance < std::numeric_limits<double>::infinity() &&
        (!is_behind_all || longest.e == Vec2d{})) {
        return nearest;
    }
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (int i = 0; i < count; ++i) {
        const double along = dot(longest.e, at(i) - v);
        least = along < least ? along : least;
        most = along > most ? along : most;
    }
    return least <= 0.0 && most >= 0.0 ? PointLocation{0.0, v, {}} : nearest;
}

}  // namespace

template <class Trace>
DistanceResult vertex_inside(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    const gjk::Pair pair = pair_of(input);
    const auto at_a = [&](int i) { return pair.point_a(i); };
    const auto at_b = [&](int i) { return pair.point_b(i); };
    const int count_a = input.a.count();
    const int count_b = input.b.count();
    double least = std::numeric_limits<double>::infinity();
    DistanceResult best = make_core_overlap_result(input);
    int tried = 0;
    for (int i = 0; i < count_a + count_b && least > 0.0; ++i) {
        const bool of_b = i >= count_a;
        const Vec2d v = of_b ? at_b(i - count_a) : at_a(i);
        const PointLocation location =
            of_b ? locate_in_core(count_a, at_a, v) : locate_in_core(count_b, at_b, v);
        const Vec2d normal = of_b ? location.normal : -location.normal;
        trace(DistanceEvent{.kind = DistanceEvent::Kind::Vertex,
                            .iteration = tried++,
                            .index_a = of_b ? -1 : i,
                            .index_b = of_b ? i - count_a : -1,
                            .direction = normal,
                            .lower = location.distance,
                            .upper = location.distance});
        if (!(location.distance < least)) continue;
        least = location.distance;
        best = location.distance > 0.0
                   ? make_separated_result(input, location.distance, normal, of_b ? location.foot : v,
                                           of_b ? v : location.foot)
                   : make_core_overlap_result(input);
    }
    best.iterations = tried;
    return best;
}

template DistanceResult vertex_inside(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult vertex_inside(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
