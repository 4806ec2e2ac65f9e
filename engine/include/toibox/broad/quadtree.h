// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/batch_broad_phase.h"

namespace toibox::broad {

/// A quadtree of square cells, each split into four equal ones while it contains many boxes; rebuilt for each
/// search. A box is stored in the smallest cell that contains it entirely, so it is in one cell only (in a
/// KdTree, it may be in several). But a box on the centre line of a large cell stays in that cell and is
/// tested against all boxes below: the weakness of quadtrees. Sources: M. Trtík, "Collision detection",
/// lecture PA199, Masaryk University 2024, slide 4; R. Finkel, J. L. Bentley, "Quad Trees", Acta Informatica
/// 4, 1974. Cost: find_pairs O(n log n + tests).
class Quadtree : public BatchBroadPhase {
public:
    static constexpr const char* name = "quadtree";

    struct Cell {
        Vec2d lower;
        double size = 0.0;
        int depth = 0;
        std::uint32_t count = 0;  ///< Number of boxes in the cell and its descendants.
    };

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});
    /// The cells of the last search in preorder; empty before the first.
    [[nodiscard]] std::span<const Cell> cells() const { return cells_; }

private:
    [[nodiscard]] Cell root();
    void divide(const Cell& cell, std::span<ProxyId> ids);
    std::size_t partition_straddling(const Cell& cell, std::span<ProxyId> ids);
    void test_all(std::span<const ProxyId> ids);

    std::vector<Cell> cells_;
    ScratchBuffer<std::vector<ProxyId>> ids_;
    ScratchBuffer<std::vector<ProxyId>> ancestor_ids_;  ///< Boxes in ancestors of the current cell.
};
static_assert(BroadPhase<Quadtree>);

}  // namespace toibox::broad
