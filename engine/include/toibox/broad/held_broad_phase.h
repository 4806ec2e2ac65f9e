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

/// All broad phases, in the order of BroadPhaseKind. Visited once per batch, never per pair. Typed tests run
/// over its alternatives, so a new broad phase is tested automatically. To visit it, include
/// any_broad_phase.h.
using AnyBroadPhase = std::variant<broad::AllPairs, broad::DynamicTree, broad::BatchedSortAndSweep,
                                   broad::SingleAxisSortAndSweep, broad::SweepAndPrune, broad::UniformGrid,
                                   broad::Quadtree, broad::KdTree, broad::BspTree, broad::IntervalTree,
                                   broad::OneShotSortAndSweep, broad::CellPortals>;

/// A broad phase of any kind, stored behind a pointer with value semantics: a copy copies the broad phase,
/// and assignment reuses memory. Rejected: AnyBroadPhase as a member of the world state, because then every
/// file that includes a world would compile all twelve (a fifth of the compile time of such a file).
class HeldBroadPhase {
public:
    HeldBroadPhase();  ///< A dynamic tree.
    explicit HeldBroadPhase(BroadPhaseKind kind);
    HeldBroadPhase(const HeldBroadPhase& other);
    HeldBroadPhase(HeldBroadPhase&& other) noexcept;
    HeldBroadPhase& operator=(const HeldBroadPhase& other);
    HeldBroadPhase& operator=(HeldBroadPhase&& other) noexcept;
    ~HeldBroadPhase();

    /// Requires: not moved from.
    AnyBroadPhase& operator*();
    const AnyBroadPhase& operator*() const;

private:
    std::unique_ptr<AnyBroadPhase> broad_phase_;
};

}  // namespace toibox
