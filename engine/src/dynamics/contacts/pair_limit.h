// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <optional>
#include <span>

namespace toibox {

/// A shape in the densest crowd, if the shapes of `moved` make more than tuning::max_pairs pairs: finding
/// them would take too much memory. Otherwise nullopt, also if there are too few shapes to need a count
/// (tuning::max_box_pairs). The result does not depend on the broad phase. Cost: a few ns per shape; O(n log
/// n) in a crowd; none for fewer shapes than could have that many pairs.
std::optional<std::uint32_t> find_overcrowded_shape(const WorldState& state,
                                                    std::span<const std::uint32_t> moved);

}  // namespace toibox
