// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"

namespace toibox {

/// An axis-aligned box in double. moved() returns the box around the rotated box, which may be much larger
/// than the box around the rotated shape.
struct BoundingBox {
    static constexpr BoundingVolumeKind kind = BoundingVolumeKind::Box;

    Vec2d lower{};
    Vec2d upper{};

    static std::optional<BoundingBox> around(const ConvexProxy& shape);
};

BoundingBox moved(const BoundingBox& box, const Transformd& pose);
BoundingBox fattened(const BoundingBox& box, double margin);
double area(const BoundingBox& box);

inline BoundingBox merged(const BoundingBox& a, const BoundingBox& b) {
    return {min(a.lower, b.lower), max(a.upper, b.upper)};
}
inline Vec2d center(const BoundingBox& box) {
    return 0.5 * (box.lower + box.upper);
}
inline bool overlaps(const BoundingBox& a, const BoundingBox& b) {
    return !(a.lower.x > b.upper.x || b.lower.x > a.upper.x || a.lower.y > b.upper.y ||
             b.lower.y > a.upper.y);
}

static_assert(BoundingVolume<BoundingBox>);

}  // namespace toibox
