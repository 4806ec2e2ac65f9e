// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <optional>
#include <span>

namespace toibox {

/// A shape of the greatest heap, if more than tuning::most_box_pairs pairs of shapes of `moved` that may
/// collide surely overlap: to search for them would take memory that no step is worth. Never one otherwise.
/// Cost: some ns a shape; O(n log n) where heaps are likely; none for fewer shapes than could have the pairs.
std::optional<std::uint32_t> overcrowded_shape(const WorldState& state, std::span<const std::uint32_t> moved);

}  // namespace toibox
