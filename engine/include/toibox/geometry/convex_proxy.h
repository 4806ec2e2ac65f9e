// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/vec2.h"

#include <span>

namespace toibox {

/// A convex shape as the distance algorithms see it: a set of points with a radius, in double, in the frame
/// of the shape. A circle has one point, a capsule or segment two, a polygon its vertices. The points are not
/// owned.
struct ConvexProxy {
    std::span<const Vec2d> points;  ///< 1 … Polygon::max_vertices; counter-clockwise if they form a polygon.
    double radius = 0.0;

    [[nodiscard]] int count() const { return static_cast<int>(points.size()); }
};

/// Owns the points of a proxy. Lives on the stack of a query; cannot be copied.
class ConvexProxyBuffer {
public:
    explicit ConvexProxyBuffer(const Shape& shape);
    /// The shape eroded by `depth` metres: all points at least that deep inside. Erosion uses up the radius
    /// first, then moves the edges inwards. Requires: 0 <= depth < the inner radius (inner_radius() in
    /// bounds.h); depth <= radius for one or two points. Cost: O(n), with n square roots if the polygon
    /// itself shrinks.
    ConvexProxyBuffer(const ConvexProxy& shape, double depth);
    ConvexProxyBuffer(const ConvexProxyBuffer&) = delete;
    ConvexProxyBuffer& operator=(const ConvexProxyBuffer&) = delete;

    /// Scales the shape about `center` by a factor in [0, 1].
    void shrink(Vec2d center, double factor);
    [[nodiscard]] ConvexProxy proxy() const {
        return {std::span<const Vec2d>(points_, static_cast<std::size_t>(count_)), radius_};
    }

private:
    int count_ = 0;
    double radius_ = 0.0;
    /// A union, so that a query does not zero 4 KB; points beyond count_ are never constructed.
    union {
        Vec2d points_[Polygon::max_vertices];
    };
};

/// Index of the point farthest along `direction`; the smallest index on a tie. Cost: O(n).
int support(std::span<const Vec2d> points, Vec2d direction);

}  // namespace toibox
