// SPDX-License-Identifier: MIT
#include "toibox/broad/batch_broad_phase.h"

#include "toibox/core/assert.h"

#include "broad/sort_pairs.h"

#include <algorithm>
#include <limits>

namespace toibox::broad {
namespace {

constexpr ProxyId id_limit = ProxyId{1} << 30;  // sort and sweep stores two flags next to an id

}  // namespace

void BatchBroadPhase::PreviousBoxes::mark_changed(ProxyId id, const Aabb& box) {
    if (find(id) == nullptr) set(id, box);
}

void BatchBroadPhase::PreviousBoxes::set(ProxyId id, const Aabb& box) {
    if (all_unknown_) return;
    if (id >= is_tracked_.size()) {
        is_tracked_.resize(id + std::size_t{1}, 0);
        boxes_.resize(id + std::size_t{1});
        tracked_ids_.reserve(is_tracked_.capacity());
    }
    if (is_tracked_[id] == 0) tracked_ids_.push_back(id);
    is_tracked_[id] = 1;
    boxes_[id] = box;
}

void BatchBroadPhase::PreviousBoxes::begin_change_tracking() {
    for (const ProxyId id : tracked_ids_)
        is_tracked_[id] = 0;
    tracked_ids_.clear();
    all_unknown_ = false;
}

void BatchBroadPhase::PreviousBoxes::invalidate() {
    begin_change_tracking();
    all_unknown_ = true;
}

void BatchBroadPhase::insert(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(!is_live(id) && id < id_limit);
    TOIBOX_ASSERT(is_valid(box));
    if (id >= boxes_.size()) boxes_.resize(id + std::size_t{1}, empty_aabb);
    boxes_[id] = box;
    tree_.mark_changed(id);
    report_pairs_again(id);
}

void BatchBroadPhase::move(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    previous_boxes_.mark_changed(id, boxes_[id]);
    boxes_[id] = box;
    tree_.mark_changed(id);
}

void BatchBroadPhase::remove(ProxyId id) {
    TOIBOX_ASSERT(is_live(id));
    boxes_[id] = empty_aabb;
    tree_.mark_changed(id);
    report_pairs_again(id);
}

void BatchBroadPhase::collect_live_ids(std::vector<ProxyId>& out) const {
    out.clear();
    for (ProxyId id = 0; id < boxes_.size(); ++id) {
        if (is_live(id)) out.push_back(id);
    }
}

void BatchBroadPhase::begin_search(std::span<const ProxyId> moved, const PairRules& rules) {
    counters_ = {};
    rules_ = &rules;
    found_->clear();
    is_moved_.resize(boxes_.size(), 0);
    for (const ProxyId id : moved) {
        TOIBOX_ASSERT(is_live(id));
        is_moved_[id] = 1;
    }
}

bool BatchBroadPhase::write_given_pairs(std::span<const ProxyId> moved, std::span<std::uint64_t> found,
                                        std::vector<ProxyPair>& out) {
    for (const ProxyId id : moved)
        is_moved_[id] = 0;
    const bool is_within_limit = found.size() <= rules_->limit;
    rules_ = nullptr;
    sort_pairs(is_within_limit ? found : std::span<std::uint64_t>(), boxes_.size(), *offsets_, out);
    return is_within_limit;
}

// A box that is not listed as moved is unchanged. A moved box whose previous box is unknown counts as new:
// none of its pairs is known.
bool BatchBroadPhase::may_be_new(ProxyId a, ProxyId b) const {
    const auto previous_box = [&](ProxyId id) -> const Aabb* {
        return is_moved_[id] != 0 ? previous_boxes_.find(id) : &boxes_[id];
    };
    const Aabb* const box_a = previous_box(a);
    const Aabb* const box_b = previous_box(b);
    return box_a == nullptr || box_b == nullptr || !overlaps(*box_a, *box_b);
}

// After a failed search, changes are still relative to the search before it.
bool BatchBroadPhase::write_new_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    if (found_->size() <= rules_->limit) {
        std::erase_if(*found_, [this](std::uint64_t pair) {
            const ProxyPair ids = unpack_pair(pair);
            return !may_be_new(ids.a, ids.b);
        });
        begin_change_tracking();
    }
    return write_pairs(moved, out);
}

void BatchBroadPhase::query_tree(std::span<const ProxyId> moved) {
    prepare_queries();
    RefitTree::QueryStats stats;
    for (const ProxyId id : moved) {
        tree_.query(boxes_, boxes_[id], stats, [&](ProxyId other) {
            // A pair of two moved boxes is reported only for the box with the lower id.
            if (other != id && (is_moved_[other] == 0 || id < other)) add_pair(id, other);
            return true;
        });
    }
    counters_.tests = stats.tests;
    counters_.node_visits = stats.node_visits;
}

std::string_view BatchBroadPhase::defect() const {
    for (const Aabb& box : boxes_) {
        if (!is_valid(box) && !(box == empty_aabb)) return "a box is not valid";
    }
    return tree_.defect(boxes_);
}

}  // namespace toibox::broad
