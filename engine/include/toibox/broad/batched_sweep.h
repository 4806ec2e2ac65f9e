// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"
#include "toibox/broad/sweep_strips.h"

namespace toibox::broad {

/// Finds the pairs of a whole step in one sweep over all boxes, instead of asking a tree for each moved one.
///
/// find_pairs sorts all boxes and tests each against its neighbours, several at a time (StripPairFinder);
/// only where few have moved are they looked up one by one. Cost: move a few ns; find_pairs some 40 ns for
/// each live box (all moved, ten thousand boxes).
class BatchedSortAndSweep : public BatchBroadPhase {
public:
    static constexpr const char* name = "batched-sweep";

    BatchedSortAndSweep() = default;
    BatchedSortAndSweep(const BatchedSortAndSweep& other) : BatchBroadPhase(other), isa_(other.isa_) {}
    BatchedSortAndSweep& operator=(const BatchedSortAndSweep& other) {
        BatchBroadPhase::operator=(other);
        isa_ = other.isa_;
        swept_ = false;
        return *this;
    }
    ~BatchedSortAndSweep() = default;

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// The same, but for pairs that overlapped already when pairs were last sought (by this function) and of
    /// which no member was asked about again since. After a copy or forget_previous_boxes the next call
    /// leaves out none. Cost: less, as few pairs are left to be sorted.
    void find_new_pairs(std::span<const ProxyId> moved, WorkerTeam& team, std::vector<ProxyPair>& out);

    /// Lanes of the sweep; all give the same pairs. Requires an available one (asserted).
    void set_isa(Isa isa);

    /// The strips of the last search, which a copy does without; null before, and if it looked the few that
    /// had moved up in the tree.
    [[nodiscard]] const StripPairFinder* strips() const { return swept_ ? &*strips_ : nullptr; }

private:
    [[nodiscard]] bool should_query_tree(std::span<const ProxyId> moved) const;

    ScratchBuffer<StripPairFinder> strips_;
    Isa isa_ = best_isa();
    bool swept_ = false;
};
static_assert(BroadPhase<BatchedSortAndSweep>);

}  // namespace toibox::broad
