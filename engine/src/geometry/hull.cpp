// SPDX-License-Identifier: MIT
// Convex polygons from outside data: everything is checked in double on the given floats, which stay as they
// are.
#include "toibox/geometry/hull.h"

#include "toibox/geometry/polygon_access.h"
#include "toibox/geometry/tuning.h"
#include "toibox/math/rot.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace toibox {

namespace {

using Reason = PolygonError::Reason;

/// A vertex and where the caller gave it.
struct Indexed {
    Vec2d at;
    int index = 0;
};

/// > 0: c lies left of the line from a to b. Exact to the last rounding: differences of floats are exact in
/// double up to a ratio of 2^29, and so are their products up to one rounding each.
double turn(Vec2d a, Vec2d b, Vec2d c) {
    return cross(b - a, c - a);
}

double extent_of(std::span<const Indexed> points) {
    Vec2d low = points.front().at;
    Vec2d high = low;
    for (const Indexed& p : points) {
        low = min(low, p.at);
        high = max(high, p.at);
    }
    const Vec2d size = high - low;
    return size.x > size.y ? size.x : size.y;
}

double twice_area(std::span<const Indexed> points) {
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
        sum += turn(points[0].at, points[i].at, points[i + 1].at);
    return sum;
}

/// Drops vertices on top of a neighbour, then vertices on the line between their neighbours.
void merge(std::vector<Indexed>& points, double tolerance) {
    const auto neighbour = [&](std::size_t i, std::size_t by) { return points[(i + by) % points.size()].at; };
    for (std::size_t i = 0; i < points.size() && points.size() > 2;) {
        if (distance(points[i].at, neighbour(i, 1)) <= tolerance) {
            points.erase(points.begin() + static_cast<std::ptrdiff_t>((i + 1) % points.size()));
        } else {
            ++i;
        }
    }
    for (std::size_t i = 0; i < points.size() && points.size() > 2;) {
        const Vec2d before = neighbour(i, points.size() - 1);
        const Vec2d after = neighbour(i, 1);
        const double base = distance(before, after);
        const bool between = dot(points[i].at - before, after - points[i].at) > 0.0;
        if (between && std::abs(turn(before, after, points[i].at)) <= tolerance * base) {
            points.erase(points.begin() + static_cast<std::ptrdiff_t>(i));
            if (i > 0) --i;
        } else {
            ++i;
        }
    }
}

bool segments_cross(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
    return turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0;
}

/// The first edge (by its first vertex) that crosses another one, or −1. Cost: O(n²), n ≤ 256.
int crossing_edge(std::span<const Indexed> points) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 2; j < n; ++j) {
            if (segments_cross(points[i].at, points[(i + 1) % n].at, points[j].at, points[(j + 1) % n].at))
                return points[i].index;
        }
    }
    return -1;
}

Result<Polygon, PolygonError> finish(std::vector<Indexed> points, float radius) {
    const double extent = extent_of(points);
    merge(points, tuning::vertex_merge * extent);
    if (points.size() < 3) return Err{PolygonError{Reason::NoArea, 0}};
    const double area = twice_area(points);
    if (std::abs(area) <= tuning::vertex_merge * extent * extent) {
        const int crossing = crossing_edge(points);
        if (crossing >= 0) return Err{PolygonError{Reason::SelfIntersecting, crossing}};
        return Err{PolygonError{Reason::NoArea, 0}};
    }
    if (area < 0.0) std::ranges::reverse(points);
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Indexed& a = points[i];
        const Indexed& b = points[(i + 1) % n];
        for (std::size_t j = 2; j < n; ++j) {
            if (turn(a.at, b.at, points[(i + j) % n].at) > 0.0) continue;
            const int crossing = crossing_edge(points);
            if (crossing >= 0) return Err{PolygonError{Reason::SelfIntersecting, crossing}};
            return Err{PolygonError{Reason::NotConvex, b.index}};
        }
    }
    if (n > Polygon::max_vertices) return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    std::vector<Vec2> vertices;
    vertices.reserve(n);
    for (const Indexed& p : points)
        vertices.push_back(narrow(p.at));
    return PolygonAccess::from_hull(vertices, radius);
}

/// What every input must be; the index of the first offender.
Result<std::vector<Indexed>, PolygonError> checked(std::span<const Vec2> points, float radius) {
    if (!std::isfinite(radius) || radius < 0.0f) return Err{PolygonError{Reason::BadRadius, 0}};
    if (points.size() < 3) return Err{PolygonError{Reason::TooFewVertices, static_cast<int>(points.size())}};
    std::vector<Indexed> indexed;
    indexed.reserve(points.size());
    for (const Vec2 p : points) {
        const int index = static_cast<int>(indexed.size());
        if (!is_finite(p)) return Err{PolygonError{Reason::NotFinite, index}};
        indexed.push_back({widen(p), index});
    }
    return indexed;
}

}  // namespace

std::string describe(const PolygonError& error) {
    const std::string vertex = "vertex " + std::to_string(error.index);
    switch (error.reason) {
        case Reason::TooFewVertices:
            return "a polygon needs at least 3 vertices";
        case Reason::TooManyVertices:
            return "a polygon has at most " + std::to_string(Polygon::max_vertices) + " vertices";
        case Reason::NotFinite:
            return vertex + " is not a finite point";
        case Reason::NotConvex:
            return vertex + " makes the polygon concave";
        case Reason::SelfIntersecting:
            return "the edge that begins at " + vertex + " crosses another edge";
        case Reason::NoArea:
            return "the vertices enclose no area";
        case Reason::BadRadius:
            return "the radius must be a finite number and not negative";
    }
    return {};
}

Result<Polygon, PolygonError> make_polygon(std::span<const Vec2> vertices, float radius) {
    if (vertices.size() > Polygon::max_vertices)
        return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    auto points = checked(vertices, radius);
    if (!points) return Err{points.error()};
    return finish(std::move(points).value(), radius);
}

Result<Polygon, PolygonError> make_hull(std::span<const Vec2> input, float radius) {
    auto checked_points = checked(input, radius);
    if (!checked_points) return Err{checked_points.error()};
    std::vector<Indexed> points = std::move(checked_points).value();
    std::ranges::sort(points, [](const Indexed& a, const Indexed& b) {
        return a.at.x != b.at.x ? a.at.x < b.at.x : a.at.y != b.at.y ? a.at.y < b.at.y : a.index < b.index;
    });
    // The lower chain from left to right, then the upper one back.
    std::vector<Indexed> hull;
    const auto extend = [&hull](const Indexed& p, std::size_t keep) {
        while (hull.size() >= keep + 2 && turn(hull[hull.size() - 2].at, hull.back().at, p.at) <= 0.0)
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
    // The convexity check of finish is quadratic: do not start it on a hull that is too large anyway.
    constexpr std::size_t sane = 4 * Polygon::max_vertices;
    if (hull.size() > sane) return Err{PolygonError{Reason::TooManyVertices, Polygon::max_vertices}};
    return finish(std::move(hull), radius);
}

Polygon make_box(Vec2 half_extents, Vec2 center, float angle, float radius) {
    TOIBOX_ASSERT(half_extents.x > 0.0f && half_extents.y > 0.0f && radius >= 0.0f);
    const Rot q = make_rot(angle);
    const Vec2 corners[] = {{-half_extents.x, -half_extents.y},
                            {half_extents.x, -half_extents.y},
                            half_extents,
                            {-half_extents.x, half_extents.y}};
    const Vec2 outward[] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
    Vec2 vertices[4];
    Vec2 normals[4];
    for (std::size_t i = 0; i < 4; ++i) {
        vertices[i] = center + rotate(q, corners[i]);
        normals[i] = rotate(q, outward[i]);
    }
    return PolygonAccess::restore(vertices, normals, center, radius);
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
