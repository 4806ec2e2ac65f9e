// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <vector>

namespace toibox {

/// Shapes whose fat box overlaps `box`, ascending, so that results do not depend on the broad phase. All
/// shapes while a step is paused, because bodies may have left their fat boxes. Empty if `box` is not finite.
[[nodiscard]] std::vector<std::uint32_t> collect_candidates(const WorldState& state, const Aabb& box);

[[nodiscard]] inline bool passes_mask(const WorldState& state, std::uint32_t shape, std::uint64_t mask) {
    return (state.shapes.filter[shape].category & mask) != 0;
}

}  // namespace toibox
