// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"

#include <vector>

namespace toibox {

/// The convex hull, rounded as the shape is: nothing convex is tighter. Two are tested on the normal of every
/// side and on the line between their nearest corners, which decides where nearest points are corners; in
/// O(n m). It is what the other volumes are held against rather than one of them.
struct BoundingHull {
    static constexpr BoundingVolumeKind kind = BoundingVolumeKind::Hull;

    std::vector<Vec2d> points{Vec2d{}};  ///< Counter-clockwise, at least one.
    double radius = 0.0;

    static std::optional<BoundingHull> around(const ConvexProxy& shape);
};

BoundingHull moved(const BoundingHull& hull, const Transformd& pose);
/// Of two radii the greater holds all round.
BoundingHull merged(const BoundingHull& a, const BoundingHull& b);
BoundingHull fattened(const BoundingHull& hull, double by);
bool overlaps(const BoundingHull& a, const BoundingHull& b);
double area(const BoundingHull& hull);
/// The middle of its box.
Vec2d center(const BoundingHull& hull);

static_assert(BoundingVolume<BoundingHull>);

}  // namespace toibox
