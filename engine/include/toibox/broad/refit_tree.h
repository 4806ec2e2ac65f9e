// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/node_stack.h"
#include "toibox/broad/ray_slab_test.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::broad {

/// A tree of boxes for queries that is updated when queried, not when a box moves.
///
/// The tree is built by median splits. Between rebuilds, it is only refitted to moved boxes, and new boxes
/// are collected in a list. When the sum of perimeters has grown too much, or the list is too long, the tree
/// is rebuilt. Unlike DynamicTree it costs almost nothing while boxes move and there are no queries; but a
/// single change costs more.
/// The caller owns the boxes and passes the same ones to every call; an inverted box means no box. Nodes are
/// in preorder: the left child follows its parent, and `skip` leads past a subtree. Therefore a query needs
/// no stack, and a refit is one backward pass.
/// Source: I. Wald, S. Boulos, P. Shirley, "Ray Tracing Deformable Scenes Using Dynamic Bounding Volume
/// Hierarchies", ACM TOG 26(1), 2007 (refitting).
class RefitTree {
public:
    struct Node {
        Aabb box;                ///< Inverted if it contains nothing.
        std::uint32_t skip = 0;  ///< Index of the node after this subtree.

        std::uint32_t parent = 0;
        std::uint32_t first = 0;  ///< In a leaf: position of its first id in `ids_`.
        std::uint32_t count = 0;  ///< Number of ids in a leaf; 0 in an inner node.
    };
    /// Statistics of queries.
    struct QueryStats {
        std::uint64_t tests = 0;
        std::uint64_t node_visits = 0;
    };

    /// The box with this id was added, removed or changed. Cost: O(1).
    void mark_changed(std::uint32_t id);
    /// Everything has changed: the next refresh rebuilds the tree.
    void invalidate();
    /// Call before queries: applies pending changes. Cost: O(log n) for one change, O(n) for many, O(n log n)
    /// for a rebuild, O(1) without changes.
    void refresh(std::span<const Aabb> boxes);

    /// Calls visit(id) for each box that overlaps `box` until it returns false.
    template <class Visit>
    void query(std::span<const Aabb> boxes, const Aabb& box, QueryStats& count, Visit&& visit) const;
    /// Calls visit(id, limit) → new limit for each box that the ray hits, nearer children first.
    template <class Visit>
    void cast(std::span<const Aabb> boxes, const Ray& ray, double limit, Visit&& visit) const;

    /// Describes what is wrong with the tree; empty if nothing is.
    [[nodiscard]] std::string_view defect(std::span<const Aabb> boxes) const;

private:
    struct BoxCenter {
        Vec2 doubled;  ///< Twice the centre.
        std::uint32_t id;
    };
    static constexpr std::uint32_t no_leaf = 0xFFFF'FFFFu;
    static constexpr std::uint32_t pending = 0xFFFF'FFFEu;

    void rebuild(std::span<const Aabb> boxes);
    void build_subtree(std::span<BoxCenter> centers, std::uint32_t parent);
    void refit(std::span<const Aabb> boxes);
    void refit_upwards(std::span<const Aabb> boxes, std::uint32_t node);
    [[nodiscard]] Aabb box_of_node(std::span<const Aabb> boxes, std::uint32_t node) const;
    [[nodiscard]] std::string_view node_defect(std::span<const Aabb> boxes, std::uint32_t index) const;

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> ids_;          ///< Of all leaves, in order.
    std::vector<std::uint32_t> leaf_of_;      ///< By id: its leaf, `pending` or `no_leaf`.
    std::vector<std::uint32_t> pending_ids_;  ///< Ids without a leaf, with or without a box.
    std::vector<std::uint32_t> changed_ids_;
    std::vector<std::uint8_t> is_changed_;  ///< By id.
    std::vector<BoxCenter> centers_;        ///< Scratch of rebuild().
    double perimeters_ = 0.0;               ///< Sum over all nodes, metres.
    double built_perimeters_ = 0.0;         ///< The same, after the last rebuild.
    bool needs_rebuild_ = true;
};

template <class Visit>
void RefitTree::query(std::span<const Aabb> boxes, const Aabb& box, QueryStats& count, Visit&& visit) const {
    const std::uint32_t end = static_cast<std::uint32_t>(nodes_.size());
    for (std::uint32_t index = 0; index < end;) {
        const Node& node = nodes_[index];
        ++count.node_visits;
        if (!overlaps(node.box, box)) {
            index = node.skip;
            continue;
        }
        ++index;
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            ++count.tests;
            if (overlaps(boxes[ids_[i]], box) && !visit(ids_[i])) return;
        }
    }
    for (const std::uint32_t id : pending_ids_) {
        ++count.tests;
        if (overlaps(boxes[id], box) && !visit(id)) return;
    }
}

template <class Visit>
void RefitTree::cast(std::span<const Aabb> boxes, const Ray& ray, double limit, Visit&& visit) const {
    struct Entry {
        std::uint32_t node;
        double fraction;  ///< Where the ray enters the node's box.
    };
    const RaySlabTest slab_test(ray);
    const auto visit_box = [&](std::uint32_t id) {
        if (boxes[id].lower.x <= boxes[id].upper.x && slab_test.entry_fraction(boxes[id], limit) >= 0.0)
            limit = visit(id, limit);
        return limit >= 0.0;
    };
    for (const std::uint32_t id : pending_ids_) {
        if (!visit_box(id)) return;
    }
    NodeStack<Entry> stack;
    const auto push_if_hit = [&](const Entry& entry) {
        if (entry.fraction >= 0.0) stack.push(entry);
    };
    const auto entry_of = [&](std::uint32_t node) {
        const Aabb& box = nodes_[node].box;
        return Entry{node,
                     box.lower.x <= box.upper.x ? slab_test.entry_fraction(box, limit) : RaySlabTest::no_hit};
    };
    if (!nodes_.empty()) push_if_hit(entry_of(0));
    while (!stack.empty()) {
        const Entry entry = stack.pop();
        if (entry.fraction > limit) continue;
        const Node& node = nodes_[entry.node];
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (!visit_box(ids_[i])) return;
        }
        if (node.count > 0) continue;
        const Entry left = entry_of(entry.node + 1u);
        const Entry right = entry_of(nodes_[entry.node + 1u].skip);
        const bool left_first = left.fraction <= right.fraction;
        push_if_hit(left_first ? right : left);
        push_if_hit(left_first ? left : right);
    }
}

}  // namespace toibox::broad
