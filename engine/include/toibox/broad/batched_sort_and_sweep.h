// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"
#include "toibox/broad/strip_pair_finder.h"

namespace toibox::broad {

/// Finds the pairs of a whole step in one sort and sweep over all boxes, instead of querying a tree for each
/// moved box.
///
/// find_pairs sorts all boxes and tests each against its neighbours, several at a time (StripPairFinder). If
/// only few boxes have moved, it queries a tree for each of them instead. Cost: a few ns per move; find_pairs
/// about 40 ns per live box (ten thousand boxes, all moved).
class BatchedSortAndSweep : public BatchBroadPhase {
public:
    static constexpr const char* name = "batched-sweep";

    BatchedSortAndSweep() = default;
    BatchedSortAndSweep(const BatchedSortAndSweep& other) : BatchBroadPhase(other), isa_(other.isa_) {}
    BatchedSortAndSweep& operator=(const BatchedSortAndSweep& other) {
        BatchBroadPhase::operator=(other);
        isa_ = other.isa_;
        has_strips_ = false;
        return *this;
    }
    ~BatchedSortAndSweep() = default;

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// Like find_pairs, but omits pairs that already overlapped in the previous call of this function, unless
    /// report_pairs_again has been called for a member of the pair since. After a copy or
    /// forget_previous_boxes, the next call omits no pair. Cheaper than find_pairs, because fewer pairs are
    /// sorted.
    bool find_new_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out, const PairRules& rules,
                        WorkerTeam& team);

    /// Selects the instruction set of the kernels; all give the same pairs. Requires: available (asserted).
    void set_isa(Isa isa);

    /// The strips of the last search. Null before the first search, after a search that queried the tree, and
    /// in a copy.
    [[nodiscard]] const StripPairFinder* strips() const { return has_strips_ ? &*strips_ : nullptr; }

private:
    [[nodiscard]] bool should_query_tree(std::span<const ProxyId> moved) const;

    ScratchBuffer<StripPairFinder> strips_;
    Isa isa_ = best_isa();
    bool has_strips_ = false;
};
static_assert(BroadPhase<BatchedSortAndSweep>);

}  // namespace toibox::broad
