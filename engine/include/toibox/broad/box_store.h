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
/// query and cast are const but may refit the tree first: after a change, call ready_queries() before several
/// threads ask. Once it is ready, questions change nothing.
class BoxStore {
public:
    void insert(ProxyId id, const Aabb& box);
    void move(ProxyId id, const Aabb& box);
    void remove(ProxyId id);

    /// For those that offer find_new_pairs: its pairs of this one are to be told of again, known or not.
    void ask_again(ProxyId id) { earlier_.set(id, no_aabb); }
    /// What was found last does not hold: those that have moved are asked about as if they were new.
    void forget_earlier() { earlier_.forget(); }

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

    template <class Visit>
    void for_each_column(Visit&& visit) {
        visit(std::string_view("boxes"), boxes_);
        tree_.forget();
        forget_earlier();
    }
    template <class Visit>
    void for_each_column(Visit&& visit) const {
        visit(std::string_view("boxes"), boxes_);
    }
    [[nodiscard]] std::string_view defect() const;
    [[nodiscard]] BroadPhaseCounters counters() const { return counters_; }

protected:
    ~BoxStore() = default;
    BoxStore() = default;
    BoxStore(const BoxStore&) = default;
    BoxStore& operator=(const BoxStore&) = default;

    [[nodiscard]] std::span<const Aabb> boxes() const { return boxes_; }
    [[nodiscard]] bool is_live(ProxyId id) const {
        return id < boxes_.size() && boxes_[id].lower.x <= boxes_[id].upper.x;
    }
    /// The ids that have a box, ascending.
    void list_live(std::vector<ProxyId>& out) const;

    // ---- One call of find_pairs, from begin to end

    void begin(std::span<const ProxyId> moved);
    /// Tests two different boxes, of which one has moved, and keeps the pair if they overlap.
    void test(ProxyId a, ProxyId b) {
        if (!asks_for(a, b)) return;
        ++counters_.tests;
        if (overlaps(boxes_[a], boxes_[b])) keep(a, b);
    }
    [[nodiscard]] bool asks_for(ProxyId a, ProxyId b) const { return (is_moved_[a] | is_moved_[b]) != 0; }
    void keep(ProxyId a, ProxyId b) {
        const ProxyPair pair = make_pair_of(a, b);
        found_->push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    /// Puts what was kept, each pair once, into `out` in order.
    void end(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) { end_with(moved, *found_, out); }
    /// The same where a pair may have been kept more than once.
    void end_with_doubles(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// The same with pairs that were found elsewhere, as a << 32 | b.
    void end_with(std::span<const ProxyId> moved, std::span<std::uint64_t> found,
                  std::vector<ProxyPair>& out);
    /// As end, without the pairs that cannot be new.
    void end_new(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// Whether the boxes of the pair, a << 32 | b, may not have overlapped when pairs were last sought.
    [[nodiscard]] bool may_be_new(std::uint64_t pair) const;
    /// Pairs have been sought: what is told next is what changes from here.
    void start_anew() { earlier_.start_anew(); }
    /// Instead of a search of its own: asks the tree for each moved box. Each pair is kept once.
    void look_up(std::span<const ProxyId> moved);

    /// By id, all 0 between calls.
    [[nodiscard]] std::span<const std::uint8_t> moved_flags() const { return is_moved_; }

    BroadPhaseCounters counters_;

private:
    /// Boxes by id as they were when pairs were last sought, of those that have changed since. Once
    /// forgotten, and in a copy, none is known until the next search, which therefore leaves out no pair.
    class Earlier {
    public:
        Earlier() = default;
        Earlier(const Earlier& /*other*/) : forgotten_(true) {}
        Earlier& operator=(const Earlier& /*other*/) {
            forget();
            return *this;
        }
        ~Earlier() = default;

        /// Keeps the first box that it is told.
        void note(ProxyId id, const Aabb& box);
        void set(ProxyId id, const Aabb& box);
        void forget();
        /// Pairs have been sought.
        void start_anew();
        [[nodiscard]] const Aabb* find(ProxyId id) const {
            return id < is_known_.size() && is_known_[id] != 0 ? &boxes_[id] : nullptr;
        }

    private:
        std::vector<Aabb> boxes_;
        std::vector<std::uint8_t> is_known_;
        std::vector<ProxyId> known_;
        bool forgotten_ = false;
    };

    std::vector<Aabb> boxes_;  ///< By id; inverted where there is none.
    Earlier earlier_;
    mutable RefitTree tree_;                        ///< A cache: says nothing that `boxes_` does not.
    std::vector<std::uint8_t> is_moved_;            ///< By id, all 0 between calls.
    WorkSpace<std::vector<std::uint64_t>> found_;   ///< a << 32 | b
    WorkSpace<std::vector<std::uint32_t>> places_;  ///< Of the sort of the pairs.
};

}  // namespace toibox::broad
