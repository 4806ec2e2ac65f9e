// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/cell_tree.h"

namespace toibox::broad {

/// A BSP tree: splits space by lines of any direction. Each line goes through the mean of the centres,
/// perpendicular to their direction of largest spread. Therefore a diagonal crowd is cut perpendicular to its
/// length, where a KdTree would cut it obliquely. Sources: anonymous lecture slides "Detekcija trkov"
/// ("Collision Detection"), BSP trees; H. Fuchs, Z. Kedem, B. Naylor, "On Visible Surface Generation by a
/// Priori Tree Structures", SIGGRAPH 1980.
/// Cost: find_pairs O(n log n + tests).
class BspTree : public CellTree {
public:
    static constexpr const char* name = "bsp";

    BspTree() = default;  // not an aggregate: the base constructor is protected

    bool find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                    const PairRules& rules = {any_pair});

private:
    [[nodiscard]] Split split_of(std::span<const ProxyId> ids) const;
};
static_assert(BroadPhase<BspTree>);

}  // namespace toibox::broad
