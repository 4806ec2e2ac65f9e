// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"

namespace toibox::broad {

/// Sorts all boxes along the axis of larger variance and tests each against the active boxes, i.e. those that
/// overlap it on this axis. The order is kept from step to step and updated by insertion sort, so slow motion
/// needs little sorting. A crowd on a floor is sorted along the floor, and changes of height cost nothing
/// (SweepAndPrune sorts both axes and pays for both). Sources: anonymous lecture slides "Detekcija trkov"
/// ("Collision Detection"), "To go faster" (one axis); J. McCutchan, "Introduction to Collision Detection",
/// McMaster University 2006, "Broad Phase - Sweep" (active set); D. Baraff, "Dynamic Simulation of
/// Non-Penetrating Rigid Bodies", thesis, Cornell 1992. Cost: find_pairs O(n + exchanges + tests).
class SingleAxisSortAndSweep : public BatchBroadPhase {
public:
    static constexpr const char* name = "sweep-one-axis";

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// The axis of the last search: 0 is x.
    [[nodiscard]] int axis() const { return axis_; }
    /// Ids in the sorted order of the last search.
    [[nodiscard]] std::span<const ProxyId> order() const { return order_; }

private:
    [[nodiscard]] int axis_of_max_variance() const;
    void sync_members();
    void sort();

    int axis_ = 0;
    std::vector<ProxyId> order_;           ///< May contain removed boxes until the next search.
    std::vector<std::uint8_t> is_listed_;  ///< By id: whether the box is in `order_`.
    ScratchBuffer<std::vector<ProxyId>> active_;
};
static_assert(BroadPhase<SingleAxisSortAndSweep>);

}  // namespace toibox::broad
