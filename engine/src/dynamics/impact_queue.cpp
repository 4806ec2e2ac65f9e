// SPDX-License-Identifier: MIT
#include "toibox/dynamics/impact_queue.h"

#include <algorithm>
#include <tuple>

namespace toibox {

bool ImpactQueue::is_later(const Entry& a, const Entry& b) {
    const FoundImpact& x = a.impact;
    const FoundImpact& y = b.impact;
    return std::tie(x.t, x.shape_a, x.shape_b, x.searcher) > std::tie(y.t, y.shape_a, y.shape_b, y.searcher);
}

void ImpactQueue::begin(std::size_t bodies) {
    heap_.clear();
    meetings_.clear();
    turn_of_.assign(bodies, 0);
    first_meeting_.assign(bodies, no_meeting);
}

void ImpactQueue::add(const FoundImpact& impact) {
    forget(impact.searcher);
    const std::uint32_t turn = turn_of_[impact.searcher];
    heap_.push_back({impact, turn});
    std::push_heap(heap_.begin(), heap_.end(), is_later);
    const std::uint32_t met = impact.searcher == impact.body_a ? impact.body_b : impact.body_a;
    meetings_.push_back({impact.searcher, turn, first_meeting_[met]});
    first_meeting_[met] = static_cast<std::uint32_t>(meetings_.size() - 1);
}

void ImpactQueue::drop_void() {
    while (!heap_.empty() && heap_.front().turn != turn_of_[heap_.front().impact.searcher]) {
        std::pop_heap(heap_.begin(), heap_.end(), is_later);
        heap_.pop_back();
    }
}

bool ImpactQueue::empty() {
    drop_void();
    return heap_.empty();
}

std::optional<FoundImpact> ImpactQueue::take_first() {
    if (empty()) return {};
    const FoundImpact first = heap_.front().impact;
    forget(first.searcher);
    drop_void();
    return first;
}

}  // namespace toibox
