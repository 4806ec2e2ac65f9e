// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/node_stack.h"
#include "toibox/broad/ray_slab_test.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::broad {

/// A binary tree of boxes that is updated incrementally as its leaves move, instead of being rebuilt.
///
/// A new leaf is inserted where it adds the least perimeter to the tree (the surface area heuristic, SAH),
/// found by branch and bound. On the way back up, a child is swapped with a child of its sibling if that
/// reduces the perimeter. A moved leaf stays in place while the box of its parent contains it; if not, the
/// leaf is reinserted below the lowest ancestor that contains its box. Cost: O(log n), except for nested
/// boxes, whose best tree is a list.
/// Source: J. Bittner, M. Hapala, V. Havran, "Fast Insertion-Based Optimization of Bounding Volume
/// Hierarchies", CGF 32(1), 2013 (branch and bound); A. Kensler, "Tree Rotations for Improving Bounding
/// Volume Hierarchies", 2008; E. Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019.
class DynamicTree {
public:
    static constexpr const char* name = "dynamic-tree";
    static constexpr std::uint32_t none = 0xFFFF'FFFFu;

    struct Node {
        Aabb box;
        std::uint32_t parent = none;  ///< In a free node: the next free node.
        std::uint32_t left = none;    ///< `none` in a leaf.
        std::uint32_t right = none;   ///< In a leaf: the ProxyId.
        std::int32_t height = free_height;

        static constexpr std::int32_t free_height = -1;
        [[nodiscard]] bool is_leaf() const { return height == 0; }
    };

    void insert(ProxyId id, const Aabb& box);
    void move(ProxyId id, const Aabb& box);
    void remove(ProxyId id);
    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});

    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const {
        QueryStats ignored;
        query_counted(box, ignored, visit);
    }

    /// Visits the nearer child first and skips subtrees beyond the limit.
    template <class Visit>
    void cast(const Ray& ray, double limit, Visit&& visit) const;

    /// For drawing: visit(box, depth, id) for every node, parents first; id is `none` in an inner node.
    template <class Visit>
    void for_each_node(Visit&& visit) const;

    [[nodiscard]] int height() const { return root_ == none ? 0 : nodes_[root_].height; }
    /// Sum of the perimeters of the inner nodes, relative to the root: the cost that insertion and rotations
    /// minimise.
    [[nodiscard]] double area_ratio() const;

    template <class Visit>
    void for_each_column(Visit&& visit) {
        visit(std::string_view("nodes"), nodes_);
        visit(std::string_view("leaf_of"), leaf_of_);
        visit(std::string_view("root"), root_);
        visit(std::string_view("free"), free_);
    }
    template <class Visit>
    void for_each_column(Visit&& visit) const {
        visit(std::string_view("nodes"), nodes_);
        visit(std::string_view("leaf_of"), leaf_of_);
        visit(std::string_view("root"), root_);
        visit(std::string_view("free"), free_);
    }
    [[nodiscard]] std::string_view defect() const;
    [[nodiscard]] BroadPhaseCounters counters() const { return counters_; }

private:
    struct QueryStats {
        std::uint64_t tests = 0;
        std::uint64_t node_visits = 0;
    };
    template <class Visit>
    void query_counted(const Aabb& box, QueryStats& count, Visit&& visit) const;

    std::uint32_t allocate();
    void release(std::uint32_t node);
    [[nodiscard]] std::uint32_t best_sibling(std::uint32_t top, const Aabb& box) const;
    void link_leaf(std::uint32_t leaf, std::uint32_t top);
    std::uint32_t unlink_leaf(std::uint32_t leaf);
    void replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child);
    void update_from_children(std::uint32_t node);
    void rotate(std::uint32_t node);
    void refit_upwards(std::uint32_t node);
    [[nodiscard]] std::string_view node_defect(std::uint32_t index) const;
    [[nodiscard]] bool is_live(ProxyId id) const { return id < leaf_of_.size() && leaf_of_[id] != none; }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> leaf_of_;  ///< By id: its leaf, or `none`.
    std::uint32_t root_ = none;
    std::uint32_t free_ = none;           ///< Head of the list of free nodes.
    std::vector<std::uint8_t> is_moved_;  ///< By id; scratch of find_pairs, all 0 outside it.
    BroadPhaseCounters counters_;
};

template <class Visit>
void DynamicTree::query_counted(const Aabb& box, QueryStats& count, Visit&& visit) const {
    if (root_ == none) return;
    NodeStack<std::uint32_t> stack;
    stack.push(root_);
    while (!stack.empty()) {
        const Node& node = nodes_[stack.pop()];
        ++count.node_visits;
        ++count.tests;
        if (!overlaps(node.box, box)) continue;
        if (!node.is_leaf()) {
            stack.push(node.right);
            stack.push(node.left);
        } else if (!visit(ProxyId{node.right})) {
            return;
        }
    }
}

template <class Visit>
void DynamicTree::cast(const Ray& ray, double limit, Visit&& visit) const {
    struct Entry {
        std::uint32_t node;
        double fraction;  ///< Where the ray enters the node's box.
    };
    const RaySlabTest slab_test(ray);
    NodeStack<Entry> stack;
    const auto push_if_hit = [&](std::uint32_t node, double fraction) {
        if (fraction >= 0.0) stack.push({node, fraction});
    };
    if (root_ != none) push_if_hit(root_, slab_test.entry_fraction(nodes_[root_].box, limit));
    while (!stack.empty()) {
        const Entry entry = stack.pop();
        if (entry.fraction > limit) continue;
        const Node& node = nodes_[entry.node];
        if (node.is_leaf()) {
            limit = visit(ProxyId{node.right}, limit);
            if (limit < 0.0) return;
            continue;
        }
        const double left = slab_test.entry_fraction(nodes_[node.left].box, limit);
        const double right = slab_test.entry_fraction(nodes_[node.right].box, limit);
        if (left <= right) {
            push_if_hit(node.right, right);
            push_if_hit(node.left, left);
        } else {
            push_if_hit(node.left, left);
            push_if_hit(node.right, right);
        }
    }
}

template <class Visit>
void DynamicTree::for_each_node(Visit&& visit) const {
    struct Entry {
        std::uint32_t node;
        int depth;
    };
    NodeStack<Entry> stack;
    if (root_ != none) stack.push({root_, 0});
    while (!stack.empty()) {
        const Entry entry = stack.pop();
        const Node& node = nodes_[entry.node];
        visit(node.box, entry.depth, node.is_leaf() ? ProxyId{node.right} : ProxyId{none});
        if (node.is_leaf()) continue;
        stack.push({node.right, entry.depth + 1});
        stack.push({node.left, entry.depth + 1});
    }
}

static_assert(BroadPhase<DynamicTree>);

}  // namespace toibox::broad
