// SPDX-License-Identifier: MIT

// Table and factory of all bounding volumes.

#include "toibox/geometry/bounding_volume.h"

#include "toibox/core/assert.h"
#include "toibox/geometry/any_bounding_volume.h"

#include <utility>

namespace toibox {

namespace {

constexpr BoundingVolumeInfo bounding_volume_table[] = {
    {.kind = BoundingVolumeKind::Circle,
     .name = "circle",
     .label = "Circle",
     .summary = "The smallest circle: one comparison, and rotation costs nothing; loose around long shapes."},
    {.kind = BoundingVolumeKind::Box,
     .name = "box",
     .label = "Axis-aligned box",
     .summary = "A box along the axes: four comparisons; loose around diagonal shapes, "
                "and it grows when rotated."},
    {.kind = BoundingVolumeKind::OrientedBox,
     .name = "oriented-box",
     .label = "Oriented box",
     .summary = "The box of smallest area, which rotates with its body: never looser than the "
                "axis-aligned box; its test needs four axes and multiplications."},
    {.kind = BoundingVolumeKind::Dop8,
     .name = "8-dop",
     .label = "8-DOP",
     .summary = "Four fixed slabs 45° apart: eight comparisons, and never looser than the box; "
                "it grows when rotated."},
    {.kind = BoundingVolumeKind::Dop16,
     .name = "16-dop",
     .label = "16-DOP",
     .summary = "Eight fixed slabs 22.5° apart: sixteen comparisons, and never looser than the 8-DOP; "
                "it grows a little when rotated."},
    {.kind = BoundingVolumeKind::Hull,
     .name = "hull",
     .label = "Convex hull",
     .summary =
         "No convex volume is tighter, and for convex shapes the test is exact, but it costs as much as "
         "the exact test that a bounding volume should save."},
};

template <BoundingVolume V>
std::optional<AnyBoundingVolume> around(const ConvexProxy& shape) {
    std::optional<V> volume = V::around(shape);
    if (!volume) return std::nullopt;
    return AnyBoundingVolume{*std::move(volume)};
}

}  // namespace

std::span<const BoundingVolumeInfo> bounding_volume_kinds() {
    return bounding_volume_table;
}

const BoundingVolumeInfo& info(BoundingVolumeKind kind) {
    for (const BoundingVolumeInfo& row : bounding_volume_table) {
        if (row.kind == kind) return row;
    }
    TOIBOX_ASSERT(false);  // every kind has a row
    return bounding_volume_table[0];
}

std::optional<AnyBoundingVolume> bounding_volume(BoundingVolumeKind kind, const ConvexProxy& shape) {
    switch (kind) {
        case BoundingVolumeKind::Circle:
            return around<BoundingCircle>(shape);
        case BoundingVolumeKind::Box:
            return around<BoundingBox>(shape);
        case BoundingVolumeKind::OrientedBox:
            return around<OrientedBox>(shape);
        case BoundingVolumeKind::Dop8:
            return around<Dop8>(shape);
        case BoundingVolumeKind::Dop16:
            return around<Dop16>(shape);
        case BoundingVolumeKind::Hull:
            break;
    }
    return around<BoundingHull>(shape);
}

}  // namespace toibox
