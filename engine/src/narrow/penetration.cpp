// SPDX-License-Identifier: MIT

// Cores that lie apart are measured by GJK, which tells a small distance to its last digit; those that
// overlap by the separating axis test, which finds the shallowest face to leave by.

#include "toibox/narrow/penetration.h"

#include "toibox/narrow/gjk.h"
#include "toibox/narrow/separating_axes.h"

namespace toibox {

Penetration penetration(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                        const Transformd& pose_b) {
    const GjkResult closest = gjk_distance(a, pose_a, b, pose_b);
    if (closest.core_distance > 0.0) return {a.radius + b.radius - closest.core_distance, closest.normal};
    const SatSeparation best = separating_axes(a, pose_a, b, pose_b);
    if (best.tried == 0) return {-best.separation, {1.0, 0.0}};
    return {-best.separation, best.normal};
}

}  // namespace toibox
