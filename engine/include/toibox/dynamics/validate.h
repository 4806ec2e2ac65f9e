// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <optional>
#include <string>

namespace toibox {

/// What is wrong with a state: {"contacts[3].shape_b", "is not a live shape"}.
struct Defect {
    std::string where;
    std::string what;
};

/// The first broken invariant of the columns, or nullopt: sizes agree, every index leads to a live object,
/// lists are whole, numbers are finite, derived lists agree with what they are derived from. Safe for any
/// contents, however hostile: the reader of bytes relies on it. Cost: O(world · log), so tests call it after
/// each step and no step does. Does not look at the broad phase.
std::optional<Defect> validate_columns(const WorldState& state);

/// The same, and that the broad phase holds exactly the fat boxes of the live shapes.
std::optional<Defect> validate(const WorldState& state);

}  // namespace toibox
