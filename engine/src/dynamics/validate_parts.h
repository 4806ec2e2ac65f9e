// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/validate.h"
#include "toibox/dynamics/world_state.h"

#include <cmath>
#include <optional>
#include <string>

namespace toibox {

/// What the files of validate.h share.

using StateCheck = std::optional<Defect>;

/// "column[index]".
inline std::string place(const char* column, std::size_t index) {
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

/// Of bodies that have chosen something for themselves (validate_progress.cpp).
StateCheck check_continuous_overrides(const WorldState& state);
/// Of a step in progress, and of what must not be left over from one.
StateCheck check_progress(const WorldState& state);

}  // namespace toibox
