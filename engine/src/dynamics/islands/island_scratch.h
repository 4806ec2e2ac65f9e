// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <cstdint>
#include <vector>

namespace toibox {

/// The momentum of an island, N·s, and its mass, kg.
struct IslandMomentum {
    Vec2 momentum;
    float mass = 0.0f;
};

/// Scratch memory of sleep islands.
struct IslandScratch {
    std::vector<std::uint32_t> island_of;         ///< By body: disjoint sets of the islands.
    std::vector<float> island_slow_time;          ///< By root: seconds for which all of its bodies were slow.
    std::vector<IslandMomentum> island_momentum;  ///< By root.
    std::vector<std::uint8_t> island_marks;       ///< By root (put_islands_to_sleep.cpp).
    std::vector<std::uint32_t> touched_islands;   ///< To be woken.
};

}  // namespace toibox
