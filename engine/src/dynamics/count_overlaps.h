// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"

#include <cstdint>
#include <span>

namespace toibox {

struct OverlapCount {
    std::uint64_t pairs = 0;  ///< Of boxes that overlap; touching counts.
    /// The box that overlaps most of those that begin before it along x; of several the first. 0 if none
    /// does.
    std::uint32_t most_overlapping = 0;
};

/// Counts the pairs without listing them. Requires valid boxes. Cost: O(n log n), memory O(n).
OverlapCount count_overlaps(std::span<const Aabb> boxes);

}  // namespace toibox
