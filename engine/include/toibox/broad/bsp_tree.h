// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/cell_tree.h"

namespace toibox::broad {

/// Halves space by lines of any direction: each goes through the mean of the centres, across the direction in
/// which they are spread most, so a crowd that lies aslant is divided along its length, where KdTree's lines
/// cut it obliquely. Sources: lecture on collision detection survey (BSP); H. Fuchs, Z. Kedem, B. Naylor, "On
/// Visible Surface Generation by a Priori Tree Structures", SIGGRAPH 1980. Cost: find_pairs O(n log n +
/// tests).
class BspTree : public CellTree {
public:
    static constexpr const char* name = "bsp";

    BspTree() = default;  // else an aggregate, whose base nobody else may make

    void find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out);

private:
    [[nodiscard]] Split split_of(std::span<const ProxyId> ids) const;
};
static_assert(BroadPhase<BspTree>);

}  // namespace toibox::broad
