// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"

#include <optional>
#include <string>

namespace toibox {

/// An invalid part of a state: {"contacts[3].shape_b", "is not a live shape"}.
struct Defect {
    std::string where;
    std::string what;
};

/// The first violated invariant of the columns; nullopt if all hold. Invariants: sizes agree, indices refer
/// to live objects, lists are complete, numbers are finite, and derived lists match their sources. Safe for
/// arbitrary contents; read_state relies on it. Does not check the broad phase. Cost: O(n log n) in the size
/// of the world. Tests call it after each step; steps do not.
std::optional<Defect> validate_columns(const WorldState& state);

/// validate_columns, and checks that the broad phase contains exactly the fat boxes of the live shapes.
std::optional<Defect> validate(const WorldState& state);

}  // namespace toibox
