// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"

#include <cstdint>
#include <span>

namespace toibox {

struct OverlapCount {
    std::uint64_t pairs = 0;  ///< Pairs of boxes that overlap or touch.
    /// The box that overlaps the most boxes that begin before it along x; the first if there are several, 0
    /// if there is none.
    std::uint32_t most_overlapping = 0;
};

/// Counts the pairs without listing them. Requires valid boxes. Cost: O(n log n), memory O(n).
OverlapCount count_overlaps(std::span<const Aabb> boxes);

}  // namespace toibox
