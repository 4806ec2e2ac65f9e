// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <cstdint>
#include <vector>

namespace toibox::app {

/// By body index: the lowest index of the bodies of its island; null_index for static and kinematic bodies.
/// An island is what falls asleep together: dynamic bodies connected by contacts and joints. Cost: O(bodies +
/// contacts + joints).
std::vector<std::uint32_t> islands_of(const World& world);

}  // namespace toibox::app
