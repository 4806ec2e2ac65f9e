// SPDX-License-Identifier: MIT
#include "dynamics/ccd/impact_queue.h"

#include <algorithm>
#include <tuple>

namespace toibox {

bool ImpactQueue::is_later(const Entry& a, const Entry& b) {
    const ImpactCandidate& x = a.impact;
    const ImpactCandidate& y = b.impact;
    return std::tie(x.t, x.shape_a, x.shape_b, x.searched_body) >
           std::tie(y.t, y.shape_a, y.shape_b, y.searched_body);
}

void ImpactQueue::begin(std::size_t bodies) {
    heap_.clear();
    dependents_.clear();
    version_of_.assign(bodies, 0);
    first_dependent_.assign(bodies, no_dependent);
}

void ImpactQueue::add(const ImpactCandidate& impact) {
    invalidate(impact.searched_body);
    const std::uint32_t version = version_of_[impact.searched_body];
    heap_.push_back({impact, version});
    std::push_heap(heap_.begin(), heap_.end(), is_later);
    const std::uint32_t other_body = impact.searched_body == impact.body_a ? impact.body_b : impact.body_a;
    dependents_.push_back({impact.searched_body, version, first_dependent_[other_body]});
    first_dependent_[other_body] = static_cast<std::uint32_t>(dependents_.size() - 1);
}

void ImpactQueue::pop_stale() {
    while (!heap_.empty() && heap_.front().version != version_of_[heap_.front().impact.searched_body]) {
        std::pop_heap(heap_.begin(), heap_.end(), is_later);
        heap_.pop_back();
    }
}

bool ImpactQueue::empty() {
    pop_stale();
    return heap_.empty();
}

std::optional<ImpactCandidate> ImpactQueue::pop_earliest() {
    if (empty()) return {};
    const ImpactCandidate first = heap_.front().impact;
    invalidate(first.searched_body);
    pop_stale();
    return first;
}

}  // namespace toibox
