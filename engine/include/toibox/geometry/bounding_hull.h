// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"

#include <vector>

namespace toibox {

/// The convex hull with the rounding radius of the shape: no convex volume is tighter. Two hulls are tested
/// along the normals of all edges and along the line between their closest vertices, which separates them if
/// the closest points are vertices. Cost: O((n + m)²). The hull is a reference for the other volumes rather
/// than a practical choice.
struct BoundingHull {
    static constexpr BoundingVolumeKind kind = BoundingVolumeKind::Hull;

    std::vector<Vec2d> points{Vec2d{}};  ///< Counter-clockwise, at least one.
    double radius = 0.0;

    static std::optional<BoundingHull> around(const ConvexProxy& shape);
};

BoundingHull moved(const BoundingHull& hull, const Transformd& pose);
/// The hull of all points, with the larger of the two radii.
BoundingHull merged(const BoundingHull& a, const BoundingHull& b);
BoundingHull fattened(const BoundingHull& hull, double margin);
bool overlaps(const BoundingHull& a, const BoundingHull& b);
double area(const BoundingHull& hull);
/// The centre of the hull's axis-aligned box.
Vec2d center(const BoundingHull& hull);

static_assert(BoundingVolume<BoundingHull>);

}  // namespace toibox
