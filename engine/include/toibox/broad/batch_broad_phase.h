// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/refit_tree.h"
#include "toibox/broad/scratch_buffer.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::broad {

/// Common base of the broad phases that find all pairs of a step at once. It stores the boxes by id, and a
/// tree for queries. Moving a box only stores the box and marks it as changed. The results of find_pairs
/// depend on the boxes alone, not on their history; which pairs find_new_pairs omits depends on its previous
/// call.
///
/// query and cast are const but may refit the tree first. After a change, call prepare_queries() before
/// several threads query; from then on queries are read-only.
class BatchBroadPhase {
public:
    void insert(ProxyId id, const Aabb& box);
    void move(ProxyId id, const Aabb& box);
    void remove(ProxyId id);

    /// For broad phases with find_new_pairs: if the next search lists this box as moved, it reports all pairs
    /// of the box again, even known ones.
    void report_pairs_again(ProxyId id) { previous_boxes_.set(id, empty_aabb); }
    /// Invalidates the results of the last search: all moved boxes are treated like new ones.
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
    /// Updates the tree, so that the following queries are read-only.
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
    /// The ids that have a box, in ascending order.
    void collect_live_ids(std::vector<ProxyId>& out) const;

    // ---- Parts of find_pairs, in the order of their use

    /// `rules` must outlive the search.
    void begin_search(std::span<const ProxyId> moved, const PairRules& rules);
    /// Tests two different boxes, and records the pair if one has moved and they overlap.
    void test(ProxyId a, ProxyId b) {
        if (!involves_moved(a, b)) return;
        ++counters_.tests;
        if (overlaps(boxes_[a], boxes_[b])) add_pair(a, b);
    }
    [[nodiscard]] bool involves_moved(ProxyId a, ProxyId b) const {
        return (is_moved_[a] | is_moved_[b]) != 0;
    }
    /// Records a pair of overlapping boxes, once, if the rules allow it and the limit is not exceeded yet.
    void add_pair(ProxyId a, ProxyId b) {
        ++counters_.overlaps;
        const ProxyPair pair = make_proxy_pair(a, b);
        if (found_->size() > rules_->limit || !rules_->may_pair(pair.a, pair.b)) return;
        found_->push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    /// Ends the search: writes the recorded pairs to `out` in order. False if there are more than the limit.
    bool write_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
        return write_given_pairs(moved, *found_, out);
    }
    /// Like write_pairs, for pairs found elsewhere, packed as a << 32 | b.
    bool write_given_pairs(std::span<const ProxyId> moved, std::span<std::uint64_t> found,
                           std::vector<ProxyPair>& out);
    /// Like write_pairs, without the pairs that cannot be new.
    bool write_new_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// False if the boxes certainly overlapped in the last search.
    [[nodiscard]] bool may_be_new(ProxyId a, ProxyId b) const;
    /// Called after a search: from now on, changes are relative to the current boxes.
    void begin_change_tracking() { previous_boxes_.begin_change_tracking(); }
    /// Alternative to a full search: queries the tree for each moved box and records each pair once.
    void query_tree(std::span<const ProxyId> moved);

    /// By id; all 0 between searches.
    [[nodiscard]] std::span<const std::uint8_t> moved_flags() const { return is_moved_; }

    BroadPhaseCounters counters_;

private:
    /// The boxes at the last search, for ids that have changed since. After invalidate(), and in a copy, no
    /// box is known until the next search, which therefore omits no pair.
    class PreviousBoxes {
    public:
        PreviousBoxes() = default;
        PreviousBoxes(const PreviousBoxes& /*other*/) : all_unknown_(true) {}
        PreviousBoxes& operator=(const PreviousBoxes& /*other*/) {
            invalidate();
            return *this;
        }
        ~PreviousBoxes() = default;

        /// Stores the box unless one is already stored for this id.
        void mark_changed(ProxyId id, const Aabb& box);
        void set(ProxyId id, const Aabb& box);
        void invalidate();
        /// Called after a search.
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

    std::vector<Aabb> boxes_;           ///< By id; empty_aabb for a free id.
    const PairRules* rules_ = nullptr;  ///< Of the current search.
    PreviousBoxes previous_boxes_;
    mutable RefitTree tree_;                             ///< A cache derived from `boxes_`.
    std::vector<std::uint8_t> is_moved_;                 ///< By id; all 0 between searches.
    ScratchBuffer<std::vector<std::uint64_t>> found_;    ///< a << 32 | b
    ScratchBuffer<std::vector<std::uint32_t>> offsets_;  ///< Scratch for sorting pairs.
};

}  // namespace toibox::broad
