// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox {

/// All broad phases; make_broad_phase() in any_broad_phase.h creates one.
enum class BroadPhaseKind : std::uint8_t {
    AllPairs,
    DynamicTree,
    BatchedSortAndSweep,
    SingleAxisSortAndSweep,
    SweepAndPrune,
    Grid,
    Quadtree,
    KdTree,
    Bsp,
    IntervalTree,
    OneShotSortAndSweep,
    CellPortals
};

}  // namespace toibox
