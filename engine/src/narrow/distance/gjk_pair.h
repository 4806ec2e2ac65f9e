// SPDX-License-Identifier: MIT
#pragma once

// Two shapes as used by the methods in double. The frame has A's origin and the orientation of the world: a
// rotation widened from float is off unit length by 1e-7, which is harmless unless the rotation is inverted.

#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include "narrow/distance/gjk_simplex.h"

#include <span>

namespace toibox::gjk {

/// Smallest index of the farthest point. Like `support` of the geometry layer, but with two running maxima,
/// because the latency of the comparison chain dominates.
inline int farthest_point(std::span<const Vec2d> points, Vec2d direction) {
    const std::size_t n = points.size();
    if (n == 1) return 0;
    std::size_t even = 0;
    std::size_t odd = 0;
    double reach_even = dot(points[0], direction);
    double reach_odd = reach_even;
    std::size_t i = 1;
    for (; i + 1 < n; i += 2) {
        const double r_odd = dot(points[i], direction);
        const double r_even = dot(points[i + 1], direction);
        odd = r_odd > reach_odd ? i : odd;
        reach_odd = r_odd > reach_odd ? r_odd : reach_odd;
        even = r_even > reach_even ? i + 1 : even;
        reach_even = r_even > reach_even ? r_even : reach_even;
    }
    if (i < n) {
        const double r = dot(points[i], direction);
        odd = r > reach_odd ? i : odd;
        reach_odd = r > reach_odd ? r : reach_odd;
    }
    const bool take_odd = reach_odd > reach_even || (reach_odd == reach_even && odd < even);
    return static_cast<int>(take_odd ? odd : even);
}

/// The two shapes in the frame of the computation.
struct Pair {
    std::span<const Vec2d> points_a;
    std::span<const Vec2d> points_b;
    Rotd q_a;
    Rotd q_b;
    Vec2d offset;  ///< B's origin relative to A's.

    Pair(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b, const Transformd& pose_b)
        : points_a(a.points), points_b(b.points), q_a(pose_a.q), q_b(pose_b.q), offset(pose_b.p - pose_a.p) {}

    [[nodiscard]] Vec2d point_a(int i) const { return rotate(q_a, points_a[static_cast<std::size_t>(i)]); }
    [[nodiscard]] Vec2d point_b(int i) const {
        return offset + rotate(q_b, points_b[static_cast<std::size_t>(i)]);
    }
    /// The supports of the vertex of B − A farthest in the direction −outward.
    [[nodiscard]] SupportPair support_against(Vec2d outward) const {
        const int ia = farthest_point(points_a, inv_rotate(q_a, outward));
        const int ib = farthest_point(points_b, inv_rotate(q_b, -outward));
        return pack(ia, ib);
    }
    /// A vertex of B − A. Raises `scale` to the magnitude that determines the rounding error of the vertex,
    /// if it is lower.
    [[nodiscard]] Vertex vertex(SupportPair id, double& scale) const {
        const Vec2d a = point_a(index_a(id));
        const Vec2d b = point_b(index_b(id));
        const Vec2d size = abs(a) + abs(b);
        const double magnitude = size.x + size.y;
        scale = scale < magnitude ? magnitude : scale;
        return {b - a, id};
    }
};

}  // namespace toibox::gjk
