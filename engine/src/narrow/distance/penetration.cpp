// SPDX-License-Identifier: MIT

// Separated cores are measured by GJK, which is accurate for small distances; overlapping cores by the
// separating axis test, which finds the face of minimum depth.

#include "toibox/narrow/penetration.h"

#include "toibox/narrow/gjk.h"
#include "toibox/narrow/separating_axes.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

constexpr int max_cutting_planes = 64;
constexpr double few_ulps = 0x1p-50;

/// Maximum extent along n from the origin of the pose, including the radius.
double extent(const ConvexProxy& proxy, const Transformd& pose, Vec2d n) {
    double max_projection = -HUGE_VAL;
    for (const Vec2d point : proxy.points)
        max_projection = std::max(max_projection, dot(rotate(pose.q, point), n));
    return max_projection + proxy.radius;
}

}  // namespace

Penetration penetration(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                        const Transformd& pose_b) {
    const GjkResult closest = gjk_distance(a, pose_a, b, pose_b);
    if (closest.core_distance > 0.0) return {a.radius + b.radius - closest.core_distance, closest.normal};
    const SatSeparation best = separating_axes(a, pose_a, b, pose_b);
    if (best.tried == 0) return {-best.separation, {1.0, 0.0}};
    return {-best.separation, best.normal};
}

double penetration_along(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                         const Transformd& pose_b, Vec2d direction) {
    const double direction_length = length(direction);
    if (!(direction_length > 0.0) || !std::isfinite(direction_length)) return 0.0;
    if (!(penetration(a, pose_a, b, pose_b).depth > 0.0)) return 0.0;
    const Vec2d n = (1.0 / direction_length) * direction;
    // At this distance, all of B is behind all of A.
    double distance = dot(pose_b.p - pose_a.p, n) + extent(b, pose_b, n) + extent(a, pose_a, -n);
    for (int i = 0; i < max_cutting_planes; ++i) {
        const GjkResult closest = gjk_distance(a, pose_a, b, {pose_b.p - distance * n, pose_b.q});
        const double gap = closest.core_distance - (a.radius + b.radius);
        const double approach_rate = -dot(closest.normal, n);
        if (!(gap > few_ulps * distance) || !(approach_rate > 0.0)) break;
        distance -= gap / approach_rate;
    }
    return std::max(distance, 0.0);
}

}  // namespace toibox
