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

struct Side {
    Vec2d p;
    Vec2d e;
};

/// How a point lies to a core; the core is placed, and `at(i)` gives its points.
struct Place {
    double distance = 0.0;  ///< 0: inside.
    Vec2d foot{};           ///< The point of the core nearest to it.
    Vec2d normal{};         ///< Unit, from the core to the point; zero inside.
};

/// Nearest point of a side; along the perpendicular where it lies between the ends, so that the direction
/// keeps its precision near touching. Behind the side there is none: an edge that the point lies in front
/// of is nearer, and the direction from this one would be wrong.
Place place_to(const Side& side, Vec2d v) {
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
Place place_in(int count, const At& at, Vec2d v) {
    Place nearest{std::numeric_limits<double>::infinity(), {}, {}};
    Side longest{at(0), {}};
    bool is_behind_all = true;
    for (int i = 0; i < count; ++i) {
        const Vec2d p = at(i);
        const Side edge{p, at(i + 1 < count ? i + 1 : 0) - p};
        if (length_squared(edge.e) > length_squared(longest.e)) longest = edge;
        const Place place = place_to(edge, v);
        if (place.distance < nearest.distance) nearest = place;
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
    return least <= 0.0 && most >= 0.0 ? Place{0.0, v, {}} : nearest;
}

}  // namespace

template <class Trace>
DistanceAnswer vertex_inside(const DistanceInput& input, const DistanceOptions&, Trace& trace) {
    const gjk::Pair pair = pair_of(input);
    const auto at_a = [&](int i) { return pair.point_a(i); };
    const auto at_b = [&](int i) { return pair.point_b(i); };
    const int count_a = input.a.count();
    const int count_b = input.b.count();
    double least = std::numeric_limits<double>::infinity();
    DistanceAnswer best = overlap_of_cores(input);
    int tried = 0;
    for (int i = 0; i < count_a + count_b && least > 0.0; ++i) {
        const bool of_b = i >= count_a;
        const Vec2d v = of_b ? at_b(i - count_a) : at_a(i);
        const Place place = of_b ? place_in(count_a, at_a, v) : place_in(count_b, at_b, v);
        const Vec2d normal = of_b ? place.normal : -place.normal;
        trace(DistanceEvent{.kind = DistanceEvent::Kind::Vertex,
                            .iteration = tried++,
                            .index_a = of_b ? -1 : i,
                            .index_b = of_b ? i - count_a : -1,
                            .direction = normal,
                            .lower = place.distance,
                            .upper = place.distance});
        if (!(place.distance < least)) continue;
        least = place.distance;
        best = place.distance > 0.0
                   ? answer_apart(input, place.distance, normal, of_b ? place.foot : v, of_b ? v : place.foot)
                   : overlap_of_cores(input);
    }
    best.iterations = tried;
    return best;
}

template DistanceAnswer vertex_inside(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceAnswer vertex_inside(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
