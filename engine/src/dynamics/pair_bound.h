// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <optional>
#include <span>

namespace toibox {

/// A shape that overlaps many, if shapes of `moved` that have one filter make more pairs than
/// tuning::max_pairs: to search for them would take memory that no step is worth. Never one otherwise, and
/// none if they are too few to need a count (tuning::max_box_pairs). The same for every broad phase.
/// Cost: some ns a shape; O(n log n) in a crowd; none for fewer shapes than could have the pairs.
std::optional<std::uint32_t> find_overcrowded_shape(const WorldState& state,
                                                    std::span<const std::uint32_t> moved);

}  // namespace toibox
