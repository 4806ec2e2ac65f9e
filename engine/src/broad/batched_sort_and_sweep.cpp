// SPDX-License-Identifier: MIT
#include "toibox/broad/batched_sort_and_sweep.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

namespace toibox::broad {

bool BatchedSortAndSweep::should_query_tree(std::span<const ProxyId> moved) const {
    return moved.size() * tuning::boxes_swept_per_lookup < boxes().size();
}

void BatchedSortAndSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    begin_search(moved);
    has_strips_ = !should_query_tree(moved);
    if (!has_strips_) {
        query_tree(moved);
        return write_pairs(moved, out);
    }
    WorkerTeam single_worker(1);
    const auto found =
        strips_->find(boxes(), moved_flags(), isa_, single_worker, [](std::uint64_t) { return true; });
    counters_ = {.tests = strips_->tests()};
    write_given_pairs(moved, found, out);
}

void BatchedSortAndSweep::find_new_pairs(std::span<const ProxyId> moved, WorkerTeam& team,
                                         std::vector<ProxyPair>& out) {
    begin_search(moved);
    has_strips_ = !should_query_tree(moved);
    if (!has_strips_) {
        query_tree(moved);
        return write_new_pairs(moved, out);
    }
    const auto found = strips_->find(boxes(), moved_flags(), isa_, team,
                                     [this](std::uint64_t pair) { return may_be_new(pair); });
    counters_ = {.tests = strips_->tests(), .known = strips_->filtered_out()};
    begin_change_tracking();
    write_given_pairs(moved, found, out);
}

void BatchedSortAndSweep::set_isa(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
    isa_ = isa;
}

}  // namespace toibox::broad
