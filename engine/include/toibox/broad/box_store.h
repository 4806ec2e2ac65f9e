// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/refit_tree.h"
#include "toibox/broad/work_space.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::broad {

/// Boxes by id, with a tree for queries beside them: what the broad phases have in common that find the pairs
/// of a whole step at once. To move a box is to store it. What is found depends on the boxes alone, never on
/// how they came to lie there; only what find_new_pairs leaves out depends on what it has told before.
///
/// query and cast are const but may refit the tree first: after a change, call prepare_queries() before
/// several threads ask. Once it is ready, questions change nothing.
class BatchBroadPhase {
public:
    void insert(ProxyId id, const Aabb& box);
    void move(ProxyId id, const Aabb& box);
    void remove(ProxyId id);

    /// For those that offer find_new_pairs: its pairs of this one are to be told of again, known or not.
    void report_pairs_again(ProxyId id) { previous_boxes_.set(id, empty_aabb); }
    /// What was found last does not hold: those that have moved are asked about as if they were new.
    void forget_previous_boxes() { previous_boxes_.invalidate(); }

    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const {
        prepare_queries();
        RefitTree::QueryStats ignored;
        tree_.query(boxes_, box, ignored, visit);
    }
    template <class Visit>
    void cast(const Ray& ray, double limit, Visit&& visit) const {
        prepare_queries();
        tree_.cast(boxes_, ray, limit, visit);
    }
    /// Brings the tree up to date, so that the next queries only read.
    void prepare_queries() const { tree_.refresh(boxes_); }

    template <class Visit>
    void for_each_column(Visit&& visit) {
        visit(std::string_view("boxes"), boxes_);
        tree_.invalidate();
        forget_previous_boxes();
    }
    template <class Visit>
    void for_each_column(Visit&& visit) const {
        visit(std::string_view("boxes"), boxes_);
    }
    [[nodiscard]] std::string_view defect() const;
    [[nodiscard]] BroadPhaseCounters counters() const { return counters_; }

protected:
    ~BatchBroadPhase() = default;
    BatchBroadPhase() = default;
    BatchBroadPhase(const BatchBroadPhase&) = default;
    BatchBroadPhase& operator=(const BatchBroadPhase&) = default;

    [[nodiscard]] std::span<const Aabb> boxes() const { return boxes_; }
    [[nodiscard]] bool is_live(ProxyId id) const {
        return id < boxes_.size() && boxes_[id].lower.x <= boxes_[id].upper.x;
    }
    /// The ids that have a box, ascending.
    void collect_live_ids(std::vector<ProxyId>& out) const;

    // ---- One call of find_pairs, from begin to end

    void begin(std::span<const ProxyId> moved);
    /// Tests two different boxes, of which one has moved, and keeps the pair if they overlap.
    void test(ProxyId a, ProxyId b) {
        if (!involves_moved(a, b)) return;
        ++counters_.tests;
        if (overlaps(boxes_[a], boxes_[b])) add_pair(a, b);
    }
    [[nodiscard]] bool involves_moved(ProxyId a, ProxyId b) const {
        return (is_moved_[a] | is_moved_[b]) != 0;
    }
    void add_pair(ProxyId a, ProxyId b) {
        const ProxyPair pair = make_proxy_pair(a, b);
        found_->push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    /// Puts what was kept, each pair once, into `out` in order.
    void end(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) { end_with(moved, *found_, out); }
    /// The same where a pair may have been kept more than once.
    void end_with_duplicates(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// The same with pairs that were found elsewhere, as a << 32 | b.
    void end_with(std::span<const ProxyId> moved, std::span<std::uint64_t> found,
                  std::vector<ProxyPair>& out);
    /// As end, without the pairs that cannot be new.
    void end_new(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// Whether the boxes of the pair, a << 32 | b, may not have overlapped when pairs were last sought.
    [[nodiscard]] bool may_be_new(std::uint64_t pair) const;
    /// Pairs have been sought: what is told next is what changes from here.
    void begin_change_tracking() { previous_boxes_.begin_change_tracking(); }
    /// Instead of a search of its own: asks the tree for each moved box. Each pair is kept once.
    void query_tree(std::span<const ProxyId> moved);

    /// By id, all 0 between calls.
    [[nodiscard]] std::span<const std::uint8_t> moved_flags() const { return is_moved_; }

    BroadPhaseCounters counters_;

private:
    /// Boxes by id as they were when pairs were last sought, of those that have changed since. Once
    /// forgotten, and in a copy, none is known until the next search, which therefore leaves out no pair.
    class PreviousBoxes {
    public:
        PreviousBoxes() = default;
        PreviousBoxes(const PreviousBoxes& /*other*/) : all_unknown_(true) {}
        PreviousBoxes& operator=(const PreviousBoxes& /*other*/) {
            invalidate();
            return *this;
        }
        ~PreviousBoxes() = default;

        /// Keeps the first box that it is told.
        void mark_changed(ProxyId id, const Aabb& box);
        void set(ProxyId id, const Aabb& box);
        void invalidate();
        /// Pairs have been sought.
        void begin_change_tracking();
        [[nodiscard]] const Aabb* find(ProxyId id) const {
            return id < is_tracked_.size() && is_tracked_[id] != 0 ? &boxes_[id] : nullptr;
        }

    private:
        std::vector<Aabb> boxes_;
        std::vector<std::uint8_t> is_tracked_;
        std::vector<ProxyId> tracked_ids_;
        bool all_unknown_ = false;
    };

    std::vector<Aabb> boxes_;  ///< By id; inverted where there is none.
    PreviousBoxes previous_boxes_;
    mutable RefitTree tree_;                             ///< A cache: says nothing that `boxes_` does not.
    std::vector<std::uint8_t> is_moved_;                 ///< By id, all 0 between calls.
    ScratchBuffer<std::vector<std::uint64_t>> found_;    ///< a << 32 | b
    ScratchBuffer<std::vector<std::uint32_t>> offsets_;  ///< Of the sort of the pairs.
};

}  // namespace toibox::broad
