// SPDX-License-Identifier: MIT
#include "toibox/broad/batched_sort_and_sweep.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

namespace toibox::broad {

bool BatchedSortAndSweep::should_query_tree(std::span<const ProxyId> moved) const {
    return moved.size() * tuning::boxes_swept_per_lookup < boxes().size();
}

bool BatchedSortAndSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                                     const PairRules& rules) {
    begin_search(moved, rules);
    has_strips_ = !should_query_tree(moved);
    if (!has_strips_) {
        query_tree(moved);
        return write_pairs(moved, out);
    }
    WorkerTeam single_worker(1);
    const auto found = strips_->find(boxes(), moved_flags(), isa_, single_worker, rules);
    counters_ = {.tests = strips_->tests(), .overlaps = strips_->overlaps()};
    return write_given_pairs(moved, found, out);
}

bool BatchedSortAndSweep::find_new_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                                         const PairRules& rules, WorkerTeam& team) {
    begin_search(moved, rules);
    has_strips_ = !should_query_tree(moved);
    if (!has_strips_) {
        query_tree(moved);
        return write_new_pairs(moved, out);
    }
    const auto may_pair = [&](ProxyId a, ProxyId b) { return may_be_new(a, b) && rules.may_pair(a, b); };
    const auto found = strips_->find(boxes(), moved_flags(), isa_, team, {may_pair, rules.limit});
    counters_ = {.tests = strips_->tests(), .overlaps = strips_->overlaps()};
    if (found.size() <= rules.limit) begin_change_tracking();
    return write_given_pairs(moved, found, out);
}

void BatchedSortAndSweep::set_isa(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
    isa_ = isa;
}

}  // namespace toibox::broad
