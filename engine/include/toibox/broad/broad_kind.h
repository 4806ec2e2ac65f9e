// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox {

/// The broad phases there are; any_broad_phase.h turns one into an object.
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
