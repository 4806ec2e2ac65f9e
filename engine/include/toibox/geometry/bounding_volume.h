// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace toibox {

/// The kinds of bounding volumes: simple volumes that contain a shape. If two volumes are separated, so are
/// their shapes, and the exact test can be skipped. Tighter volumes give fewer false positives but cost more
/// to test. any_bounding_volume.h creates a volume by kind.
enum class BoundingVolumeKind : std::uint8_t {
    Circle,
    Box,
    OrientedBox,
    Dop8,
    Dop16,
    Hull,
};

struct BoundingVolumeInfo {
    BoundingVolumeKind kind;
    std::string_view name;     ///< As used on the command line.
    std::string_view label;    ///< Shown to users.
    std::string_view summary;  ///< One sentence: the idea, its cost and its weakness.
};
/// All kinds, in the order of the enumeration.
std::span<const BoundingVolumeInfo> bounding_volume_kinds();
const BoundingVolumeInfo& info(BoundingVolumeKind kind);

/// Requirements of a bounding volume. Units: metres, in double; a plain value in the frame of its points. All
/// guarantees hold despite rounding: each result is larger than the ideal one by about 1e-14 of its largest
/// coordinate (a hull of 256 points by 1e-13).
///
/// V::around(shape): contains the shape, including its radius. nullopt for a shape without points, with a
/// NaN, with a coordinate or radius beyond tuning::max_volume_coordinate, or with a negative radius.
/// moved(volume, pose): contains the transformed shape. pose.q is used as given and may be off unit length by
/// up to 0.1 %; it does not scale the radius. Requires: pose is finite (asserted).
/// overlaps(a, b): false only if the volumes, and therefore the shapes, are separated. Touching volumes
/// overlap.
/// merged(a, b): contains both volumes.
/// fattened(volume, margin): contains everything within `margin` ≥ 0 metres of the volume.
/// area(volume): square metres.
/// center(volume): a point near the centre of the volume, for sorting.
template <class V>
concept BoundingVolume =
    std::default_initializable<V> && std::copyable<V> &&
    requires(const V v, const ConvexProxy shape, const Transformd pose, const double margin) {
        { V::kind } -> std::convertible_to<BoundingVolumeKind>;
        { V::around(shape) } -> std::same_as<std::optional<V>>;
        { moved(v, pose) } -> std::same_as<V>;
        { overlaps(v, v) } -> std::same_as<bool>;
        { merged(v, v) } -> std::same_as<V>;
        { fattened(v, margin) } -> std::same_as<V>;
        { area(v) } -> std::same_as<double>;
        { center(v) } -> std::same_as<Vec2d>;
    };

}  // namespace toibox
