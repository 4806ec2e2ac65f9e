// SPDX-License-Identifier: MIT
#include "toibox/broad/cell_tree.h"

#include "toibox/broad/tuning.h"

#include <cmath>

namespace toibox::broad {

bool CellTree::can_divide(std::size_t count, int depth) {
    return count > tuning::max_boxes_per_cell && depth < tuning::max_cell_depth;
}

bool CellTree::is_worth_splitting(std::size_t count, std::size_t in_lower, std::size_t in_upper) {
    const std::size_t in_both = in_lower + in_upper - count;
    return 8 * in_both <= tuning::max_straddling_eighths * count && in_lower < count && in_upper < count;
}

/// Includes a tolerance for rounding: two overlapping boxes must share some leaf, wherever they overlap.
void CellTree::append_half(std::size_t first, std::size_t last, const Split& split, bool upper) {
    std::vector<ProxyId>& ids = *ids_;
    for (std::size_t i = first; i < last; ++i) {
        const Aabb& box = boxes()[ids[i]];
        const Vec2d lower_corner = widen(box.lower);
        const Vec2d upper_corner = widen(box.upper);
        const Vec2d& n = split.normal;
        // The corner farthest into the requested half.
        const bool is_right = (n.x >= 0.0) == upper;
        const bool is_above = (n.y >= 0.0) == upper;
        const Vec2d corner{is_right ? upper_corner.x : lower_corner.x,
                           is_above ? upper_corner.y : lower_corner.y};
        const double projection = dot(n, corner);
        const double slack = tuning::projection_rounding *
                             (std::abs(n.x * corner.x) + std::abs(n.y * corner.y) + std::abs(split.offset));
        if (upper ? projection >= split.offset - slack : projection <= split.offset + slack)
            ids.push_back(ids[i]);
    }
}

void CellTree::test_leaf(std::size_t first, std::size_t last) {
    const std::vector<ProxyId>& ids = *ids_;
    for (std::size_t i = first; i < last; ++i) {
        for (std::size_t j = first; j < i; ++j)
            test(ids[i], ids[j]);
    }
}

}  // namespace toibox::broad
