// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_kind.h"

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

/// The one list of all broad phases, in the order of BroadPhaseKind. Visited once per batch, never per pair;
/// tests are typed over it, so a new one is tested the day it is added. To visit it, include
/// any_broad_phase.h.
using AnyBroadPhase = std::variant<broad::AllPairs, broad::DynamicTree, broad::BatchedSortAndSweep,
                                   broad::SingleAxisSortAndSweep, broad::SweepAndPrune, broad::UniformGrid,
                                   broad::Quadtree, broad::KdTree, broad::BspTree, broad::IntervalTree,
                                   broad::OneShotSortAndSweep, broad::CellPortals>;

/// A value that holds a broad phase of any kind, behind a pointer. A copy copies the broad phase; assignment
/// reuses memory. Rejected: AnyBroadPhase itself as a member of the world's state, which made every file that
/// sees a world compile all twelve (a fifth of the time of such a file).
class HeldBroadPhase {
public:
    HeldBroadPhase();  ///< A dynamic tree.
    explicit HeldBroadPhase(BroadPhaseKind kind);
    HeldBroadPhase(const HeldBroadPhase& other);
    HeldBroadPhase(HeldBroadPhase&& other) noexcept;
    HeldBroadPhase& operator=(const HeldBroadPhase& other);
    HeldBroadPhase& operator=(HeldBroadPhase&& other) noexcept;
    ~HeldBroadPhase();

    /// Requires: has not been moved from.
    AnyBroadPhase& operator*();
    const AnyBroadPhase& operator*() const;

private:
    std::unique_ptr<AnyBroadPhase> held_;
};

}  // namespace toibox
