// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/box_store.h"

namespace toibox::broad {

/// Square cells, each divided into four equal ones as long as it holds many boxes; built anew for each
/// search. A box lies in the smallest cell that holds it whole, so it is in one place only (in KdTree in
/// several), but one on the middle line of a large cell stays there, and is tested against everything below:
/// what quadtrees are bad at. Sources: lecture PA199 "Collision detection"; R. Finkel, J. L. Bentley, "Quad
/// Trees", Acta Informatica 4, 1974. Cost: find_pairs O(n log n + tests).
class Quadtree : public BatchBroadPhase {
public:
    static constexpr const char* name = "quadtree";

    struct Cell {
        Vec2d lower;
        double size = 0.0;
        int depth = 0;
        std::uint32_t count = 0;  ///< Boxes in it and below.
    };

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);
    /// Of the last search, in preorder; empty before.
    [[nodiscard]] std::span<const Cell> cells() const { return cells_; }

private:
    [[nodiscard]] Cell root();
    void divide(const Cell& cell, std::span<ProxyId> ids);
    std::size_t partition_straddling(const Cell& cell, std::span<ProxyId> ids);
    void test_all(std::span<const ProxyId> ids);

    std::vector<Cell> cells_;
    ScratchBuffer<std::vector<ProxyId>> ids_;
    ScratchBuffer<std::vector<ProxyId>> ancestor_ids_;  ///< Boxes of the cells on the way down.
};
static_assert(BroadPhase<Quadtree>);

}  // namespace toibox::broad
