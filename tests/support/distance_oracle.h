// SPDX-License-Identifier: MIT
#pragma once

// Distance between two convex polygons, segments or points by brute force in long double: the separating axis
// test over all edges detects overlap, and the minimum over all pairs of a vertex and an edge is the
// distance. O((n + m)²), without iteration. Shares only the input types with the engine.

#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace toibox::oracle {

using Real = long double;

struct Point {
    Real x = 0;
    Real y = 0;
};
inline Point exact(Vec2d v) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y)};
}
inline Point operator-(Point a, Point b) {
    return {a.x - b.x, a.y - b.y};
}
inline Real dot(Point a, Point b) {
    return a.x * b.x + a.y * b.y;
}
inline Real length(Point a) {
    return std::sqrt(dot(a, a));
}

/// The points of `shape` at `pose`, relative to `origin`. Uses pose.q as given, without normalising it.
inline std::vector<Point> placed(const ConvexProxy& shape, const Transformd& pose, Vec2d origin) {
    std::vector<Point> points;
    const Point offset{Real(pose.p.x) - Real(origin.x), Real(pose.p.y) - Real(origin.y)};
    for (const Vec2d& l : shape.points) {
        points.push_back({offset.x + Real(pose.q.c) * Real(l.x) - Real(pose.q.s) * Real(l.y),
                          offset.y + Real(pose.q.s) * Real(l.x) + Real(pose.q.c) * Real(l.y)});
    }
    return points;
}

/// Separation along n: min n·b − max n·a. A lower bound on the distance for any unit n.
inline Real separation_along(const std::vector<Point>& a, const std::vector<Point>& b, Point n) {
    Real max_a = dot(n, a[0]);
    Real min_b = dot(n, b[0]);
    for (const Point& p : a)
        max_a = dot(n, p) > max_a ? dot(n, p) : max_a;
    for (const Point& p : b)
        min_b = dot(n, p) < min_b ? dot(n, p) : min_b;
    return min_b - max_a;
}

inline Real distance_to_edge(Point p, Point e0, Point e1) {
    const Point e = e1 - e0;
    const Real ee = dot(e, e);
    Real u = ee > 0 ? dot(p - e0, e) / ee : Real(0);
    u = u < 0 ? Real(0) : u > 1 ? Real(1) : u;
    return length(p - Point{e0.x + u * e.x, e0.y + u * e.y});
}

/// The maximum separation along the normals of all edges, and along the edges themselves (needed only for
/// sets without area). A negative result is minus the penetration depth. For two points: the distance.
inline Real max_separation(const std::vector<Point>& a, const std::vector<Point>& b) {
    bool any = false;
    Real best = 0;
    const auto try_axis = [&](Point n) {
        const Real s = separation_along(a, b, n);
        best = any && best > s ? best : s;
        any = true;
    };
    for (const std::vector<Point>* set : {&a, &b}) {
        for (std::size_t i = 0; i < set->size(); ++i) {
            const Point e = (*set)[(i + 1) % set->size()] - (*set)[i];
            const Real l = length(e);
            if (!(l > 0)) continue;
            const Point u{e.x / l, e.y / l};
            for (const Point n : {Point{u.y, -u.x}, Point{-u.y, u.x}, u, Point{-u.x, -u.y}})
                try_axis(n);
        }
    }
    return any ? best : length(b[0] - a[0]);
}

struct Distance {
    Real distance = 0;  ///< Between the point sets; 0 when they overlap.
    Real depth = 0;     ///< > 0 when they overlap.
};

inline Distance distance(const std::vector<Point>& a, const std::vector<Point>& b) {
    const Real s = max_separation(a, b);
    if (s <= 0) return {.distance = 0, .depth = -s};
    Real min_distance = length(b[0] - a[0]);
    const auto scan = [&](const std::vector<Point>& points, const std::vector<Point>& edges) {
        for (const Point& p : points) {
            for (std::size_t i = 0; i < edges.size(); ++i) {
                const Real d = distance_to_edge(p, edges[i], edges[(i + 1) % edges.size()]);
                min_distance = d < min_distance ? d : min_distance;
            }
        }
    };
    scan(a, b);
    scan(b, a);
    return {.distance = min_distance, .depth = 0};
}

/// The distance between the origins plus, for each shape, the maximum distance of a point from its origin:
/// the scale of relative errors.
inline Real extent(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                   const Transformd& pose_b) {
    Real reach_a = 0;
    Real reach_b = 0;
    for (const Vec2d& p : a.points)
        reach_a = std::fmax(reach_a, length(exact(p)));
    for (const Vec2d& p : b.points)
        reach_b = std::fmax(reach_b, length(exact(p)));
    return length({Real(pose_b.p.x) - Real(pose_a.p.x), Real(pose_b.p.y) - Real(pose_a.p.y)}) + reach_a +
           reach_b;
}

}  // namespace toibox::oracle
