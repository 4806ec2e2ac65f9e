// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

namespace toibox {

/// From `from` to `to`, in double like all queries.
struct Ray {
    Vec2d from;
    Vec2d to;
};

/// `fraction` of the way from `from` to `to`; the normal is the surface's, facing the ray's origin.
struct RayHit {
    bool hit = false;
    double fraction = 1.0;
    Vec2d point;
    Vec2d normal;
    bool inside = false;  ///< No hit, as the ray starts in the shape.
};

/// First point where the ray enters the shape. A start inside (or on the boundary, going in) gives no hit; a
/// segment is hit from both sides. Shapes with the same transform that share corners, as the segments of a
/// chain do, leave no gap: a ray through a shared corner hits at least one of them.
RayHit ray_cast(const Shape& shape, const Transformd& transform, const Ray& ray);
/// The same for points that were never float.
RayHit ray_cast(const ConvexProxy& shape, const Transformd& transform, const Ray& ray);

/// Whether a world point lies in the shape, boundary included. Never for a segment.
bool contains_point(const Shape& shape, const Transformd& transform, Vec2d point);
/// The same for points that were never float; a line with a radius is a capsule.
bool contains_point(const ConvexProxy& shape, const Transformd& transform, Vec2d point);

}  // namespace toibox
