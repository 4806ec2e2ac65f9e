// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/cell_tree.h"

namespace toibox::broad {

/// Halves space by lines along the axes, each through the median of the centres on the axis where they are
/// spread more: leaves hold about as many boxes each, wherever these are. Source: lecture PA199 "Collision
/// detection"; J. L. Bentley, "Multidimensional Binary Search Trees Used for Associative Searching", CACM
/// 18(9), 1975. Cost: find_pairs O(n log n + tests).
class KdTree : public CellTree {
public:
    static constexpr const char* name = "kd-tree";

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);

private:
    [[nodiscard]] Split split_of(std::span<const ProxyId> ids);

    ScratchBuffer<std::vector<float>> places_;
};
static_assert(BroadPhase<KdTree>);

}  // namespace toibox::broad
