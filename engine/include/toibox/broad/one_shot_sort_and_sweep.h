// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"
#include "toibox/broad/endpoint.h"

namespace toibox::broad {

/// The textbook sort and sweep: sorts the endpoints of all boxes along x from scratch for each search, then
/// sweeps over the endpoints with a list of active boxes. At the start of a box, the box is tested against
/// all active boxes. Nothing is kept between searches. In contrast, SingleAxisSortAndSweep updates its order
/// and chooses its axis, and SweepAndPrune also keeps the pairs. Source: J. McCutchan, "Introduction to
/// Collision Detection", McMaster University 2006, "Broad Phase - Sweep" (interval list, active set). Cost:
/// find_pairs O(n log n + tests).
class OneShotSortAndSweep : public BatchBroadPhase {
public:
    static constexpr const char* name = "one-shot-sweep";

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// The maximum length of the active list in the last search.
    [[nodiscard]] std::size_t max_active() const { return max_active_; }

    /// The endpoints along x in the last search, ascending.
    [[nodiscard]] std::span<const Endpoint> endpoints() const { return endpoints_; }

private:
    void collect_endpoints();

    std::size_t max_active_ = 0;
    std::vector<Endpoint> endpoints_;
    ScratchBuffer<std::vector<ProxyId>> active_;
};
static_assert(BroadPhase<OneShotSortAndSweep>);

}  // namespace toibox::broad
