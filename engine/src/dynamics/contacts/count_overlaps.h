// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"

#include <cstdint>
#include <span>

namespace toibox {

struct OverlapCount {
    std::uint64_t pairs = 0;  ///< Pairs of boxes that overlap or touch.
    /// Index of the box that overlaps the most boxes that start before it along x; of several such boxes, the
    /// first along x; 0 if no boxes overlap.
    std::uint32_t most_overlapping = 0;
};

/// Counts overlapping pairs without listing them. Requires valid boxes. Cost: O(n log n), memory O(n).
OverlapCount count_overlaps(std::span<const Aabb> boxes);

}  // namespace toibox
