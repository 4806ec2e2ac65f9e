// SPDX-License-Identifier: MIT

// The separating axis test over proxies in double: every face of either shape is tried as the one to leave
// by, and the shallowest is taken. Cores that do not overlap have no such face; for them the closest points
// do.

#include "toibox/narrow/penetration.h"

#include "toibox/narrow/gjk.h"

#include <limits>

namespace toibox {

namespace {

/// A face to leave by: how far the other shape lies in front of it (behind: negative).
struct Exit {
    double separation = -std::numeric_limits<double>::infinity();
    Vec2d outward{};  ///< Unit, in the frame of the call.
};

/// The best face of `shape` against `other`. A segment has two, there and back; a point has none.
Exit best_exit(const ConvexProxy& shape, const Transformd& pose, const ConvexProxy& other,
               const Transformd& other_pose) {
    Exit best;
    const std::size_t n = shape.points.size();
    for (std::size_t i = 0; n > 1 && i < n; ++i) {
        const Vec2d edge = shape.points[(i + 1) % n] - shape.points[i];
        if (edge == Vec2d{}) continue;
        const Vec2d outward = rotate(pose.q, normalized(right_perp(edge)));
        const int deepest = support(other.points, inv_rotate(other_pose.q, -outward));
        const Vec2d vertex = transform_point(other_pose, other.points[static_cast<std::size_t>(deepest)]);
        const double separation = dot(outward, vertex - transform_point(pose, shape.points[i]));
        if (separation > best.separation) best = {separation, outward};
    }
    return best;
}

}  // namespace

Penetration penetration(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                        const Transformd& pose_b) {
    const double radii = a.radius + b.radius;
    const GjkResult closest = gjk_distance(a, pose_a, b, pose_b);
    if (closest.core_distance > 0.0) return {radii - closest.core_distance, closest.normal};
    const Exit of_a = best_exit(a, pose_a, b, pose_b);
    const Exit of_b = best_exit(b, pose_b, a, pose_a);
    const bool by_a = of_a.separation >= of_b.separation;
    const Exit& best = by_a ? of_a : of_b;
    if (best.outward == Vec2d{}) return {radii, {1.0, 0.0}};
    return {radii - best.separation, by_a ? best.outward : -best.outward};
}

}  // namespace toibox
