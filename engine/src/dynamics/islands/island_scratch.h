// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace toibox {

/// Working memory of the sleep islands; not part of the state.
struct IslandScratch {
    std::vector<std::uint32_t> island_of;        ///< By body: parents of the union-find.
    std::vector<std::uint8_t> stays_awake;       ///< By root: whether the island stays awake, 0 or 1.
    std::vector<std::uint32_t> touched_islands;  ///< Islands to wake.
};

}  // namespace toibox
