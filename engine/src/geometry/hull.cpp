// SPDX-License-Identifier: MIT
/// Convex polygons from external data: near-equal and near-collinear vertices are merged, and the rest must
/// turn in one direction exactly once around. Orientations are exact; vertices that remain are bit-identical
/// to the input.
#include "toibox/geometry/hull.h"

#include "toibox/geometry/tuning.h"
#include "toibox/math/rot.h"

#include "geometry/orientation.h"
#include "geometry/polygon_access.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace toibox {

namespace {

using Reason = PolygonError::Reason;

/// A vertex and its index in the input.
struct IndexedPoint {
    Vec2 position;
    int index = 0;
};

const IndexedPoint& cyclic(std::span<const IndexedPoint> points, std::size_t i) {
    return points[i % points.size()];
}
int orientation_at(std::span<const IndexedPoint> points, std::size_t i) {
    return orientation(cyclic(points, i + points.size() - 1).position, points[i].position,
                       cyclic(points, i + 1).position);
}

double extent_of(std::span<const IndexedPoint> points) {
    Vec2 low = points.front().position;
    Vec2 high = low;
    for (const IndexedPoint& p : points) {
        low = min(low, p.position);
        high = max(high, p.position);
    }
    const Vec2d size = widen(high) - widen(low);
    return size.x > size.y ? size.x : size.y;
}

/// Twice the signed area, computed in double relative to the first vertex.
double twice_area(std::span<const IndexedPoint> points) {
    const Vec2d origin = widen(points[0].position);
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        sum += cross(widen(points[i].position) - origin, widen(points[i + 1].position) - origin);
    }
    return sum;
}

/// Drops every vertex within `tolerance` of the previous kept one.
std::vector<IndexedPoint> without_repeats(std::span<const IndexedPoint> points, double tolerance) {
    const auto are_near = [tolerance](const IndexedPoint& a, const IndexedPoint& b) {
        return distance(widen(a.position), widen(b.position)) <= tolerance;
    };
    std::vector<IndexedPoint> kept;
    for (const IndexedPoint& p : points) {
        if (kept.empty() || !are_near(kept.back(), p)) kept.push_back(p);
    }
    while (kept.size() > 1 && are_near(kept.back(), kept.front())) {
        kept.pop_back();
    }
    return kept;
}

/// Whether the points strictly between `first` and `last` (cyclic) are on the edge between these two.
bool are_on_edge(std::span<const IndexedPoint> points, std::size_t first, std::size_t last,
                 double tolerance) {
    const Vec2d a = widen(points[first].position);
    const Vec2d b = widen(points[last].position);
    const double length_ab = distance(a, b);
    for (std::size_t i = (first + 1) % points.size(); i != last; i = (i + 1) % points.size()) {
        const Vec2d p = widen(points[i].position);
        const bool is_between = dot(p - a, b - p) > 0.0;
        if (!is_between || std::abs(cross(b - a, p - a)) > tolerance * length_ab) return false;
    }
    return true;
}

/// Drops vertices on the line between their neighbours. A vertex is dropped only if all vertices dropped
/// before it are still on the new edge; otherwise a finely divided arc would be eroded step by step.
std::vector<IndexedPoint> without_collinear(std::span<const IndexedPoint> points, double tolerance) {
    std::vector<std::size_t> kept(points.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        kept[i] = i;
    }
    for (std::size_t i = 0; i < kept.size() && kept.size() > 2;) {
        const std::size_t before = kept[(i + kept.size() - 1) % kept.size()];
        const std::size_t after = kept[(i + 1) % kept.size()];
        if (are_on_edge(points, before, after, tolerance)) {
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
            if (i > 0) --i;
        } else {
            ++i;
        }
    }
    std::vector<IndexedPoint> result;
    result.reserve(kept.size());
    for (const std::size_t i : kept) {
        result.push_back(points[i]);
    }
    return result;
}

/// The first edge (by its first vertex) that folds back onto the next or intersects a non-adjacent edge, or
/// −1. Cost: O(n²).
int find_crossing_edge(std::span<const IndexedPoint> points) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 a = points[i].position;
        const Vec2 b = cyclic(points, i + 1).position;
        if (orientation_at(points, (i + 1) % n) == 0) return points[i].index;
        for (std::size_t j = i + 2; j < n; ++j) {
            if (i == 0 && j + 1 == n) continue;
            if (segments_intersect(a, b, points[j].position, cyclic(points, j + 1).position))
                return points[i].index;
        }
    }
    return -1;
}

/// The turning number of an outline that turns left at every vertex: its edge directions enter the upper
/// half-plane once per turn. The turning number of a star is more than one.
int turning_number(std::span<const IndexedPoint> points) {
    const auto points_up = [points](std::size_t i) {
        const Vec2 a = cyclic(points, i).position;
        const Vec2 b = cyclic(points, i + 1).position;
        return b.y > a.y || (b.y == a.y && b.x > a.x);
    };
    int count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        count += !points_up(i) && points_up(i + 1) ? 1 : 0;
    }
    return count;
}

/// Why an outline with this signed `area` is not a convex polygon.
PolygonError diagnose(std::span<const IndexedPoint> points, double area) {
    const int crossing = find_crossing_edge(points);
    if (crossing >= 0) return {Reason::SelfIntersecting, crossing};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if ((orientation_at(points, i) > 0) != (area > 0.0)) return {Reason::NotConvex, points[i].index};
    }
    return {Reason::NoArea, 0};
}

Result<Polygon, PolygonError> build_polygon(std::span<const IndexedPoint> input, float radius) {
    const double extent = extent_of(input);
    const double tolerance = tuning::vertex_merge * extent;
    std::vector<IndexedPoint> points = without_collinear(without_repeats(input, tolerance), tolerance);
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
        if (side < 0) std::ranges::reverse(points);  // errors name edges in input order
        return Err{diagnose(points, area)};
    }
    if (points.size() > Polygon::max_vertices) {
        return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    }
    std::vector<Vec2> vertices;
    vertices.reserve(points.size());
    for (const IndexedPoint& p : points) {
        vertices.push_back(p.position);
    }
    return PolygonAccess::from_hull(vertices, radius);
}

/// Checks and indexes the input; errors name the first offending vertex.
Result<std::vector<IndexedPoint>, PolygonError> index_points(std::span<const Vec2> points, float radius) {
    if (!std::isfinite(radius) || radius < 0.0f) return Err{PolygonError{Reason::BadRadius, 0}};
    if (points.size() < 3) return Err{PolygonError{Reason::TooFewVertices, static_cast<int>(points.size())}};
    std::vector<IndexedPoint> indexed;
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
    const bool in_hole = error.hole >= 0;
    const std::string hole = "hole " + std::to_string(error.hole);
    const std::string vertex = "vertex " + std::to_string(error.index) + (in_hole ? " of " + hole : "");
    const std::string edge = "the edge that begins at " + vertex;
    switch (error.reason) {
        case Reason::TooFewVertices:
            return (in_hole ? hole : "a polygon") + " needs at least 3 vertices";
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
            return "the vertices" + (in_hole ? " of " + hole : "") + " enclose no area";
        case Reason::BadRadius:
            return "the radius must be a finite number and not negative";
        case Reason::HoleMeetsOutline:
            return edge + " meets the outline";
        case Reason::HoleOutside:
            return hole + " is outside the outline";
        case Reason::HoleMeetsHole:
            return edge + " meets another hole";
        case Reason::HoleInHole:
            return hole + " is inside another hole";
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
    std::vector<IndexedPoint> points = std::move(checked_points).value();
    std::ranges::sort(points, [](const IndexedPoint& a, const IndexedPoint& b) {
        return a.position.x != b.position.x   ? a.position.x < b.position.x
               : a.position.y != b.position.y ? a.position.y < b.position.y
                                              : a.index < b.index;
    });
    // The lower chain from left to right, then the upper chain back.
    std::vector<IndexedPoint> hull;
    const auto extend = [&hull](const IndexedPoint& p, std::size_t chain_start) {
        while (hull.size() >= chain_start + 2 &&
               orientation(hull[hull.size() - 2].position, hull.back().position, p.position) <= 0)
            hull.pop_back();
        hull.push_back(p);
    };
    for (const IndexedPoint& p : points)
        extend(p, 0);
    const std::size_t lower = hull.size() - 1;
    for (auto p = points.rbegin() + 1; p != points.rend(); ++p)
        extend(*p, lower);
    hull.pop_back();
    if (hull.size() < 3) return Err{PolygonError{Reason::NoArea, 0}};
    // Merging is quadratic, so it is not attempted on hulls that are far too large.
    constexpr std::size_t max_merged = 4 * std::size_t{Polygon::max_vertices};
    if (hull.size() > max_merged) return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    return build_polygon(hull, radius);
}

Polygon make_box(Vec2 half_extents, Vec2 center, float angle, float radius) {
    TOIBOX_ASSERT(half_extents.x > 0.0f && half_extents.y > 0.0f && radius >= 0.0f);
    const Rotd q = make_rotd(static_cast<double>(angle));
    const Vec2d extents = widen(half_extents);
    const Vec2d corners[] = {
        {-extents.x, -extents.y}, {extents.x, -extents.y}, extents, {-extents.x, extents.y}};
    Vec2 vertices[4];
    for (std::size_t i = 0; i < 4; ++i) {
        vertices[i] = narrow(widen(center) + rotate(q, corners[i]));
    }
    // The normals are computed from the rounded vertices: on a rotated sliver, they may differ by 1e-4 from
    // the rotated axes.
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
