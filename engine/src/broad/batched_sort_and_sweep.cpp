// SPDX-License-Identifier: MIT
#include "toibox/broad/batched_sort_and_sweep.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

namespace toibox::broad {

bool BatchedSortAndSweep::should_query_tree(std::span<const ProxyId> moved) const {
    return moved.size() * tuning::boxes_swept_per_lookup < boxes().size();
}

void BatchedSortAndSweep::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    begin(moved);
    has_strips_ = !should_query_tree(moved);
    if (!has_strips_) {
        query_tree(moved);
        return end(moved, out);
    }
    WorkerTeam lead(1);
    const auto found = strips_->find(boxes(), moved_flags(), isa_, lead, [](std::uint64_t) { return true; });
    counters_ = {.tests = strips_->tests()};
    end_with(moved, found, out);
}

void BatchedSortAndSweep::find_new_pairs(std::span<const ProxyId> moved, WorkerTeam& team,
                                         std::vector<ProxyPair>& out) {
    begin(moved);
    has_strips_ = !should_query_tree(moved);
    if (!has_strips_) {
        query_tree(moved);
        return end_new(moved, out);
    }
    const auto found = strips_->find(boxes(), moved_flags(), isa_, team,
                                     [this](std::uint64_t pair) { return may_be_new(pair); });
    counters_ = {.tests = strips_->tests(), .known = strips_->filtered_out()};
    begin_change_tracking();
    end_with(moved, found, out);
}

void BatchedSortAndSweep::set_isa(Isa isa) {
    TOIBOX_ASSERT(is_available(isa));
    isa_ = isa;
}

}  // namespace toibox::broad
