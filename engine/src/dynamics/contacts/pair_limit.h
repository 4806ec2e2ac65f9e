// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <optional>
#include <span>

namespace toibox {

/// A shape in the densest crowd if the shapes of dynamic bodies in `moved` form more than tuning::max_pairs
/// pairs, which would take too much memory to list. nullopt if they form fewer pairs, if they are too few to
/// form tuning::max_box_pairs, or if a quick estimate finds no crowd. The result does not depend on the broad
/// phase. Cost: a few ns per shape; O(n log n) in a crowd; none for too few shapes.
std::optional<std::uint32_t> find_overcrowded_shape(const WorldState& state,
                                                    std::span<const std::uint32_t> moved);

}  // namespace toibox
