// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/refit_tree.h"
#include "toibox/broad/sweep_strips.h"
#include "toibox/broad/work_space.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::broad {

/// Finds the pairs of a whole step in one sweep over all boxes, instead of asking a tree for each moved one.
///
/// To move a box is to store it. find_pairs sorts all boxes and tests each against its neighbours, several
/// at a time (SweepStrips); only where few have moved are they looked up one by one. Queries go to a tree
/// that is brought up to date when somebody asks (RefitTree). Results depend on the boxes alone, never on
/// what happened before.
///
/// query and cast are const but may refit the tree first: after a change, call ready_queries() before several
/// threads ask. Once it is ready, questions change nothing.
/// Cost: move a few ns; find_pairs some 40 ns for each live box (all moved, ten thousand boxes).
class BatchedSweep {
public:
    static constexpr const char* name = "batched-sweep";

    void insert(ProxyId id, const Aabb& box);
    void move(ProxyId id, const Aabb& box);
    void remove(ProxyId id);
    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);

    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const {
        ready_queries();
        RefitTree::Count ignored;
        tree_.query(boxes_, box, ignored, visit);
    }
    template <class Visit>
    void cast(const Ray& ray, double limit, Visit&& visit) const {
        ready_queries();
        tree_.cast(boxes_, ray, limit, visit);
    }
    /// Brings the tree up to date, so that the next queries only read.
    void ready_queries() const { tree_.refresh(boxes_); }

    /// Lanes of the sweep; all give the same pairs. Requires an available one (asserted).
    void set_isa(Isa isa);

    template <class Visit>
    void for_each_column(Visit&& visit) {
        visit(std::string_view("boxes"), boxes_);
        tree_.forget();
    }
    template <class Visit>
    void for_each_column(Visit&& visit) const {
        visit(std::string_view("boxes"), boxes_);
    }
    [[nodiscard]] std::string_view defect() const;
    [[nodiscard]] BroadPhaseCounters counters() const { return counters_; }

private:
    struct Buffers {
        SweepStrips strips;
        std::vector<std::uint64_t> pairs;    ///< Looked up, a << 32 | b.
        std::vector<std::uint32_t> places;   ///< Of the sort of the pairs.
        std::vector<std::uint8_t> is_moved;  ///< By id, all 0 between calls.
    };
    [[nodiscard]] std::span<std::uint64_t> look_up(std::span<const ProxyId> moved);
    [[nodiscard]] bool is_live(ProxyId id) const {
        return id < boxes_.size() && boxes_[id].lower.x <= boxes_[id].upper.x;
    }

    std::vector<Aabb> boxes_;  ///< By id; inverted where there is none.
    mutable RefitTree tree_;   ///< A cache: says nothing that `boxes_` does not.
    WorkSpace<Buffers> buffers_;
    Isa isa_ = best_isa();
    BroadPhaseCounters counters_;
};
static_assert(BroadPhase<BatchedSweep>);

}  // namespace toibox::broad
