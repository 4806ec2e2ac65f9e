// SPDX-License-Identifier: MIT
#pragma once

// Defines the types of AnyBroadPhase, for code that visits the variant. Code that only stores a broad phase
// should include broad_phase_value.h, which compiles faster.

#include "toibox/broad/all_pairs.h"
#include "toibox/broad/batched_sort_and_sweep.h"
#include "toibox/broad/broad_phase_kind.h"
#include "toibox/broad/broad_phase_value.h"
#include "toibox/broad/bsp_tree.h"
#include "toibox/broad/cell_portals.h"
#include "toibox/broad/dynamic_tree.h"
#include "toibox/broad/interval_tree.h"
#include "toibox/broad/kd_tree.h"
#include "toibox/broad/one_shot_sort_and_sweep.h"
#include "toibox/broad/quadtree.h"
#include "toibox/broad/single_axis_sort_and_sweep.h"
#include "toibox/broad/sweep_and_prune.h"
#include "toibox/broad/uniform_grid.h"

#include <variant>

namespace toibox {

/// Creates an empty broad phase of the given kind.
AnyBroadPhase make_broad_phase(BroadPhaseKind kind);

inline BroadPhaseKind kind_of(const AnyBroadPhase& broad_phase) {
    return static_cast<BroadPhaseKind>(broad_phase.index());
}

}  // namespace toibox
