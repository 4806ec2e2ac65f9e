// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/tuning.h"
#include "toibox/math/transform.h"

#include <cmath>
#include <span>

/// Shared by the bounding volumes: which shapes they accept, and how much padding covers rounding errors.
namespace toibox::geometry {

/// The maximum of |x| and |y|.
constexpr double max_abs_coordinate(Vec2d point) {
    const Vec2d size = abs(point);
    return size.x > size.y ? size.x : size.y;
}
inline double max_abs_coordinate(std::span<const Vec2d> points) {
    double magnitude = 0.0;
    for (const Vec2d point : points)
        magnitude = max_abs_coordinate(point) > magnitude ? max_abs_coordinate(point) : magnitude;
    return magnitude;
}

inline bool can_be_bounded(const ConvexProxy& shape) {
    if (shape.points.empty() || !(shape.radius >= 0.0 && shape.radius <= tuning::max_volume_coordinate))
        return false;
    for (const Vec2d point : shape.points) {
        // Test both separately: the maximum of a NaN and a number may be the number.
        if (!(std::abs(point.x) <= tuning::max_volume_coordinate &&
              std::abs(point.y) <= tuning::max_volume_coordinate))
            return false;
    }
    return true;
}

/// The padding of a volume, metres. `magnitude`: bounds |coordinate| of the volume and of its inputs.
inline double padding(double magnitude) {
    return tuning::volume_slack * magnitude + tuning::volume_floor;
}
/// Bounds |coordinate|, including intermediate results, when `pose` transforms points with coordinates up to
/// `magnitude`.
inline double transformed_max_abs(const Transformd& pose, double magnitude) {
    return max_abs_coordinate(pose.p) + (std::abs(pose.q.c) + std::abs(pose.q.s)) * magnitude;
}
/// A rotation q shorter than unit length moves the points of a shape closer together but keeps its radius, so
/// a volume transformed by q becomes too small. Returns the missing fraction of the radius: at least 1 − |q|,
/// computed as 1 − |q|², which needs no square root.
inline double rotation_length_deficit(const Rotd& q) {
    const double square = q.c * q.c + q.s * q.s;
    return square < 1.0 ? 1.0 - square : 0.0;
}
inline bool is_finite(const Transformd& pose) {
    return toibox::is_finite(pose.p) && std::isfinite(pose.q.c) && std::isfinite(pose.q.s);
}

}  // namespace toibox::geometry
