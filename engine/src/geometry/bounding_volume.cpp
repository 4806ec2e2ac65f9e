// SPDX-License-Identifier: MIT

// The family's table and switchboard: the only file that knows every bounding volume.

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
     .summary = "The smallest circle: one comparison, and turning costs nothing; loose round anything long."},
    {.kind = BoundingVolumeKind::Box,
     .name = "box",
     .label = "Axis-aligned box",
     .summary = "A box along the axes: four comparisons; loose round what lies aslant, and it grows when "
                "it is turned."},
    {.kind = BoundingVolumeKind::OrientedBox,
     .name = "oriented-box",
     .label = "Oriented box",
     .summary = "The box of least area, which turns with its body: never looser than the box along the axes; "
                "its test tries four axes and multiplies."},
    {.kind = BoundingVolumeKind::Dop8,
     .name = "8-dop",
     .label = "8-DOP",
     .summary = "Four fixed slabs at 45° from one another: eight comparisons, and never looser than the box; "
                "it grows when it is turned."},
    {.kind = BoundingVolumeKind::Dop16,
     .name = "16-dop",
     .label = "16-DOP",
     .summary = "Eight fixed slabs at 22.5° from one another: sixteen comparisons, and never looser than the "
                "8-DOP; it grows a little when it is turned."},
    {.kind = BoundingVolumeKind::Hull,
     .name = "hull",
     .label = "Convex hull",
     .summary = "Nothing convex is tighter, and for a convex shape the test is exact: it costs as much as "
                "what it should save."},
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
