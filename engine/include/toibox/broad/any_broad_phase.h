// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/all_pairs.h"
#include "toibox/broad/batched_sweep.h"
#include "toibox/broad/broad_kind.h"
#include "toibox/broad/dynamic_tree.h"

#include <variant>

namespace toibox {

/// The one place that knows every broad phase, in the order of BroadPhaseKind. Visited once for a batch,
/// never for each pair; tests are typed over it, so a newcomer is tested the day it is added.
using AnyBroadPhase = std::variant<broad::AllPairs, broad::DynamicTree, broad::BatchedSweep>;

inline AnyBroadPhase make_broad_phase(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::AllPairs:
            return broad::AllPairs{};
        case BroadPhaseKind::BatchedSweep:
            return broad::BatchedSweep{};
        case BroadPhaseKind::DynamicTree:
            break;
    }
    return broad::DynamicTree{};
}
inline BroadPhaseKind kind_of(const AnyBroadPhase& broad_phase) {
    return static_cast<BroadPhaseKind>(broad_phase.index());
}

}  // namespace toibox
