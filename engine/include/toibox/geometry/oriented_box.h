// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_volume.h"

namespace toibox {

/// The oriented box of smallest area. One side of the smallest box is along an edge of the hull, so rotating
/// calipers try all edges. Two boxes are tested along four axes. Cost of around(): O(n log n) for points in
/// any order. Source: H. Freeman, R. Shapira, "Determining the minimum-area encasing rectangle for an
/// arbitrary closed curve", CACM 18(7), 1975; G. Toussaint, "Solving geometric problems with the rotating
/// calipers", 1983.
struct OrientedBox {
    static constexpr BoundingVolumeKind kind = BoundingVolumeKind::OrientedBox;

    Vec2d center{};
    Vec2d axis{1.0, 0.0};  ///< The other axis is left_perp(axis). Unit length up to the rounding of poses.
    Vec2d half_extents{};  ///< Along `axis` and the other axis, in multiples of |axis|.

    static std::optional<OrientedBox> around(const ConvexProxy& shape);
};

OrientedBox moved(const OrientedBox& box, const Transformd& pose);
OrientedBox merged(const OrientedBox& a, const OrientedBox& b);
OrientedBox fattened(const OrientedBox& box, double margin);
bool overlaps(const OrientedBox& a, const OrientedBox& b);
double area(const OrientedBox& box);

inline Vec2d center(const OrientedBox& box) {
    return box.center;
}

static_assert(BoundingVolume<OrientedBox>);

}  // namespace toibox
