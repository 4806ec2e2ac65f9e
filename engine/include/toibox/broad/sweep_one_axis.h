// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"

namespace toibox::broad {

/// Sorts all boxes along the axis on which they are spread more, and tests each against those that have begun
/// and not yet ended there, on the other axis too. The order is kept from step to step and mended by
/// insertion, so what hardly moves is hardly sorted; and a crowd on a floor is swept along the floor,
/// whatever its heights do (SweepAndPrune sorts both axes and pays for them). Sources: lecture on collision
/// detection survey (one axis by variance); lecture McMaster (active list); D. Baraff, "Dynamic Simulation of
/// Non-Penetrating Rigid Bodies", thesis, Cornell 1992. Cost: find_pairs O(n + swaps + tests).
class SingleAxisSortAndSweep : public BatchBroadPhase {
public:
    static constexpr const char* name = "sweep-one-axis";

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// The axis of the last sweep: 0 is x.
    [[nodiscard]] int axis() const { return axis_; }
    /// Ids in the order of the last sweep.
    [[nodiscard]] std::span<const ProxyId> order() const { return order_; }

private:
    [[nodiscard]] int axis_of_greatest_variance() const;
    void sync_members();
    void sort();

    int axis_ = 0;
    std::vector<ProxyId> order_;           ///< May name boxes that are gone, until the next sweep.
    std::vector<std::uint8_t> is_listed_;  ///< By id: it is in `order_`.
    ScratchBuffer<std::vector<ProxyId>> active_;
};
static_assert(BroadPhase<SingleAxisSortAndSweep>);

}  // namespace toibox::broad
