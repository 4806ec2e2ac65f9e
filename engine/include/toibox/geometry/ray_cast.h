// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

namespace toibox {

/// A ray from `from` to `to`, in double like all queries.
struct Ray {
    Vec2d from;
    Vec2d to;
};

/// The first hit, at `fraction` of the ray from `from` to `to`. The surface normal faces `from`.
struct RayHit {
    bool hit = false;
    double fraction = 1.0;
    Vec2d point;
    Vec2d normal;
    bool inside = false;  ///< There is no hit because the ray starts inside the shape or on its boundary.
};

/// The first point where the ray enters the shape. A ray that starts inside the shape or on its boundary
/// gives no hit and sets `inside`; a segment has no inside and is hit from both sides. Shapes with the same
/// transform that share corners, such as the segments of a chain, leave no gap: a ray through a shared corner
/// hits at least one of them.
RayHit ray_cast(const Shape& shape, const Transformd& transform, const Ray& ray);
/// The same for a proxy, whose points are double.
RayHit ray_cast(const ConvexProxy& shape, const Transformd& transform, const Ray& ray);

/// Whether a world point is in the shape, including its boundary. Always false for a segment.
bool contains_point(const Shape& shape, const Transformd& transform, Vec2d point);
/// The same for a proxy, whose points are double; two points with a radius are a capsule.
bool contains_point(const ConvexProxy& shape, const Transformd& transform, Vec2d point);

}  // namespace toibox
