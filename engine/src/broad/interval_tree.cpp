// SPDX-License-Identifier: MIT
#include "toibox/broad/interval_tree.h"

#include <algorithm>
#include <tuple>

namespace toibox::broad {

/// At equal heights, starts come before ends, so that touching boxes overlap.
void IntervalTree::collect_events() {
    std::vector<Event>& events = *events_;
    events.clear();
    for (const ProxyId id : *live_) {
        events.push_back({boxes()[id].lower.y, false, id});
        events.push_back({boxes()[id].upper.y, true, id});
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        if (a.y != b.y) return a.y < b.y;
        return std::tie(a.is_end, a.id) < std::tie(b.is_end, b.id);
    });
}

/// Creates a node at each left end, so that every interval contains a node.
void IntervalTree::build_nodes() {
    std::vector<float>& positions = *node_positions_;
    positions.clear();
    for (const ProxyId id : *live_)
        positions.push_back(boxes()[id].lower.x);
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    if (nodes_->size() < positions.size()) nodes_->resize(positions.size());
}

std::size_t IntervalTree::node_index_of(const Aabb& box) const {
    const std::vector<float>& positions = *node_positions_;
    std::size_t first = 0;
    std::size_t last = positions.size();
    for (;;) {
        const std::size_t middle = first + (last - first) / 2;
        if (box.upper.x < positions[middle]) {
            last = middle;
        } else if (box.lower.x > positions[middle]) {
            first = middle + 1;
        } else {
            return middle;
        }
    }
}

void IntervalTree::insert_active(ProxyId id) {
    Node& node = node_of(boxes()[id]);
    const auto by_lower = [this](ProxyId a, ProxyId b) { return boxes()[a].lower.x < boxes()[b].lower.x; };
    const auto by_upper = [this](ProxyId a, ProxyId b) { return boxes()[a].upper.x > boxes()[b].upper.x; };
    node.by_lower.insert(std::upper_bound(node.by_lower.begin(), node.by_lower.end(), id, by_lower), id);
    node.by_upper.insert(std::upper_bound(node.by_upper.begin(), node.by_upper.end(), id, by_upper), id);
}

void IntervalTree::remove_active(ProxyId id) {
    Node& node = node_of(boxes()[id]);
    std::erase(node.by_lower, id);
    std::erase(node.by_upper, id);
}

void IntervalTree::test_active(ProxyId id, std::size_t first, std::size_t last) {
    const Aabb& box = boxes()[id];
    while (first < last) {
        ++counters_.node_visits;
        const std::size_t middle = first + (last - first) / 2;
        const float position = (*node_positions_)[middle];
        const Node& node = (*nodes_)[middle];
        if (box.upper.x < position) {
            for (const ProxyId other : node.by_lower) {
                if (boxes()[other].lower.x > box.upper.x) break;
                test(id, other);
            }
            last = middle;
        } else if (box.lower.x > position) {
            for (const ProxyId other : node.by_upper) {
                if (boxes()[other].upper.x < box.lower.x) break;
                test(id, other);
            }
            first = middle + 1;
        } else {
            for (const ProxyId other : node.by_lower)
                test(id, other);
            test_active(id, first, middle);
            first = middle + 1;
        }
    }
}

bool IntervalTree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                              const PairRules& rules) {
    begin_search(moved, rules);
    collect_live_ids(*live_);
    collect_events();
    build_nodes();
    for (const Event& event : *events_) {
        if (event.is_end) {
            remove_active(event.id);
        } else {
            test_active(event.id, 0, node_positions_->size());
            insert_active(event.id);
        }
    }
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
