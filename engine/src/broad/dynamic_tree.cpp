// SPDX-License-Identifier: MIT
#include "toibox/broad/dynamic_tree.h"

#include "toibox/core/assert.h"

#include "broad/sort_pairs.h"

#include <algorithm>

namespace toibox::broad {

void DynamicTree::insert(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(!is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    if (id >= leaf_of_.size()) {
        leaf_of_.resize(id + std::size_t{1}, none);
        is_moved_.resize(id + std::size_t{1}, 0);
    }
    const std::uint32_t leaf = allocate();
    nodes_[leaf] = {.box = box, .parent = none, .left = none, .right = id, .height = 0};
    leaf_of_[id] = leaf;
    link_leaf(leaf, root_);
}

void DynamicTree::move(ProxyId id, const Aabb& box) {
    TOIBOX_ASSERT(is_live(id));
    TOIBOX_ASSERT(is_valid(box));
    const std::uint32_t leaf = leaf_of_[id];
    const std::uint32_t parent = nodes_[leaf].parent;
    if (parent == none || contains(nodes_[parent].box, box)) {
        // The leaf can stay: only the boxes above may shrink.
        nodes_[leaf].box = box;
        for (std::uint32_t node = parent; node != none; node = nodes_[node].parent) {
            const Aabb old_box = nodes_[node].box;
            update_from_children(node);
            if (nodes_[node].box == old_box) break;
        }
        return;
    }
    // Boxes rarely move far, so search below the lowest ancestor that contains the new box; from there up, no
    // ancestor grows.
    std::uint32_t top = unlink_leaf(leaf);
    while (top != none && top != root_ && !contains(nodes_[top].box, box))
        top = nodes_[top].parent;
    nodes_[leaf].box = box;
    link_leaf(leaf, top == none ? root_ : top);
}

void DynamicTree::remove(ProxyId id) {
    TOIBOX_ASSERT(is_live(id));
    const std::uint32_t leaf = leaf_of_[id];
    unlink_leaf(leaf);
    release(leaf);
    leaf_of_[id] = none;
}

bool DynamicTree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                             const PairRules& rules) {
    out.clear();
    QueryStats stats;
    std::uint64_t overlaps = 0;
    is_moved_.resize(leaf_of_.size(), 0);
    for (const ProxyId id : moved)
        is_moved_[id] = 1;
    for (const ProxyId id : moved) {
        TOIBOX_ASSERT(is_live(id));
        query_counted(nodes_[leaf_of_[id]].box, stats, [&](ProxyId other) {
            // A pair of two moved boxes is reported only for the box with the lower id.
            if (other != id && (is_moved_[other] == 0 || id < other)) {
                ++overlaps;
                add_allowed(make_proxy_pair(id, other), rules, out);
            }
            return true;
        });
    }
    for (const ProxyId id : moved)
        is_moved_[id] = 0;
    counters_ = {.tests = stats.tests, .node_visits = stats.node_visits, .overlaps = overlaps};
    return sort_within_limit(rules, out);
}

std::uint32_t DynamicTree::allocate() {
    if (free_ == none) {
        nodes_.emplace_back();
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t node = free_;
    free_ = nodes_[node].parent;
    return node;
}

void DynamicTree::release(std::uint32_t node) {
    nodes_[node] = {};
    nodes_[node].parent = free_;
    free_ = node;
}

// The cost of a sibling is the perimeter of the new parent plus the growth of its ancestors. A subtree is
// pruned if even a new parent no larger than the leaf could not make it the best. On a tie the lower subtree
// wins, so that coincident boxes still give a balanced tree.
std::uint32_t DynamicTree::best_sibling(std::uint32_t top, const Aabb& box) const {
    struct Candidate {
        std::uint32_t node;
        float inherited_cost;  ///< Growth of the ancestors and the node itself.
    };
    const float leaf_perimeter = perimeter(box);
    std::uint32_t best = top;
    float best_cost = perimeter(merged(nodes_[top].box, box));
    NodeStack<Candidate> stack;
    stack.push({top, best_cost - perimeter(nodes_[top].box)});

    const auto consider = [&](std::uint32_t node, float inherited_cost) {
        const float cost = inherited_cost + perimeter(merged(nodes_[node].box, box));
        if (cost < best_cost || (!(best_cost < cost) && nodes_[node].height < nodes_[best].height)) {
            best = node;
            best_cost = cost;
        }
        return Candidate{node, cost - perimeter(nodes_[node].box)};
    };
    const auto can_improve = [&](const Candidate& candidate) {
        const float bound = candidate.inherited_cost + leaf_perimeter;
        return !nodes_[candidate.node].is_leaf() &&
               (bound < best_cost || (candidate.node == best && !(best_cost < bound)));
    };
    while (!stack.empty()) {
        const Candidate candidate = stack.pop();
        if (!can_improve(candidate)) continue;
        const Candidate left = consider(nodes_[candidate.node].left, candidate.inherited_cost);
        const Candidate right = consider(nodes_[candidate.node].right, candidate.inherited_cost);
        const bool left_first = !(right.inherited_cost < left.inherited_cost);
        const Candidate& second = left_first ? right : left;
        const Candidate& first = left_first ? left : right;
        if (can_improve(second)) stack.push(second);
        if (can_improve(first)) stack.push(first);
    }
    return best;
}

void DynamicTree::link_leaf(std::uint32_t leaf, std::uint32_t top) {
    if (root_ == none) {
        root_ = leaf;
        return;
    }
    const std::uint32_t sibling = best_sibling(top, nodes_[leaf].box);
    const std::uint32_t grandparent = nodes_[sibling].parent;
    const std::uint32_t parent = allocate();
    nodes_[parent].parent = grandparent;
    nodes_[parent].left = sibling;
    nodes_[parent].right = leaf;
    nodes_[sibling].parent = parent;
    nodes_[leaf].parent = parent;
    replace_child(grandparent, sibling, parent);
    refit_upwards(parent);
}

/// Returns the new parent of the sibling, or `none`.
std::uint32_t DynamicTree::unlink_leaf(std::uint32_t leaf) {
    const std::uint32_t parent = nodes_[leaf].parent;
    nodes_[leaf].parent = none;
    if (parent == none) {
        root_ = none;
        return none;
    }
    const std::uint32_t grandparent = nodes_[parent].parent;
    const std::uint32_t sibling = nodes_[parent].left == leaf ? nodes_[parent].right : nodes_[parent].left;
    nodes_[sibling].parent = grandparent;
    replace_child(grandparent, parent, sibling);
    release(parent);
    refit_upwards(grandparent);
    return grandparent;
}

void DynamicTree::replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child) {
    if (parent == none) {
        root_ = new_child;
    } else if (nodes_[parent].left == old_child) {
        nodes_[parent].left = new_child;
    } else {
        nodes_[parent].right = new_child;
    }
}

void DynamicTree::update_from_children(std::uint32_t node) {
    const Node& left = nodes_[nodes_[node].left];
    const Node& right = nodes_[nodes_[node].right];
    nodes_[node].box = merged(left.box, right.box);
    nodes_[node].height = 1 + (left.height < right.height ? right.height : left.height);
}

// Stops at the first unchanged node: nothing above it changes.
void DynamicTree::refit_upwards(std::uint32_t node) {
    for (; node != none; node = nodes_[node].parent) {
        const Aabb old_box = nodes_[node].box;
        const std::int32_t old_height = nodes_[node].height;
        update_from_children(node);
        rotate(node);
        if (nodes_[node].box == old_box && nodes_[node].height == old_height) return;
    }
}

// Swaps a child with one of its sibling's children if that shrinks the sibling; chooses the best of the four
// swaps. The box of the node itself does not change.
void DynamicTree::rotate(std::uint32_t node) {
    const std::uint32_t children[2] = {nodes_[node].left, nodes_[node].right};
    float best_saving = 0.0f;
    std::uint32_t lowered = none;  // the child to move down …
    std::uint32_t raised = none;   // … in place of this grandchild
    for (int side = 0; side < 2; ++side) {
        const std::uint32_t inner = children[side];
        const std::uint32_t other = children[1 - side];
        if (nodes_[inner].is_leaf()) continue;
        const std::uint32_t grandchildren[2] = {nodes_[inner].left, nodes_[inner].right};
        for (int up = 0; up < 2; ++up) {
            const Aabb shrunk = merged(nodes_[other].box, nodes_[grandchildren[1 - up]].box);
            const float saving = perimeter(nodes_[inner].box) - perimeter(shrunk);
            if (best_saving < saving) {
                best_saving = saving;
                lowered = other;
                raised = grandchildren[up];
            }
        }
    }
    if (raised == none) return;
    const std::uint32_t inner = nodes_[raised].parent;
    replace_child(inner, raised, lowered);
    replace_child(node, lowered, raised);
    nodes_[lowered].parent = inner;
    nodes_[raised].parent = node;
    update_from_children(inner);
    update_from_children(node);
}

double DynamicTree::area_ratio() const {
    if (root_ == none || !(perimeter(nodes_[root_].box) > 0.0f)) return 0.0;
    double sum = 0.0;
    for (const Node& node : nodes_) {
        if (node.height > 0) sum += static_cast<double>(perimeter(node.box));
    }
    return sum / static_cast<double>(perimeter(nodes_[root_].box));
}

std::string_view DynamicTree::node_defect(std::uint32_t index) const {
    const auto count = nodes_.size();
    const Node& node = nodes_[index];
    if (node.height < 0) return "a height is negative";
    if (!is_valid(node.box)) return "a box is not valid";
    if (node.parent == none) {
        if (index != root_) return "a node has no parent";
    } else if (node.parent >= count || nodes_[node.parent].height <= node.height ||
               (nodes_[node.parent].left != index && nodes_[node.parent].right != index)) {
        return "a node is not a child of its parent";
    }
    if (node.is_leaf()) {
        if (node.left != none) return "a leaf has a child";
        return is_live(node.right) && leaf_of_[node.right] == index ? "" : "a leaf has no proxy";
    }
    if (node.left >= count || node.right >= count || node.left == node.right) return "a child is missing";
    const Node& left = nodes_[node.left];
    const Node& right = nodes_[node.right];
    if (left.parent != index || right.parent != index) return "a child has another parent";
    // Heights that decrease from parent to child rule out cycles.
    const std::int32_t taller = left.height < right.height ? right.height : left.height;
    if (left.height < 0 || right.height < 0 || node.height - 1 != taller) return "a height is wrong";
    return node.box == merged(left.box, right.box) ? "" : "a box is not the union of its children's";
}

// Checks everything that the tree relies on: if it passes, no index is out of range and no traversal can
// loop. Each live node hangs from the root, each other node is in the free list.
std::string_view DynamicTree::defect() const {
    const auto count = nodes_.size();
    std::size_t live = 0;
    std::size_t leaves = 0;
    for (std::uint32_t index = 0; index < count; ++index) {
        if (nodes_[index].height == Node::free_height) continue;
        ++live;
        if (nodes_[index].is_leaf()) ++leaves;
        if (const std::string_view found = node_defect(index); !found.empty()) return found;
    }
    const bool is_root_valid = root_ < count && nodes_[root_].height >= 0 && nodes_[root_].parent == none;
    if (root_ == none ? live != 0 : !is_root_valid) return "the root is wrong";
    std::size_t proxies = 0;
    for (const std::uint32_t leaf : leaf_of_) {
        if (leaf == none) continue;
        ++proxies;
        if (leaf >= count || !nodes_[leaf].is_leaf()) return "a proxy has no leaf";
    }
    if (proxies != leaves) return "proxies and leaves differ in number";
    std::size_t free_nodes = 0;
    for (std::uint32_t index = free_; index != none; index = nodes_[index].parent) {
        if (index >= count || nodes_[index].height != Node::free_height) return "the free list is wrong";
        if (++free_nodes > count) return "the free list has a cycle";
    }
    return free_nodes + live == count ? "" : "a node is in neither the tree nor the free list";
}

}  // namespace toibox::broad
