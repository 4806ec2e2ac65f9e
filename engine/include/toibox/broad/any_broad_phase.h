// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/all_pairs.h"
#include "toibox/broad/batched_sweep.h"
#include "toibox/broad/broad_kind.h"
#include "toibox/broad/bsp_tree.h"
#include "toibox/broad/cell_portals.h"
#include "toibox/broad/dynamic_tree.h"
#include "toibox/broad/interval_tree.h"
#include "toibox/broad/kd_tree.h"
#include "toibox/broad/one_shot_sweep.h"
#include "toibox/broad/quadtree.h"
#include "toibox/broad/sweep_and_prune.h"
#include "toibox/broad/sweep_one_axis.h"
#include "toibox/broad/uniform_grid.h"

#include <variant>

namespace toibox {

/// The one place that knows every broad phase, in the order of BroadPhaseKind. Visited once for a batch,
/// never for each pair; tests are typed over it, so a newcomer is tested the day it is added.
using AnyBroadPhase =
    std::variant<broad::AllPairs, broad::DynamicTree, broad::BatchedSweep, broad::SweepOneAxis,
                 broad::SweepAndPrune, broad::UniformGrid, broad::Quadtree, broad::KdTree, broad::BspTree,
                 broad::IntervalTree, broad::OneShotSweep, broad::CellPortals>;

inline AnyBroadPhase make_broad_phase(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::AllPairs:
            return broad::AllPairs{};
        case BroadPhaseKind::BatchedSweep:
            return broad::BatchedSweep{};
        case BroadPhaseKind::SweepOneAxis:
            return broad::SweepOneAxis{};
        case BroadPhaseKind::SweepAndPrune:
            return broad::SweepAndPrune{};
        case BroadPhaseKind::Grid:
            return broad::UniformGrid{};
        case BroadPhaseKind::Quadtree:
            return broad::Quadtree{};
        case BroadPhaseKind::KdTree:
            return broad::KdTree{};
        case BroadPhaseKind::Bsp:
            return broad::BspTree{};
        case BroadPhaseKind::IntervalTree:
            return broad::IntervalTree{};
        case BroadPhaseKind::OneShotSweep:
            return broad::OneShotSweep{};
        case BroadPhaseKind::CellPortals:
            return broad::CellPortals{};
        case BroadPhaseKind::DynamicTree:
            break;
    }
    return broad::DynamicTree{};
}
inline BroadPhaseKind kind_of(const AnyBroadPhase& broad_phase) {
    return static_cast<BroadPhaseKind>(broad_phase.index());
}

}  // namespace toibox
