// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"

namespace toibox::broad {

/// Rectangle intersection by a sweep upwards over the boxes, with those that have begun and not yet ended in
/// an interval tree along x: what a new box overlaps is read off, and nothing is tested in vain
/// (SingleAxisSortAndSweep tests all that are active). Each node of the tree stands at an end point and holds
/// the intervals that cover it and none of the nodes above, sorted by both ends. Sources: lecture on
/// collision detection survey (interval tree); H. Edelsbrunner, "Dynamic Data Structures for Orthogonal
/// Intersection Queries", TU Graz 1980. Cost: find_pairs O(n log n + pairs), and what insertions into the
/// lists of a node move.
class IntervalTree : public BatchBroadPhase {
public:
    static constexpr const char* name = "interval-tree";

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// Where the nodes of the last search stand on the x axis, ascending; empty before. The root is the
    /// middle one, and so on for each half: the middle of [first, last) is first + (last − first) / 2.
    [[nodiscard]] std::span<const float> places() const { return *places_; }
    /// Which of them held the box: the highest at whose place it is. Requires a box of the last search.
    [[nodiscard]] std::size_t place_of(const Aabb& box) const;

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
    [[nodiscard]] Node& node_of(const Aabb& box) { return (*nodes_)[place_of(box)]; }
    void insert_active(ProxyId id);
    void remove_active(ProxyId id);
    void test_active(ProxyId id, std::size_t first, std::size_t last);

    // Work of one search: a balanced tree over sorted places, the node of [first, last) in its middle.
    ScratchBuffer<std::vector<ProxyId>> live_;
    ScratchBuffer<std::vector<Event>> events_;
    ScratchBuffer<std::vector<float>> places_;
    ScratchBuffer<std::vector<Node>> nodes_;  ///< By place.
};
static_assert(BroadPhase<IntervalTree>);

}  // namespace toibox::broad
