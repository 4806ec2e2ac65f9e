// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"
#include "toibox/broad/end_point.h"

namespace toibox::broad {

/// The sweep of the lecture as it stands there: the ends of all boxes along x, sorted anew for each search;
/// a sweep along them with a list of the boxes that have begun and not yet ended, of which whoever begins is
/// tested against each. It keeps nothing from search to search: SingleAxisSortAndSweep mends its order
/// instead and chooses its axis, SweepAndPrune keeps the pairs too. Source: lecture McMaster, "Sweep and
/// prune" (interval list IL, active list, result S). Cost: find_pairs O(n log n + tests).
class OneShotSortAndSweep : public BatchBroadPhase {
public:
    static constexpr const char* name = "one-shot-sweep";

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// How many boxes the list held at most in the last search.
    [[nodiscard]] std::size_t max_active() const { return max_active_; }

    /// Along x in the last search, ascending.
    [[nodiscard]] std::span<const EndPoint> end_points() const { return ends_; }

private:
    void collect_end_points();

    std::size_t max_active_ = 0;
    std::vector<EndPoint> ends_;
    ScratchBuffer<std::vector<ProxyId>> active_;
};
static_assert(BroadPhase<OneShotSortAndSweep>);

}  // namespace toibox::broad
