// SPDX-License-Identifier: MIT

// Cores that lie apart are measured by GJK, which tells a small distance to its last digit; those that
// overlap by the separating axis test, which finds the shallowest face to leave by.

#include "toibox/narrow/penetration.h"

#include "toibox/narrow/gjk.h"
#include "toibox/narrow/separating_axes.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

constexpr int max_cutting_planes = 64;
constexpr double few_ulps = 0x1p-50;

/// Of the placed points along n, from the origin of the pose.
double extent(const ConvexProxy& proxy, const Transformd& pose, Vec2d n) {
    double most = -HUGE_VAL;
    for (const Vec2d point : proxy.points)
        most = std::max(most, dot(rotate(pose.q, point), n));
    return most + proxy.radius;
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
    // So far back, all of B lies behind all of A.
    double back = dot(pose_b.p - pose_a.p, n) + extent(b, pose_b, n) + extent(a, pose_a, -n);
    for (int i = 0; i < max_cutting_planes; ++i) {
        const GjkResult closest = gjk_distance(a, pose_a, b, {pose_b.p - back * n, pose_b.q});
        const double gap = closest.core_distance - (a.radius + b.radius);
        const double nearing = -dot(closest.normal, n);
        if (!(gap > few_ulps * back) || !(nearing > 0.0)) break;
        back -= gap / nearing;
    }
    return std::max(back, 0.0);
}

}  // namespace toibox
