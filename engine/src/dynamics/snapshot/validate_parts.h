// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/validate.h"
#include "toibox/dynamics/world_state.h"

#include <cmath>
#include <optional>
#include <string>

namespace toibox {

/// Helpers of the files that implement validate.h.

using StateCheck = std::optional<Defect>;

/// "column[index]".
inline std::string element_name(const char* column, std::size_t index) {
    return std::string(column) + "[" + std::to_string(index) + "]";
}

inline bool is_live(const IdPool& ids, std::uint32_t index) {
    return index < ids.capacity() && ids.is_live(index);
}

inline bool is_coordinate(Vec2 v) {
    return std::abs(v.x) <= tuning::coordinate_limit && std::abs(v.y) <= tuning::coordinate_limit;
}

inline bool is_coordinate(float value) {
    return std::abs(value) <= tuning::coordinate_limit;
}

/// Checks the overrides of bodies (validate_progress.cpp).
StateCheck check_continuous_overrides(const WorldState& state);
/// Checks the state of a paused step; if no step is paused, that nothing is left over from a step.
StateCheck check_progress(const WorldState& state);

}  // namespace toibox
