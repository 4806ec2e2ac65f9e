// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"

namespace toibox::broad {

/// Rectangle intersection by a plane sweep upwards over the boxes. The active boxes are stored in an interval
/// tree along x, which yields the overlaps of a new box without wasted tests (SingleAxisSortAndSweep tests
/// all active boxes). The position of each node is the left end of some box; the node stores the intervals
/// that contain this position but no ancestor's position, in two lists: sorted by their left ends and by
/// their right ends.
/// Sources: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "2D Intersection Tests"
/// (interval tree); H. Edelsbrunner, "Dynamic Data Structures for Orthogonal Intersection Queries", TU Graz
/// 1980. Cost: find_pairs O(n log n + pairs), plus the elements moved by insertions into the lists of a node.
class IntervalTree : public BatchBroadPhase {
public:
    static constexpr const char* name = "interval-tree";

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// The x positions of the nodes of the last search, ascending; empty before the first search. They form
    /// an implicit balanced tree: the root of [first, last) is at index first + (last − first) / 2.
    [[nodiscard]] std::span<const float> node_positions() const { return *node_positions_; }
    /// The index of the node that stores the box: the highest node in the tree whose position the box
    /// contains. Requires: a box of the last search.
    [[nodiscard]] std::size_t node_index_of(const Aabb& box) const;

private:
    struct Node {
        std::vector<ProxyId> by_lower;
        std::vector<ProxyId> by_upper;
    };
    struct Event {
        float y = 0.0f;
        bool is_end = false;
        ProxyId id = 0;
    };

    void collect_events();
    void build_nodes();
    [[nodiscard]] Node& node_of(const Aabb& box) { return (*nodes_)[node_index_of(box)]; }
    void insert_active(ProxyId id);
    void remove_active(ProxyId id);
    void test_active(ProxyId id, std::size_t first, std::size_t last);

    // Scratch memory of one search.
    ScratchBuffer<std::vector<ProxyId>> live_;
    ScratchBuffer<std::vector<Event>> events_;
    ScratchBuffer<std::vector<float>> node_positions_;
    ScratchBuffer<std::vector<Node>> nodes_;  ///< By position.
};
static_assert(BroadPhase<IntervalTree>);

}  // namespace toibox::broad
