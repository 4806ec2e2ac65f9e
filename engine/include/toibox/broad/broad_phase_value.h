// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase_kind.h"

#include <memory>
#include <variant>

namespace toibox {

namespace broad {
class AllPairs;
class DynamicTree;
class BatchedSortAndSweep;
class SingleAxisSortAndSweep;
class SweepAndPrune;
class UniformGrid;
class Quadtree;
class KdTree;
class BspTree;
class IntervalTree;
class OneShotSortAndSweep;
class CellPortals;
}  // namespace broad

/// A variant of all broad phases. It is visited once per batch, never per pair. Typed tests run over its
/// alternatives, so a new broad phase is tested automatically. Code that visits the variant must include
/// any_broad_phase.h.
using AnyBroadPhase = std::variant<broad::AllPairs, broad::DynamicTree, broad::BatchedSortAndSweep,
                                   broad::SingleAxisSortAndSweep, broad::SweepAndPrune, broad::UniformGrid,
                                   broad::Quadtree, broad::KdTree, broad::BspTree, broad::IntervalTree,
                                   broad::OneShotSortAndSweep, broad::CellPortals>;

/// A broad phase of any kind behind a pointer, with value semantics: a copy copies the broad phase, and
/// assignment reuses memory. Rejected alternative: AnyBroadPhase as a member of the world state, because
/// every file that includes a world would then compile all twelve broad phases (a fifth of its compile time).
class BroadPhaseValue {
public:
    BroadPhaseValue();  ///< Creates a DynamicTree.
    explicit BroadPhaseValue(BroadPhaseKind kind);
    BroadPhaseValue(const BroadPhaseValue& other);
    BroadPhaseValue(BroadPhaseValue&& other) noexcept;
    BroadPhaseValue& operator=(const BroadPhaseValue& other);
    BroadPhaseValue& operator=(BroadPhaseValue&& other) noexcept;
    ~BroadPhaseValue();

    /// Requires: not moved from.
    AnyBroadPhase& operator*();
    const AnyBroadPhase& operator*() const;

private:
    std::unique_ptr<AnyBroadPhase> broad_phase_;
};

}  // namespace toibox
