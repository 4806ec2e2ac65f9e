// SPDX-License-Identifier: MIT
#include "toibox/broad/cell_tree.h"

#include "toibox/broad/tuning.h"

#include <algorithm>
#include <cmath>

namespace toibox::broad {

bool CellTree::can_divide(std::size_t count) const {
    return count > tuning::max_boxes_per_cell && static_cast<int>(path_.size()) < tuning::max_cell_depth;
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

/// Whether a corner lies in the current cell. Lower halves own the line that splits them off.
bool CellTree::owns(Vec2d corner) const {
    return std::ranges::all_of(path_, [&](const Half& half) {
        return (dot(half.split.normal, corner) > half.split.offset) == half.is_upper;
    });
}

void CellTree::test_leaf(std::size_t first, std::size_t last) {
    const std::vector<ProxyId>& ids = *ids_;
    for (std::size_t i = first; i < last; ++i) {
        for (std::size_t j = first; j < i; ++j) {
            if (!involves_moved(ids[i], ids[j])) continue;
            ++counters_.tests;
            const Aabb& a = boxes()[ids[i]];
            const Aabb& b = boxes()[ids[j]];
            if (overlaps(a, b) && owns(widen(max(a.lower, b.lower)))) add_pair(ids[i], ids[j]);
        }
    }
}

}  // namespace toibox::broad
