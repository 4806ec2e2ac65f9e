// SPDX-License-Identifier: MIT
#include "toibox/geometry/convex_proxy.h"

namespace toibox {

ConvexProxyBuffer::ConvexProxyBuffer(const Shape& shape) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) {
        for (const Vec2 vertex : polygon->vertices())
            points_[count_++] = widen(vertex);
        radius_ = static_cast<double>(polygon->radius());
    } else if (const auto* circle = std::get_if<Circle>(&shape)) {
        points_[0] = widen(circle->center);
        count_ = 1;
        radius_ = static_cast<double>(circle->radius);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        points_[0] = widen(capsule->a);
        points_[1] = widen(capsule->b);
        count_ = 2;
        radius_ = static_cast<double>(capsule->radius);
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        points_[0] = widen(segment->a);
        points_[1] = widen(segment->b);
        count_ = 2;
    }
}

int support(std::span<const Vec2d> points, Vec2d direction) {
    int best = 0;
    double furthest = dot(points[0], direction);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double along = dot(points[i], direction);
        if (along > furthest) {
            furthest = along;
            best = static_cast<int>(i);
        }
    }
    return best;
}

}  // namespace toibox
