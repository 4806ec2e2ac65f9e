// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"
#include "toibox/geometry/bounding_volume.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox::broad {

/// A tree of bounding volumes over the convex pieces of one concave body, built once in the body's frame; two
/// bodies find the pieces that may touch by walking both trees at once, at any two poses.
///
/// Unlike the trees of a broad phase it never changes while its body moves, and its volume may be any: the
/// tighter, the fewer pairs of nodes are looked at, and the dearer each. Built from the top by halving the
/// pieces at the median of their centres along the longer side, so it is as shallow as can be and every walk
/// has a bound. Pieces are numbered as they were given; equal input gives an equal tree.
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference
/// Detection", SIGGRAPH 1996, sections 4 and 5 (the walk).
template <BoundingVolume V>
class VolumeTree {
public:
    /// Nodes lie in preorder: the left child follows its parent.
    struct Node {
        V volume;
        double size = 0.0;        ///< Its area: a walk goes down in the larger of two.
        std::uint32_t right = 0;  ///< In a leaf 0.
        std::uint32_t piece = 0;  ///< Of a leaf.

        [[nodiscard]] bool is_leaf() const { return right == 0; }
    };
    /// What a walk did, for statistics; each call adds to it.
    struct Count {
        std::uint64_t volume_tests = 0;
        std::uint64_t pairs = 0;  ///< Of pieces whose volumes overlap.
    };

    VolumeTree() = default;
    /// One volume for each piece, in the body's frame. Cost: O(n log² n).
    explicit VolumeTree(std::span<const V> pieces);

    /// Calls visit(piece_a, piece_b) for all pairs of pieces whose volumes overlap, until it returns false;
    /// always in the same order. The volumes of `b` are seen from `a`, so what the pieces' own volumes would
    /// say in the world is not asked: no pair of pieces that touch is left out, whatever the rotations are
    /// rounded to. Requires finite poses (asserted).
    template <class Visit>
    static void find_pairs(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                           const Transformd& pose_b, Count& count, Visit&& visit);

    /// Calls visit(piece) for each piece whose volume overlaps `volume`, given in the body's frame, until it
    /// returns false; always in the same order.
    template <class Visit>
    void query(const V& volume, Count& count, Visit&& visit) const;

    /// Preorder, for drawing.
    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
    /// Nodes from the root to the deepest leaf, both included: at most 1 + ⌈log₂ pieces⌉.
    [[nodiscard]] int height() const { return height_; }

private:
    struct Piece {
        Vec2d center;
        std::uint32_t index = 0;
    };
    /// B as A sees it.
    struct Sight {
        const VolumeTree& a;
        const VolumeTree& b;
        Transformd b_in_a;
        double margin;  ///< What the rounding of A's rotation may hide, metres.

        [[nodiscard]] V seen(std::uint32_t node) const {
            return fattened(moved(b.nodes_[node].volume, b_in_a), margin);
        }
    };

    static Sight sight_of(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                          const Transformd& pose_b);
    static void sort_along_longer_side(std::span<Piece> pieces);
    void build(std::span<const V> volumes, std::span<Piece> pieces, int depth);
    template <class Visit>
    static bool walk(const Sight& sight, std::uint32_t a, std::uint32_t b, const V& seen_b, Count& count,
                     Visit& visit);
    template <class Visit>
    bool walk(std::uint32_t node, const V& volume, Count& count, Visit& visit) const;

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
        const double at_a = is_wide ? a.center.x : a.center.y;
        const double at_b = is_wide ? b.center.x : b.center.y;
        return at_a != at_b ? at_a < at_b : a.index < b.index;
    });
}

/// As deep as the tree is high: each half has at most half of the pieces, rounded up.
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

/// The pose of B in A's frame, divided by the square of A's rotation, since the inverse of one that is not
/// quite of unit length is not its conjugate. A's frame is then not quite of the world's scale, and radii,
/// which no rotation changes, would be off by that: none is larger than the root of the area round it.
template <BoundingVolume V>
typename VolumeTree<V>::Sight VolumeTree<V>::sight_of(const VolumeTree& a, const Transformd& pose_a,
                                                      const VolumeTree& b, const Transformd& pose_b) {
    const double square = pose_a.q.c * pose_a.q.c + pose_a.q.s * pose_a.q.s;
    TOIBOX_ASSERT(square > 0.0);
    const Transformd sight = inv_mul(pose_a, pose_b);
    const double scale = 1.0 / square;
    const Transformd b_in_a{scale * sight.p, {scale * sight.q.c, scale * sight.q.s}};
    const double off = scale > 1.0 ? scale - 1.0 : 0.0;
    const double size = std::sqrt(a.nodes_[0].size) + std::sqrt(b.nodes_[0].size);
    return {.a = a, .b = b, .b_in_a = b_in_a, .margin = off * size};
}

template <BoundingVolume V>
template <class Visit>
void VolumeTree<V>::find_pairs(const VolumeTree& a, const Transformd& pose_a, const VolumeTree& b,
                               const Transformd& pose_b, Count& count, Visit&& visit) {
    if (a.nodes_.empty() || b.nodes_.empty()) return;
    const Sight sight = sight_of(a, pose_a, b, pose_b);
    walk(sight, 0, 0, sight.seen(0), count, visit);
}

/// Goes down in the larger of two nodes, so that both shrink together. As deep as both trees are high.
template <BoundingVolume V>
template <class Visit>
bool VolumeTree<V>::walk(const Sight& sight, std::uint32_t a, std::uint32_t b, const V& seen_b, Count& count,
                         Visit& visit) {
    const Node& node_a = sight.a.nodes_[a];
    const Node& node_b = sight.b.nodes_[b];
    ++count.volume_tests;
    if (!overlaps(node_a.volume, seen_b)) return true;
    if (node_a.is_leaf() && node_b.is_leaf()) {
        ++count.pairs;
        return visit(node_a.piece, node_b.piece);
    }
    if (node_b.is_leaf() || (!node_a.is_leaf() && node_a.size >= node_b.size)) {
        return walk(sight, a + 1, b, seen_b, count, visit) &&
               walk(sight, node_a.right, b, seen_b, count, visit);
    }
    return walk(sight, a, b + 1, sight.seen(b + 1), count, visit) &&
           walk(sight, a, node_b.right, sight.seen(node_b.right), count, visit);
}

template <BoundingVolume V>
template <class Visit>
void VolumeTree<V>::query(const V& volume, Count& count, Visit&& visit) const {
    if (!nodes_.empty()) walk(0, volume, count, visit);
}

template <BoundingVolume V>
template <class Visit>
bool VolumeTree<V>::walk(std::uint32_t node, const V& volume, Count& count, Visit& visit) const {
    const Node& here = nodes_[node];
    ++count.volume_tests;
    if (!overlaps(here.volume, volume)) return true;
    if (here.is_leaf()) {
        ++count.pairs;
        return visit(here.piece);
    }
    return walk(node + 1, volume, count, visit) && walk(here.right, volume, count, visit);
}

}  // namespace toibox::broad
