// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/vec2.h"

#include <span>

namespace toibox {

/// Any convex shape as the distance algorithms see it: a point set with a radius, in double, in the shape's
/// frame. A circle is one point, a capsule or segment two, a polygon its vertices. The points are not owned.
struct ConvexProxy {
    std::span<const Vec2d>
        points;  ///< 1 … Polygon::max_vertices; counter-clockwise where they form a polygon.
    double radius = 0.0;

    [[nodiscard]] int count() const { return static_cast<int>(points.size()); }
};

/// Owns the points of a proxy. Lives on the stack of whoever asks a question; never copied while its proxy is
/// in use.
class ConvexProxyBuffer {
public:
    explicit ConvexProxyBuffer(const Shape& shape);
    /// What is left of a shape when `depth` (m) is taken off all round, first from its rounding: all points
    /// at least that deep inside. Requires: 0 <= depth < the inner radius (inner_radius() of bounds.h); for
    /// one or two points depth <= radius. Cost: O(n), n square roots where the polygon itself shrinks.
    ConvexProxyBuffer(const ConvexProxy& whole, double depth);
    ConvexProxyBuffer(const ConvexProxyBuffer&) = delete;
    ConvexProxyBuffer& operator=(const ConvexProxyBuffer&) = delete;

    /// About a point, by a factor of 0 … 1.
    void shrink(Vec2d center, double factor);
    [[nodiscard]] ConvexProxy proxy() const {
        return {std::span<const Vec2d>(points_, static_cast<std::size_t>(count_)), radius_};
    }

private:
    int count_ = 0;
    double radius_ = 0.0;
    /// In a union, so that 4 KB are not cleared for every question: points beyond count_ never come to life.
    union {
        Vec2d points_[Polygon::max_vertices];
    };
};

/// Index of the point furthest along `direction`; the least index of a tie. Cost: O(n).
int support(std::span<const Vec2d> points, Vec2d direction);

}  // namespace toibox
