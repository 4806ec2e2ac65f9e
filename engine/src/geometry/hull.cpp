// SPDX-License-Identifier: MIT
/// Convex polygons from outside data: near-equal and near-collinear vertices are merged, and what is left
/// must turn one way, once round. Which way three vertices turn is decided exactly; vertices that stay keep
/// their bits.
#include "toibox/geometry/hull.h"

#include "toibox/geometry/polygon_access.h"
#include "toibox/geometry/tuning.h"
#include "toibox/math/rot.h"

#include "orientation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace toibox {

namespace {

using Reason = PolygonError::Reason;

/// A vertex and where the caller gave it.
struct Indexed {
    Vec2 at;
    int index = 0;
};

const Indexed& cyclic(std::span<const Indexed> points, std::size_t i) {
    return points[i % points.size()];
}
int orientation_at(std::span<const Indexed> points, std::size_t i) {
    return orientation(cyclic(points, i + points.size() - 1).at, points[i].at, cyclic(points, i + 1).at);
}

double extent_of(std::span<const Indexed> points) {
    Vec2 low = points.front().at;
    Vec2 high = low;
    for (const Indexed& p : points) {
        low = min(low, p.at);
        high = max(high, p.at);
    }
    const Vec2d size = widen(high) - widen(low);
    return size.x > size.y ? size.x : size.y;
}

/// In double, relative to the first vertex.
double twice_area(std::span<const Indexed> points) {
    const Vec2d origin = widen(points[0].at);
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        sum += cross(widen(points[i].at) - origin, widen(points[i + 1].at) - origin);
    }
    return sum;
}

/// Drops every vertex within `tolerance` of the one kept before it.
std::vector<Indexed> without_repeats(std::span<const Indexed> points, double tolerance) {
    const auto near = [tolerance](const Indexed& a, const Indexed& b) {
        return distance(widen(a.at), widen(b.at)) <= tolerance;
    };
    std::vector<Indexed> kept;
    for (const Indexed& p : points) {
        if (kept.empty() || !near(kept.back(), p)) kept.push_back(p);
    }
    while (kept.size() > 1 && near(kept.back(), kept.front())) {
        kept.pop_back();
    }
    return kept;
}

/// Whether all of `points` from `first` + 1 to `last` − 1 (cyclic) lie along the edge between these two.
bool all_along_edge(std::span<const Indexed> points, std::size_t first, std::size_t last, double tolerance) {
    const Vec2d a = widen(points[first].at);
    const Vec2d b = widen(points[last].at);
    const double length_ab = distance(a, b);
    for (std::size_t i = (first + 1) % points.size(); i != last; i = (i + 1) % points.size()) {
        const Vec2d p = widen(points[i].at);
        const bool between = dot(p - a, b - p) > 0.0;
        if (!between || std::abs(cross(b - a, p - a)) > tolerance * length_ab) return false;
    }
    return true;
}

/// Drops vertices on the line between their neighbours. A vertex goes only if all that went before it still
/// lie along the new edge, or a finely divided arc would be worn down step by step.
std::vector<Indexed> without_collinear(std::span<const Indexed> points, double tolerance) {
    std::vector<std::size_t> kept(points.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        kept[i] = i;
    }
    for (std::size_t i = 0; i < kept.size() && kept.size() > 2;) {
        const std::size_t before = kept[(i + kept.size() - 1) % kept.size()];
        const std::size_t after = kept[(i + 1) % kept.size()];
        if (all_along_edge(points, before, after, tolerance)) {
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
            if (i > 0) --i;
        } else {
            ++i;
        }
    }
    std::vector<Indexed> result;
    result.reserve(kept.size());
    for (const std::size_t i : kept) {
        result.push_back(points[i]);
    }
    return result;
}

/// The first edge (by its first vertex) that folds back on the next or meets one that is no neighbour, or −1.
/// Cost: O(n²).
int find_crossing_edge(std::span<const Indexed> points) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 a = points[i].at;
        const Vec2 b = cyclic(points, i + 1).at;
        if (orientation_at(points, (i + 1) % n) == 0) return points[i].index;
        for (std::size_t j = i + 2; j < n; ++j) {
            if (i == 0 && j + 1 == n) continue;
            if (segments_intersect(a, b, points[j].at, cyclic(points, j + 1).at)) return points[i].index;
        }
    }
    return -1;
}

/// How often an outline that turns left at every vertex goes round: its edges' directions enter the upper
/// half-plane once a turn. More than once is a star.
int turning_number(std::span<const Indexed> points) {
    const auto points_up = [points](std::size_t i) {
        const Vec2 a = cyclic(points, i).at;
        const Vec2 b = cyclic(points, i + 1).at;
        return b.y > a.y || (b.y == a.y && b.x > a.x);
    };
    int count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        count += !points_up(i) && points_up(i + 1) ? 1 : 0;
    }
    return count;
}

/// Why an outline that encloses `area` is no convex polygon.
PolygonError diagnose(std::span<const Indexed> points, double area) {
    const int crossing = find_crossing_edge(points);
    if (crossing >= 0) return {Reason::SelfIntersecting, crossing};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if ((orientation_at(points, i) > 0) != (area > 0.0)) return {Reason::NotConvex, points[i].index};
    }
    return {Reason::NoArea, 0};
}

Result<Polygon, PolygonError> build_polygon(std::span<const Indexed> input, float radius) {
    const double extent = extent_of(input);
    const double tolerance = tuning::vertex_merge * extent;
    std::vector<Indexed> points = without_collinear(without_repeats(input, tolerance), tolerance);
    if (points.size() < 3) return Err{PolygonError{Reason::NoArea, 0}};
    const double area = twice_area(points);
    if (std::abs(area) <= tolerance * extent) {
        const int crossing = find_crossing_edge(points);
        return Err{crossing >= 0 ? PolygonError{Reason::SelfIntersecting, crossing}
                                 : PolygonError{Reason::NoArea, 0}};
    }
    const int side = area > 0.0 ? 1 : -1;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (orientation_at(points, i) != side) return Err{diagnose(points, area)};
    }
    if (side < 0) std::ranges::reverse(points);
    if (turning_number(points) != 1) {
        if (side < 0) std::ranges::reverse(points);  // edges are named as they were given
        return Err{diagnose(points, area)};
    }
    if (points.size() > Polygon::max_vertices) {
        return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    }
    std::vector<Vec2> vertices;
    vertices.reserve(points.size());
    for (const Indexed& p : points) {
        vertices.push_back(p.at);
    }
    return PolygonAccess::from_hull(vertices, radius);
}

/// What every input must be; the index of the first offender.
Result<std::vector<Indexed>, PolygonError> index_points(std::span<const Vec2> points, float radius) {
    if (!std::isfinite(radius) || radius < 0.0f) return Err{PolygonError{Reason::BadRadius, 0}};
    if (points.size() < 3) return Err{PolygonError{Reason::TooFewVertices, static_cast<int>(points.size())}};
    std::vector<Indexed> indexed;
    indexed.reserve(points.size());
    for (const Vec2 p : points) {
        const int index = static_cast<int>(indexed.size());
        if (!is_finite(p)) return Err{PolygonError{Reason::NotFinite, index}};
        indexed.push_back({p, index});
    }
    return indexed;
}

}  // namespace

std::string describe(const PolygonError& error) {
    const bool of_hole = error.hole >= 0;
    const std::string hole = "hole " + std::to_string(error.hole);
    const std::string vertex = "vertex " + std::to_string(error.index) + (of_hole ? " of " + hole : "");
    const std::string edge = "the edge that begins at " + vertex;
    switch (error.reason) {
        case Reason::TooFewVertices:
            return (of_hole ? hole : "a polygon") + " needs at least 3 vertices";
        case Reason::TooManyVertices:
            return "there are more than " + std::to_string(error.index) + " vertices";
        case Reason::NotFinite:
            return vertex + " is not a finite point";
        case Reason::NotConvex:
            return vertex + " makes the polygon concave";
        case Reason::SelfIntersecting:
            return edge + " crosses another edge";
        case Reason::SelfTouching:
            return vertex + " touches the edge that begins at vertex " + std::to_string(error.edge);
        case Reason::NoArea:
            return "the vertices" + (of_hole ? " of " + hole : "") + " enclose no area";
        case Reason::BadRadius:
            return "the radius must be a finite number and not negative";
        case Reason::HoleMeetsOutline:
            return edge + " meets the outline";
        case Reason::HoleOutside:
            return hole + " lies outside of the outline";
        case Reason::HoleMeetsHole:
            return edge + " meets another hole";
        case Reason::HoleInHole:
            return hole + " lies in another hole";
    }
    return {};
}

Result<Polygon, PolygonError> make_polygon(std::span<const Vec2> vertices, float radius) {
    if (vertices.size() > Polygon::max_vertices)
        return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    auto points = index_points(vertices, radius);
    if (!points) return Err{points.error()};
    return build_polygon(points.value(), radius);
}

Result<Polygon, PolygonError> make_hull(std::span<const Vec2> input, float radius) {
    auto checked_points = index_points(input, radius);
    if (!checked_points) return Err{checked_points.error()};
    std::vector<Indexed> points = std::move(checked_points).value();
    std::ranges::sort(points, [](const Indexed& a, const Indexed& b) {
        return a.at.x != b.at.x ? a.at.x < b.at.x : a.at.y != b.at.y ? a.at.y < b.at.y : a.index < b.index;
    });
    // The lower chain from left to right, then the upper one back.
    std::vector<Indexed> hull;
    const auto extend = [&hull](const Indexed& p, std::size_t keep) {
        while (hull.size() >= keep + 2 && orientation(hull[hull.size() - 2].at, hull.back().at, p.at) <= 0)
            hull.pop_back();
        hull.push_back(p);
    };
    for (const Indexed& p : points)
        extend(p, 0);
    const std::size_t lower = hull.size() - 1;
    for (auto p = points.rbegin() + 1; p != points.rend(); ++p)
        extend(*p, lower);
    hull.pop_back();
    if (hull.size() < 3) return Err{PolygonError{Reason::NoArea, 0}};
    // Merging is quadratic: it does not begin on a hull that is far too large anyway.
    constexpr std::size_t mergeable = 4 * std::size_t{Polygon::max_vertices};
    if (hull.size() > mergeable) return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    return build_polygon(hull, radius);
}

Polygon make_box(Vec2 half_extents, Vec2 center, float angle, float radius) {
    TOIBOX_ASSERT(half_extents.x > 0.0f && half_extents.y > 0.0f && radius >= 0.0f);
    const Rotd q = make_rotd(static_cast<double>(angle));
    const Vec2d half = widen(half_extents);
    const Vec2d corners[] = {{-half.x, -half.y}, {half.x, -half.y}, half, {-half.x, half.y}};
    Vec2 vertices[4];
    for (std::size_t i = 0; i < 4; ++i) {
        vertices[i] = narrow(widen(center) + rotate(q, corners[i]));
    }
    // Normals of the rounded vertices: on a turned sliver they differ by 1e-4 from the turned axes.
    return PolygonAccess::from_hull(vertices, radius);
}

Polygon make_regular_polygon(int n, float circumradius, Vec2 center) {
    TOIBOX_ASSERT(n >= 3 && n <= Polygon::max_vertices && circumradius > 0.0f);
    std::vector<Vec2> vertices;
    for (int i = 0; i < n; ++i) {
        const Rotd q = make_rotd(2.0 * pi * i / n);
        vertices.push_back(narrow(widen(center) + static_cast<double>(circumradius) * Vec2d{q.c, q.s}));
    }
    return PolygonAccess::from_hull(vertices, 0.0f);
}

}  // namespace toibox
