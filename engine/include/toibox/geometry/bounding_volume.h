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

/// Something simple round a shape: where two of these are apart, so are the shapes, and nobody need ask them.
/// The tighter it is, the less is asked in vain, and the more its own test costs. This header is the family's
/// table of contents; any_bounding_volume.h turns a kind into a volume.
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
    std::string_view name;     ///< As on the command line.
    std::string_view label;    ///< For people.
    std::string_view summary;  ///< One sentence: the idea, and what it costs or gives away.
};
/// In the order of the enumeration.
std::span<const BoundingVolumeInfo> bounding_volume_kinds();
const BoundingVolumeInfo& info(BoundingVolumeKind kind);

/// What a volume is. Metres, in double; a plain value in whatever frame its points were. All promises hold in
/// spite of rounding: each result is larger than the ideal one by some 1e-14 of its greatest coordinate.
///
/// V::around(shape): contains the shape, rounding included. Nothing where there is none to contain: without
/// points, with a NaN, with a coordinate or radius beyond tuning::max_volume_coordinate, or with a negative
/// radius. moved(volume, pose): contains the shape at the pose: its points placed by pose.q as it is, of unit
/// length or not quite (within 0.1 %), its radius as it was. Requires a finite pose (asserted). overlaps(a,
/// b): false only if the volumes are apart, so the shapes too. Touching counts. merged(a, b): contains both.
/// fattened(volume, by): contains all within `by` ≥ 0 metres of it. area(volume): square metres.
/// center(volume): a point in its middle, for sorting.
template <class V>
concept BoundingVolume =
    std::default_initializable<V> && std::copyable<V> &&
    requires(const V v, const ConvexProxy shape, const Transformd pose, const double by) {
        { V::kind } -> std::convertible_to<BoundingVolumeKind>;
        { V::around(shape) } -> std::same_as<std::optional<V>>;
        { moved(v, pose) } -> std::same_as<V>;
        { overlaps(v, v) } -> std::same_as<bool>;
        { merged(v, v) } -> std::same_as<V>;
        { fattened(v, by) } -> std::same_as<V>;
        { area(v) } -> std::same_as<double>;
        { center(v) } -> std::same_as<Vec2d>;
    };

}  // namespace toibox
