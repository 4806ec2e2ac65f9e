// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/collide.h"
#include "toibox/narrow/manifold.h"

#include "narrow/collide/chain_normal_filter.h"
#include "narrow/collide/polygon_sat.h"

namespace toibox {

/// Two convex loops in one frame.
struct CorePair {
    ConvexCore a;
    ConvexCore b;
    float margin = 0.0f;                              ///< See collide.
    const ChainNormalFilter* chain_filter = nullptr;  ///< Set if B is a chain segment.
};

/// The manifold of two convex loops with radii: used for all pairs of polygons, capsules and segments.
Manifold collide_cores(const CorePair& pair, CollideCache& cache);

/// Two points with radii: circles, or closest vertices.
struct PointPair {
    Vec2 point_a;
    Vec2 point_b;
    float radius_a = 0.0f;
    float radius_b = 0.0f;
    FeatureId id;
};
/// One contact point on the line between the two points, unless the surfaces are further apart than the
/// margin. Coincident points have no direction and get `fallback_normal`.
Manifold collide_points(const PointPair& pair, Vec2 fallback_normal, float margin);

}  // namespace toibox
