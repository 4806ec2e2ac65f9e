// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/cell_tree.h"

namespace toibox::broad {

/// A k-d tree: splits space by axis-parallel lines, each through the median of the centres along the axis of
/// larger spread. Therefore all leaves contain about the same number of boxes, however the boxes are
/// distributed. Sources: M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024, slide 4; J.
/// L. Bentley, "Multidimensional Binary Search Trees Used for Associative Searching", CACM 18(9), 1975. Cost:
/// find_pairs O(n log n + tests).
class KdTree : public CellTree {
public:
    static constexpr const char* name = "kd-tree";

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});

private:
    [[nodiscard]] Split split_of(std::span<const ProxyId> ids);

    ScratchBuffer<std::vector<float>> coordinates_;
};
static_assert(BroadPhase<KdTree>);

}  // namespace toibox::broad
