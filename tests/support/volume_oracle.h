// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/any_bounding_volume.h"

#include "tests/support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

/// Computes, in long double and from the numbers stored in a volume, how far points lie outside it. Also
/// samples points that a bounding volume must contain.
namespace toibox::testing_support {

/// Positive outside, at most 0 inside. For boxes and k-DOPs the largest excess over a side, which may be less
/// than the distance, metres.
inline long double excess(const BoundingCircle& circle, Vec2l p) {
    return length_l(p - to_long(circle.center)) - static_cast<long double>(circle.radius);
}
inline long double excess(const BoundingBox& box, Vec2l p) {
    const Vec2l low = to_long(box.lower);
    const Vec2l high = to_long(box.upper);
    return std::max(std::max(low.x - p.x, p.x - high.x), std::max(low.y - p.y, p.y - high.y));
}
inline long double excess(const OrientedBox& box, Vec2l p) {
    const Vec2l u = to_long(box.axis);
    const Vec2l from_center = p - to_long(box.center);
    const long double length = length_l(u);
    const long double x = std::abs(dot_l(u, from_center)) / length;
    const long double y = std::abs(cross_l(u, from_center)) / length;
    return std::max(x - length * static_cast<long double>(box.half_extents.x),
                    y - length * static_cast<long double>(box.half_extents.y));
}
template <int K>
long double excess(const Dop<K>& dop, Vec2l p) {
    long double max_excess = -1e300L;
    for (std::size_t i = 0; i < dop.count; ++i) {
        const long double along = dot_l(to_long(Dop<K>::direction(i)), p);
        max_excess = std::max(max_excess, along - static_cast<long double>(dop.offset[i]));
    }
    return max_excess;
}
inline long double excess(const BoundingHull& hull, Vec2l p) {
    Core core{{}, static_cast<long double>(hull.radius)};
    for (const Vec2d point : hull.points)
        core.points.push_back(to_long(point));
    return signed_distance(core, p);
}

/// Points of a shape at a pose, on the boundary and inside: the vertices of the core and, if the shape has a
/// radius, 16 points on a circle of that radius around each vertex. Uses pose.q as given.
inline std::vector<Vec2l> sample_points_of(const ConvexProxy& shape, const Transformd& pose) {
    constexpr int points_per_circle = 16;
    const long double c = static_cast<long double>(pose.q.c);
    const long double s = static_cast<long double>(pose.q.s);
    std::vector<Vec2l> points;
    for (const Vec2d point : shape.points) {
        const Vec2l l = to_long(point);
        const Vec2l at = to_long(pose.p) + Vec2l{c * l.x - s * l.y, s * l.x + c * l.y};
        points.push_back(at);
        for (int i = 0; i < points_per_circle && shape.radius > 0.0; ++i) {
            const long double angle = 2 * std::acos(-1.0L) * static_cast<long double>(i) / points_per_circle;
            // Slightly inside, to allow for the oracle's own rounding.
            const long double radius = static_cast<long double>(shape.radius) * (1 - 1e-17L);
            points.push_back(at + radius * Vec2l{std::cos(angle), std::sin(angle)});
        }
    }
    return points;
}

/// Radius of the smallest circle around the points, by brute force over the circles through two or three
/// points. O(n⁴).
inline long double smallest_radius(std::span<const Vec2d> input) {
    std::vector<Vec2l> points;
    for (const Vec2d point : input)
        points.push_back(to_long(point) - to_long(input[0]));
    if (points.size() == 1) return 0;
    long double min_radius = 1e300L;
    const auto consider = [&](Vec2l center) {
        long double max_distance = 0;
        for (const Vec2l p : points)
            max_distance = std::max(max_distance, length_l(p - center));
        min_radius = std::min(min_radius, max_distance);
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            consider(0.5L * (points[i] + points[j]));
            for (std::size_t k = j + 1; k < points.size(); ++k) {
                const Vec2l b = points[j] - points[i];
                const Vec2l c = points[k] - points[i];
                const long double twice = 2 * cross_l(b, c);
                if (twice == 0) continue;
                const long double bb = dot_l(b, b);
                const long double cc = dot_l(c, c);
                consider(points[i] + Vec2l{(c.y * bb - b.y * cc) / twice, (b.x * cc - c.x * bb) / twice});
            }
        }
    }
    return min_radius;
}

}  // namespace toibox::testing_support
