// SPDX-License-Identifier: MIT
#include "toibox/broad/refit_tree.h"

#include "toibox/broad/tuning.h"

#include <algorithm>
#include <limits>

namespace toibox::broad {
namespace {

constexpr bool is_box(const Aabb& box) {
    return box.lower.x <= box.upper.x;
}
double cost_of(const Aabb& box) {
    return is_box(box) ? static_cast<double>(perimeter(box)) : 0.0;
}

}  // namespace

void RefitTree::mark_changed(std::uint32_t id) {
    if (needs_rebuild_) return;
    if (id >= leaf_of_.size()) {
        leaf_of_.resize(id + std::size_t{1}, no_leaf);
        is_changed_.resize(id + std::size_t{1}, 0);
    }
    if (is_changed_[id] != 0) return;
    is_changed_[id] = 1;
    changed_ids_.push_back(id);
}

void RefitTree::invalidate() {
    needs_rebuild_ = true;
    changed_ids_.clear();
    is_changed_.assign(is_changed_.size(), 0);
}

void RefitTree::refresh(std::span<const Aabb> boxes) {
    if (needs_rebuild_) {
        rebuild(boxes);
        return;
    }
    if (changed_ids_.empty()) return;
    const bool is_full_refit = changed_ids_.size() * tuning::nodes_per_single_refit > nodes_.size();
    for (const std::uint32_t id : changed_ids_) {
        is_changed_[id] = 0;
        if (leaf_of_[id] == no_leaf) {
            leaf_of_[id] = pending;
            pending_ids_.push_back(id);
        } else if (!is_full_refit && leaf_of_[id] != pending) {
            refit_upwards(boxes, leaf_of_[id]);
        }
    }
    changed_ids_.clear();
    if (is_full_refit) refit(boxes);
    const bool is_degraded = perimeters_ > tuning::rebuild_perimeter_ratio * built_perimeters_;
    const bool has_many_pending =
        pending_ids_.size() > tuning::max_pending_boxes + ids_.size() / tuning::pending_boxes_divisor;
    if (is_degraded || has_many_pending) rebuild(boxes);
}

Aabb RefitTree::box_of_node(std::span<const Aabb> boxes, std::uint32_t index) const {
    const Node& node = nodes_[index];
    if (node.count == 0) return merged(nodes_[index + 1u].box, nodes_[nodes_[index + 1u].skip].box);
    Aabb box = empty_aabb;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
        box = merged(box, boxes[ids_[i]]);
    return box;
}

void RefitTree::refit(std::span<const Aabb> boxes) {
    perimeters_ = 0.0;
    for (std::uint32_t node = static_cast<std::uint32_t>(nodes_.size()); node-- > 0;) {
        nodes_[node].box = box_of_node(boxes, node);
        perimeters_ += cost_of(nodes_[node].box);
    }
}

void RefitTree::refit_upwards(std::span<const Aabb> boxes, std::uint32_t node) {
    while (true) {
        const Aabb box = box_of_node(boxes, node);
        if (box == nodes_[node].box) return;
        perimeters_ += cost_of(box) - cost_of(nodes_[node].box);
        nodes_[node].box = box;
        if (node == 0) return;
        node = nodes_[node].parent;
    }
}

void RefitTree::rebuild(std::span<const Aabb> boxes) {
    leaf_of_.assign(boxes.size(), no_leaf);
    is_changed_.assign(boxes.size(), 0);
    changed_ids_.clear();
    pending_ids_.clear();
    nodes_.clear();
    ids_.clear();
    centers_.clear();
    for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        if (is_box(boxes[id])) centers_.push_back({boxes[id].lower + boxes[id].upper, id});
    }
    if (!centers_.empty()) build_subtree(centers_, 0);
    refit(boxes);
    built_perimeters_ = perimeters_;
    needs_rebuild_ = false;
}

// Splits by count, so the tree is balanced for any boxes; ties are broken by id.
void RefitTree::build_subtree(std::span<BoxCenter> centers, std::uint32_t parent) {
    const std::uint32_t index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.box = empty_aabb, .parent = parent});
    if (centers.size() <= tuning::max_boxes_per_leaf) {
        nodes_[index].first = static_cast<std::uint32_t>(ids_.size());
        nodes_[index].count = static_cast<std::uint32_t>(centers.size());
        for (const BoxCenter& box : centers) {
            ids_.push_back(box.id);
            leaf_of_[box.id] = index;
        }
    } else {
        Vec2 lower = centers.front().doubled;
        Vec2 upper = lower;
        for (const BoxCenter& box : centers) {
            lower = min(lower, box.doubled);
            upper = max(upper, box.doubled);
        }
        const bool is_wide = upper.y - lower.y < upper.x - lower.x;
        const auto middle = centers.begin() + static_cast<std::ptrdiff_t>(centers.size() / 2);
        std::nth_element(centers.begin(), middle, centers.end(),
                         [is_wide](const BoxCenter& a, const BoxCenter& b) {
                             const float key_a = is_wide ? a.doubled.x : a.doubled.y;
                             const float key_b = is_wide ? b.doubled.x : b.doubled.y;
                             return key_a < key_b || (key_a == key_b && a.id < b.id);
                         });
        build_subtree(centers.first(centers.size() / 2), index);
        build_subtree(centers.subspan(centers.size() / 2), index);
    }
    nodes_[index].skip = static_cast<std::uint32_t>(nodes_.size());
}

std::string_view RefitTree::node_defect(std::span<const Aabb> boxes, std::uint32_t index) const {
    const Node& node = nodes_[index];
    const std::size_t count = nodes_.size();
    if (node.skip <= index || node.skip > count) return "a subtree has no end";
    if (node.parent >= count || (index != 0 && node.parent >= index)) return "a node has no parent";
    if (node.count > 0) {
        if (node.skip != index + 1u || node.first > ids_.size() || node.count > ids_.size() - node.first)
            return "a leaf is wrong";
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (ids_[i] >= leaf_of_.size() || leaf_of_[ids_[i]] != index) return "a box has another leaf";
        }
    } else if (index + 1u >= count || nodes_[index + 1u].skip <= index || nodes_[index + 1u].skip >= count ||
               nodes_[index + 1u].parent != index || nodes_[nodes_[index + 1u].skip].parent != index) {
        return "a child is missing";
    }
    return node.box == box_of_node(boxes, index) ? "" : "a box is not the union of its children's";
}

// Nothing is guaranteed while changes are pending: the next refresh repairs the tree.
std::string_view RefitTree::defect(std::span<const Aabb> boxes) const {
    if (needs_rebuild_ || !changed_ids_.empty()) return "";
    if (leaf_of_.size() > boxes.size() || is_changed_.size() != leaf_of_.size()) return "an id has no box";
    for (std::uint32_t index = 0; index < nodes_.size(); ++index) {
        if (const std::string_view found = node_defect(boxes, index); !found.empty()) return found;
    }
    for (const std::uint32_t id : pending_ids_) {
        if (id >= leaf_of_.size() || leaf_of_[id] != pending) return "a pending box is in a leaf";
    }
    for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        const bool is_indexed = id < leaf_of_.size() && leaf_of_[id] != no_leaf;
        if (is_box(boxes[id]) && !is_indexed) return "a box is missing";
    }
    return "";
}

}  // namespace toibox::broad
