// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <cstdint>
#include <vector>

namespace toibox {

struct IslandMomentum {
    Vec2 momentum;      ///< N·s
    float mass = 0.0f;  ///< kg
};

/// Working memory of the sleep islands; not part of the state.
struct IslandScratch {
    std::vector<std::uint32_t> island_of;  ///< By body: parents of the union-find.
    std::vector<float> island_slow_time;   ///< By root: seconds for which all bodies of the island were slow.
    std::vector<IslandMomentum> island_momentum;  ///< By root.
    std::vector<std::uint8_t> island_marks;       ///< By root: IslandMark flags (put_islands_to_sleep.cpp).
    std::vector<std::uint32_t> touched_islands;   ///< Islands to wake.
};

}  // namespace toibox
