// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/events.h"
#include "toibox/dynamics/world_state.h"

#include <cstdint>
#include <span>
#include <vector>

namespace toibox {

/// Removes a live joint, wakes its bodies, and lets them collide again unless another joint prevents it.
void remove_joint(WorldState& state, std::uint32_t joint);
/// Removes the joints of all bodies that are about to be destroyed. `is_destroyed`: by body, 0 or 1.
void remove_joints_of(WorldState& state, std::span<const std::uint8_t> is_destroyed);
/// Removes the joints that were overloaded in this step, and adds their events to `broken`.
void break_joints(WorldState& state, std::vector<JointBreakEvent>& broken);

}  // namespace toibox
