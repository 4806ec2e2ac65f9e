// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/bounding_box.h"
#include "toibox/geometry/bounding_circle.h"
#include "toibox/geometry/bounding_hull.h"
#include "toibox/geometry/dop.h"
#include "toibox/geometry/oriented_box.h"

#include <optional>
#include <variant>

namespace toibox {

/// Any bounding volume, in the order of BoundingVolumeKind. Typed tests run over the alternatives.
using AnyBoundingVolume = std::variant<BoundingCircle, BoundingBox, OrientedBox, Dop8, Dop16, BoundingHull>;

inline BoundingVolumeKind kind_of(const AnyBoundingVolume& volume) {
    return static_cast<BoundingVolumeKind>(volume.index());
}

/// The bounding volume of the given kind around a shape; nullopt where V::around returns nullopt.
std::optional<AnyBoundingVolume> bounding_volume(BoundingVolumeKind kind, const ConvexProxy& shape);

}  // namespace toibox
