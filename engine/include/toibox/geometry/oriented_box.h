// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"

namespace toibox {

/// The box of least area, turned as it likes: one of its sides lies along a side of the hull, so all are
/// tried, with the farthest points carried round from side to side. Two are tested on four axes. Cost of
/// around: O(n log n) for points in any order.
/// Source: H. Freeman, R. Shapira, "Determining the minimum-area encasing rectangle for an arbitrary closed
/// curve", CACM 18(7), 1975; G. Toussaint, "Solving geometric problems with the rotating calipers", 1983.
struct OrientedBox {
    static constexpr BoundingVolumeKind kind = BoundingVolumeKind::OrientedBox;

    Vec2d middle{};
    Vec2d axis{1.0, 0.0};  ///< The other one is left of it. As long as the pose made it: 1 but for rounding.
    Vec2d half{};          ///< Half extents along the two, in lengths of `axis`.

    static std::optional<OrientedBox> around(const ConvexProxy& shape);
};

OrientedBox moved(const OrientedBox& box, const Transformd& pose);
OrientedBox merged(const OrientedBox& a, const OrientedBox& b);
OrientedBox fattened(const OrientedBox& box, double by);
bool overlaps(const OrientedBox& a, const OrientedBox& b);
double area(const OrientedBox& box);

inline Vec2d center(const OrientedBox& box) {
    return box.middle;
}

static_assert(BoundingVolume<OrientedBox>);

}  // namespace toibox
