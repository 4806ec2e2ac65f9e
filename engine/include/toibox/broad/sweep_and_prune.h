// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"
#include "toibox/broad/end_point.h"
#include "toibox/broad/pair_set.h"

#include <array>

namespace toibox::broad {

/// The sweep and prune of the lectures: the end points of all boxes in one sorted list for each axis, kept
/// from step to step and mended by insertion. Two end points of different boxes that change places tell what
/// has changed (a begin that passes an end: the boxes have come to overlap on this axis; an end that passes
/// a begin: they have parted; begin and begin, end and end: nothing), so the pairs are kept too, and only
/// changed. SingleAxisSortAndSweep finds them anew from one list: a crowd that is high in one axis and
/// jitters there makes this one quadratic. Sources: lecture PA199 "Collision detection" (the four cases,
/// sentinels, pair flags); J. Cohen, M. Lin, D. Manocha, M. Ponamgi, "I-COLLIDE", 1995. Cost: find_pairs O(n
/// + swaps + pairs).
class SweepAndPrune : public BatchBroadPhase {
public:
    static constexpr const char* name = "sweep-and-prune";

    using EndPoint = broad::EndPoint;
    /// Two end points of different boxes changed places; `passing` came from the right.
    struct Exchange {
        int axis = 0;
        EndPoint passing;
        EndPoint passed;
        bool changed_pair = false;  ///< The pair began or ceased to overlap.
    };

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);

    /// As of the last find_pairs, ascending. 0 is x.
    [[nodiscard]] std::span<const EndPoint> end_points(int axis) const {
        return lists_[static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] const PairSet& pairs() const { return pairs_; }
    /// From now on the exchanges of each find_pairs are kept, those of the last one only.
    void record_exchanges(bool record) { records_ = record; }
    [[nodiscard]] std::span<const Exchange> exchanges() const { return exchanges_; }

private:
    using List = std::vector<EndPoint>;

    [[nodiscard]] float value_of(EndPoint point, int axis) const;
    void remove_dead();
    [[nodiscard]] std::size_t append_new();
    void update_values();
    void build();
    void insertion_sort(int axis);
    void exchange(int axis, EndPoint passing, EndPoint passed);

    std::array<List, 2> lists_;
    std::vector<std::uint8_t> is_listed_;  ///< By id.
    PairSet pairs_;                        ///< All that overlap, moved or not.
    std::vector<Exchange> exchanges_;
    bool records_ = false;
    ScratchBuffer<std::vector<ProxyId>> active_;
};
static_assert(BroadPhase<SweepAndPrune>);

}  // namespace toibox::broad
