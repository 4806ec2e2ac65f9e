// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"
#include "toibox/broad/endpoint.h"
#include "toibox/broad/pair_set.h"

#include <array>

namespace toibox::broad {

/// The classic sweep and prune: the endpoints of all boxes in one sorted list per axis, kept from step to
/// step and updated by insertion sort. When endpoints of different boxes are exchanged, the pair may change:
/// if a start passes an end, the boxes now overlap on this axis; if an end passes a start, they are
/// separated; other exchanges change nothing. The pairs are kept and only updated, while
/// SingleAxisSortAndSweep finds all pairs again in each search. Weakness: a crowd that overlaps on one axis
/// and jitters along it needs a quadratic number of exchanges. Sources: M. Trtík, "Collision detection",
/// lecture PA199, Masaryk University 2024, slides 5–10 (the four cases, sentinels); anonymous lecture slides
/// "Detekcija trkov" ("Collision Detection"), "1-D Sweep and Prune" (pair flags); J. Cohen, M. Lin, D.
/// Manocha, M. Ponamgi, "I-COLLIDE", 1995. Cost: find_pairs O(n + exchanges + pairs).
class SweepAndPrune : public BatchBroadPhase {
public:
    static constexpr const char* name = "sweep-and-prune";

    using Endpoint = broad::Endpoint;
    /// Two neighbouring endpoints of different boxes were exchanged; `passing` came from the right.
    struct Exchange {
        int axis = 0;
        Endpoint passing;
        Endpoint passed;
        bool changed_pair = false;  ///< The pair started or stopped overlapping.
    };

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});

    /// The endpoints of the last find_pairs along an axis (0 is x), ascending.
    [[nodiscard]] std::span<const Endpoint> endpoints(int axis) const {
        return lists_[static_cast<std::size_t>(axis)];
    }
    /// All overlapping pairs; empty after a search that found more than tuning::max_stored_pairs.
    [[nodiscard]] const PairSet& pairs() const { return pairs_; }
    /// Enables recording of the exchanges of each find_pairs; exchanges() returns those of the last
    /// find_pairs.
    void record_exchanges(bool record) { is_recording_ = record; }
    [[nodiscard]] std::span<const Exchange> exchanges() const { return exchanges_; }

private:
    using List = std::vector<Endpoint>;

    [[nodiscard]] float value_of(Endpoint point, int axis) const;
    void remove_dead();
    [[nodiscard]] std::size_t append_new();
    void update_values();
    template <class Visit>
    void sweep(Visit&& visit);
    void build();
    void insertion_sort(int axis);
    void exchange(int axis, Endpoint passing, Endpoint passed);
    bool store(ProxyPair pair);
    void forget_lists();

    std::array<List, 2> lists_;
    std::vector<std::uint8_t> is_listed_;  ///< By id.
    PairSet pairs_;                        ///< All overlapping pairs, moved or not.
    bool is_overfull_ = false;             ///< There were too many pairs to store; false between searches.
    std::vector<Exchange> exchanges_;
    bool is_recording_ = false;
    ScratchBuffer<std::vector<ProxyId>> active_;
};
static_assert(BroadPhase<SweepAndPrune>);

}  // namespace toibox::broad
