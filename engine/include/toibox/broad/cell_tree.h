// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"

namespace toibox::broad {

/// A tree that divides space rather than boxes, rebuilt for each search by splitting cells in two: the common
/// base of the k-d tree and the BSP tree. A box belongs to every cell that it reaches, so it may be in
/// several leaves; a pair is reported in the leaf that owns the lower left corner of the overlap. Cells that
/// contain few boxes, or whose boxes cannot be separated, are leaves.
class CellTree : public BatchBroadPhase {
public:
    /// A line that splits the plane: points x with normal · x ≤ offset are in the lower half, those with ≥
    /// offset in the upper half.
    struct Split {
        Vec2d normal{};
        double offset = 0.0;
    };
    struct Node {
        Split split{};
        std::uint32_t upper = 0;  ///< Upper child; the lower child is the next node. 0 in a leaf.
        std::uint32_t count = 0;  ///< Number of boxes that reach into the cell.
    };
    /// The nodes of the last search in preorder; empty before the first.
    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }

protected:
    ~CellTree() = default;
    CellTree() = default;
    CellTree(const CellTree&) = default;
    CellTree& operator=(const CellTree&) = default;

    /// Splits cells with choose(ids) → Split and tests the pairs of each leaf.
    template <class Choose>
    bool find_pairs_with(Choose&& choose, std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                         const PairRules& rules) {
        begin_search(moved, rules);
        nodes_.clear();
        std::vector<ProxyId>& ids = *ids_;
        collect_live_ids(ids);
        divide(choose, 0, ids.size());
        return write_pairs(moved, out);
    }

private:
    /// The boxes of a node are ids[first, last). The boxes of each half are appended to the end, and removed
    /// again when the half is done.
    template <class Choose>
    void divide(const Choose& choose, std::size_t first, std::size_t last) {
        std::vector<ProxyId>& ids = *ids_;
        const std::size_t node = nodes_.size();
        nodes_.push_back({.count = static_cast<std::uint32_t>(last - first)});
        ++counters_.node_visits;
        if (can_divide(last - first)) {
            const Split split = choose(std::span<const ProxyId>(ids).subspan(first, last - first));
            const std::size_t lower = ids.size();
            append_half(first, last, split, false);
            const std::size_t upper = ids.size();
            append_half(first, last, split, true);
            const std::size_t end = ids.size();
            const bool is_split = is_worth_splitting(last - first, upper - lower, end - upper);
            if (is_split) {
                nodes_[node].split = split;
                path_.push_back({split, false});
                divide(choose, lower, upper);
                nodes_[node].upper = static_cast<std::uint32_t>(nodes_.size());
                path_.back().is_upper = true;
                divide(choose, upper, end);
                path_.pop_back();
            }
            ids.resize(lower);
            if (is_split) return;
        }
        test_leaf(first, last);
    }
    [[nodiscard]] bool can_divide(std::size_t count) const;
    static bool is_worth_splitting(std::size_t count, std::size_t in_lower, std::size_t in_upper);
    void append_half(std::size_t first, std::size_t last, const Split& split, bool upper);
    void test_leaf(std::size_t first, std::size_t last);
    [[nodiscard]] bool owns(Vec2d corner) const;

    /// One of the two halves of a split cell.
    struct Half {
        Split split;
        bool is_upper = false;
    };
    std::vector<Node> nodes_;
    std::vector<Half> path_;  ///< The halves from the root to the current cell; empty between searches.
    ScratchBuffer<std::vector<ProxyId>> ids_;
};

}  // namespace toibox::broad
