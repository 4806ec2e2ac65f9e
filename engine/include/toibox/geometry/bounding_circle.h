// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"
#include "toibox/geometry/tuning.h"

namespace toibox {

/// The smallest enclosing circle of a shape, found by pivoting: the smallest circle of at most three support
/// points is extended to the farthest point outside until no point is outside. Cost: O(n) per pivot; a
/// polygon needs a few. Source: B. Gärtner, "Fast and robust smallest enclosing balls", ESA 1999, section 3
/// (the pivot rule).
struct BoundingCircle {
    static constexpr BoundingVolumeKind kind = BoundingVolumeKind::Circle;

    Vec2d center{};
    double radius = 0.0;

    static std::optional<BoundingCircle> around(const ConvexProxy& shape);
};

BoundingCircle moved(const BoundingCircle& circle, const Transformd& pose);
BoundingCircle merged(const BoundingCircle& a, const BoundingCircle& b);
BoundingCircle fattened(const BoundingCircle& circle, double margin);
double area(const BoundingCircle& circle);

inline Vec2d center(const BoundingCircle& circle) {
    return circle.center;
}
inline bool overlaps(const BoundingCircle& a, const BoundingCircle& b) {
    const double reach = (a.radius + b.radius) * (1.0 + tuning::volume_slack);
    return !(length_squared(b.center - a.center) > reach * reach);
}

static_assert(BoundingVolume<BoundingCircle>);

}  // namespace toibox
