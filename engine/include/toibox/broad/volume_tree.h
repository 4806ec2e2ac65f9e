// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"
#include "toibox/core/trace.h"
#include "toibox/geometry/bounding_volume.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace toibox::broad {

/// A step of the simultaneous traversal of two trees, for traces: a node of each tree, as indices in nodes().
struct NodePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool met = false;  ///< If false, nothing below the two nodes is visited.
};

/// A tree of bounding volumes over the convex pieces of a concave body, built once in the body frame.
/// Traversing the trees of two bodies finds the pieces that may touch, at any two poses.
///
/// Unlike the trees of a broad phase, it does not change while its body moves, and the volume type is a
/// choice: tighter volumes visit fewer pairs of nodes, but each test costs more. Built top-down by splitting
/// the pieces at the median of their centres along the longer side, so the tree has minimum height and every
/// traversal is bounded. Pieces keep their input numbers; equal input gives an equal tree.
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference
/// Detection", SIGGRAPH 1996, sections 4 and 5 (the traversal).
template <BoundingVolume V>
class VolumeTree {
public:
    /// Nodes are in preorder: the left child follows its parent.
    struct Node {
        V volume;
        double size = 0.0;        ///< Area of the volume: a traversal descends into the larger of two nodes.
        std::uint32_t right = 0;  ///< 0 in a leaf.
        std::uint32_t piece = 0;  ///< In a leaf: the number of the piece.

        [[nodiscard]] bool is_leaf() const { return right == 0; }
    };
    /// Statistics of a traversal; each call adds to them.
    struct QueryStats {
        std::uint64_t volume_tests = 0;
        std::uint64_t visits = 0;  ///< Overlapping pairs of nodes.
        std::uint64_t pairs = 0;   ///< Overlapping pairs of pieces.
    };

    VolumeTree() = default;
    /// Takes one volume per piece, in the body frame. Cost: O(n log² n).
    explicit VolumeTree(std::span<const V> pieces);

    /// Calls visit(piece_a, piece_b) for all pairs of pieces whose volumes overlap, until it returns false;
    /// always in the same order. The volumes of `b` are transformed into the frame of `a`. No touching pair
    /// is missed, however the rotations are rounded; tests in the world frame might report other pairs of
    /// separated pieces. Requires: finite poses (asserted).
    template <class Visit, class Trace = NoTrace>
        requires TraceOf<std::remove_reference_t<Trace>, NodePair>
    static void find_pairs(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                           const Transformd& pose_b, QueryStats& count, Visit&& visit, Trace&& trace = {});

    /// Branch and bound. Calls visit(piece_a, piece_b), which returns the distance (metres, ≥ 0) within which
    /// further pairs are of interest. All pairs within that distance are visited, most others are skipped.
    /// `reach` is the distance before the first call, and may be infinity. Nodes with nearer centres are
    /// visited first, so that the distance shrinks early. Works with any kind of volume, since a volume
    /// fattened by the distance overlaps everything within it. Requires: finite poses (asserted). Cost:
    /// O(nodes of b) before the traversal. Source: E. Larsen, S. Gottschalk, M. Lin, D. Manocha, "Fast
    /// proximity queries with swept sphere volumes", UNC TR99-018, 1999.
    template <class Visit, class Trace = NoTrace>
        requires TraceOf<std::remove_reference_t<Trace>, NodePair>
    static void find_within_distance(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                                     const Transformd& pose_b, double reach, QueryStats& count, Visit&& visit,
                                     Trace&& trace = {});

    /// Whether a traversal descends into `a` rather than into `b`: into the larger node, so that both shrink
    /// together. Requires: not both leaves.
    [[nodiscard]] static bool descends_into_a(const Node& a, const Node& b) {
        return b.is_leaf() || (!a.is_leaf() && a.size >= b.size);
    }

    /// Calls visit(piece) for each piece whose volume overlaps `volume` (body frame) until it returns false;
    /// always in the same order.
    template <class Visit>
    void query(const V& volume, QueryStats& count, Visit&& visit) const;

    /// All nodes in preorder, for drawing.
    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
    /// Number of nodes from the root to the deepest leaf, both inclusive: at most 1 + ⌈log₂ pieces⌉.
    [[nodiscard]] int height() const { return height_; }

private:
    struct Piece {
        Vec2d center;
        std::uint32_t index = 0;
    };
    /// Tree `b` as seen in the frame of `a`.
    struct RelativeView {
        const VolumeTree& a;
        const VolumeTree& b;
        Transformd b_in_a;
        double margin;        ///< Covers the rounding of A's rotation, metres.
        double length_scale;  ///< Maximum factor from world lengths to lengths in this frame; ≥ 1.

        [[nodiscard]] V transformed(std::uint32_t node) const {
            return fattened(moved(b.nodes_[node].volume, b_in_a), margin);
        }
    };

    static RelativeView relative_view(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                                      const Transformd& pose_b);
    static void sort_along_longer_side(std::span<Piece> pieces);
    void build(std::span<const V> volumes, std::span<Piece> pieces, int depth);
    template <class Visit, class Trace>
    static bool walk(const RelativeView& view, std::uint32_t a, std::uint32_t b, const V& transformed_b,
                     QueryStats& count, Visit& visit, Trace& trace);
    /// Descends into two nodes if meets(node_a, node_b), first into the child pair with the smaller
    /// order(node_a, node_b). Recursion depth: the sum of both heights.
    template <class Meets, class Order, class Visit, class Trace>
    static void search(const VolumeTree& a, const VolumeTree& b, QueryStats& count, const Meets& meets,
                       const Order& order, Visit&& visit, Trace& trace);
    template <class Visit>
    bool walk(std::uint32_t node, const V& volume, QueryStats& count, Visit& visit) const;

    std::vector<Node> nodes_;
    int height_ = 0;
};

template <BoundingVolume V>
VolumeTree<V>::VolumeTree(std::span<const V> pieces) {
    if (pieces.empty()) return;
    std::vector<Piece> order;
    order.reserve(pieces.size());
    for (const V& volume : pieces)
        order.push_back({center(volume), static_cast<std::uint32_t>(order.size())});
    nodes_.reserve(2 * pieces.size() - 1);
    build(pieces, order, 1);
}

template <BoundingVolume V>
void VolumeTree<V>::sort_along_longer_side(std::span<Piece> pieces) {
    Vec2d low = pieces.front().center;
    Vec2d high = low;
    for (const Piece& piece : pieces) {
        low = min(low, piece.center);
        high = max(high, piece.center);
    }
    const bool is_wide = high.x - low.x >= high.y - low.y;
    std::ranges::sort(pieces, [is_wide](const Piece& a, const Piece& b) {
        const double key_a = is_wide ? a.center.x : a.center.y;
        const double key_b = is_wide ? b.center.x : b.center.y;
        return key_a != key_b ? key_a < key_b : a.index < b.index;
    });
}

/// Recursion depth: the height of the tree, since each half has at most half of the pieces, rounded up.
template <BoundingVolume V>
void VolumeTree<V>::build(std::span<const V> volumes, std::span<Piece> pieces, int depth) {
    height_ = depth > height_ ? depth : height_;
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    if (pieces.size() == 1) {
        nodes_[node].piece = pieces[0].index;
        nodes_[node].volume = volumes[pieces[0].index];
        nodes_[node].size = area(nodes_[node].volume);
        return;
    }
    sort_along_longer_side(pieces);
    build(volumes, pieces.first(pieces.size() / 2), depth + 1);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(volumes, pieces.subspan(pieces.size() / 2), depth + 1);
    nodes_[node].volume = merged(nodes_[node + 1].volume, nodes_[nodes_[node].right].volume);
    nodes_[node].size = area(nodes_[node].volume);
}

/// The pose of B in A's frame. It is divided by |q_A|², because the inverse of a rotation that is not exactly
/// unit length is not its conjugate. Lengths in A's frame then differ slightly from world lengths, but radii
/// are not scaled by rotations. The margin covers this: a radius is at most the square root of the area of
/// its volume.
template <BoundingVolume V>
typename VolumeTree<V>::RelativeView VolumeTree<V>::relative_view(const VolumeTree& a,
                                                                  const Transformd& pose_a,
                                                                  const VolumeTree& b,
                                                                  const Transformd& pose_b) {
    const double square = pose_a.q.c * pose_a.q.c + pose_a.q.s * pose_a.q.s;
    TOIBOX_ASSERT(square > 0.0);
    const Transformd view = inv_mul(pose_a, pose_b);
    const double scale = 1.0 / square;
    const Transformd b_in_a{scale * view.p, {scale * view.q.c, scale * view.q.s}};
    const double excess = scale > 1.0 ? scale - 1.0 : 0.0;
    const double size = std::sqrt(a.nodes_[0].size) + std::sqrt(b.nodes_[0].size);
    return {.a = a, .b = b, .b_in_a = b_in_a, .margin = excess * size, .length_scale = 1.0 + excess};
}

template <BoundingVolume V>
template <class Visit, class Trace>
    requires TraceOf<std::remove_reference_t<Trace>, NodePair>
void VolumeTree<V>::find_pairs(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                               const Transformd& pose_b, QueryStats& count, Visit&& visit, Trace&& trace) {
    if (a.nodes_.empty() || b.nodes_.empty()) return;
    const RelativeView view = relative_view(a, pose_a, b, pose_b);
    walk(view, 0, 0, view.transformed(0), count, visit, trace);
}

template <BoundingVolume V>
template <class Visit, class Trace>
    requires TraceOf<std::remove_reference_t<Trace>, NodePair>
void VolumeTree<V>::find_within_distance(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                                         const Transformd& pose_b, double reach, QueryStats& count,
                                         Visit&& visit, Trace&& trace) {
    if (a.nodes_.empty() || b.nodes_.empty()) return;
    const RelativeView view = relative_view(a, pose_a, b, pose_b);
    std::vector<V> transformed;
    transformed.reserve(b.nodes_.size());
    for (std::uint32_t node = 0; node < b.nodes_.size(); ++node)
        transformed.push_back(view.transformed(node));
    const auto meets = [&](std::uint32_t i, std::uint32_t j) {
        return reach == std::numeric_limits<double>::infinity() ||
               overlaps(a.nodes_[i].volume, fattened(transformed[j], view.length_scale * reach));
    };
    const auto order = [&](std::uint32_t i, std::uint32_t j) {
        return length_squared(center(transformed[j]) - center(a.nodes_[i].volume));
    };
    search(
        a, b, count, meets, order,
        [&](std::uint32_t piece_a, std::uint32_t piece_b) { reach = visit(piece_a, piece_b); }, trace);
}

template <BoundingVolume V>
template <class Meets, class Order, class Visit, class Trace>
void VolumeTree<V>::search(const VolumeTree& a, const VolumeTree& b, QueryStats& count, const Meets& meets,
                           const Order& order, Visit&& visit, Trace& trace) {
    const auto walk_pair = [&](const auto& self, std::uint32_t i, std::uint32_t j) -> void {
        const Node& node_a = a.nodes_[i];
        const Node& node_b = b.nodes_[j];
        ++count.volume_tests;
        const bool met = meets(i, j);
        trace(NodePair{i, j, met});
        if (!met) return;
        ++count.visits;
        if (node_a.is_leaf() && node_b.is_leaf()) {
            ++count.pairs;
            visit(node_a.piece, node_b.piece);
            return;
        }
        const bool descend_a = descends_into_a(node_a, node_b);
        std::pair<std::uint32_t, std::uint32_t> first{descend_a ? i + 1 : i, descend_a ? j : j + 1};
        std::pair<std::uint32_t, std::uint32_t> second{descend_a ? node_a.right : i,
                                                       descend_a ? j : node_b.right};
        if (order(second.first, second.second) < order(first.first, first.second)) std::swap(first, second);
        self(self, first.first, first.second);
        self(self, second.first, second.second);
    };
    walk_pair(walk_pair, 0, 0);
}

/// Recursion depth: the sum of both heights.
template <BoundingVolume V>
template <class Visit, class Trace>
bool VolumeTree<V>::walk(const RelativeView& view, std::uint32_t a, std::uint32_t b, const V& transformed_b,
                         QueryStats& count, Visit& visit, Trace& trace) {
    const Node& node_a = view.a.nodes_[a];
    const Node& node_b = view.b.nodes_[b];
    ++count.volume_tests;
    const bool met = overlaps(node_a.volume, transformed_b);
    trace(NodePair{a, b, met});
    if (!met) return true;
    ++count.visits;
    if (node_a.is_leaf() && node_b.is_leaf()) {
        ++count.pairs;
        return visit(node_a.piece, node_b.piece);
    }
    if (descends_into_a(node_a, node_b)) {
        return walk(view, a + 1, b, transformed_b, count, visit, trace) &&
               walk(view, node_a.right, b, transformed_b, count, visit, trace);
    }
    return walk(view, a, b + 1, view.transformed(b + 1), count, visit, trace) &&
           walk(view, a, node_b.right, view.transformed(node_b.right), count, visit, trace);
}

template <BoundingVolume V>
template <class Visit>
void VolumeTree<V>::query(const V& volume, QueryStats& count, Visit&& visit) const {
    if (!nodes_.empty()) walk(0, volume, count, visit);
}

template <BoundingVolume V>
template <class Visit>
bool VolumeTree<V>::walk(std::uint32_t node, const V& volume, QueryStats& count, Visit& visit) const {
    const Node& here = nodes_[node];
    ++count.volume_tests;
    if (!overlaps(here.volume, volume)) return true;
    ++count.visits;
    if (here.is_leaf()) {
        ++count.pairs;
        return visit(here.piece);
    }
    return walk(node + 1, volume, count, visit) && walk(here.right, volume, count, visit);
}

}  // namespace toibox::broad
