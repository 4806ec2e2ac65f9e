// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/math/vec2.h"

#include <cstdint>

namespace toibox {

/// Acceleration of a body by gravity and the force applied in this step, m/s². Zero along locked axes, and
/// for bodies that are not dynamic.
[[nodiscard]] Vec2 external_acceleration(const WorldState& state, std::uint32_t body);

}  // namespace toibox
