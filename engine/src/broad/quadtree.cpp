// SPDX-License-Identifier: MIT
#include "toibox/broad/quadtree.h"

#include "toibox/broad/tuning.h"

#include <algorithm>

namespace toibox::broad {
namespace {

Vec2d cell_center(const Quadtree::Cell& cell) {
    return cell.lower + Vec2d{0.5 * cell.size, 0.5 * cell.size};
}
/// On which side of a line a box is; Both if it touches the line.
enum class Side : std::uint8_t { Lower, Upper, Both };
Side side_of(float lower, float upper, double line) {
    if (static_cast<double>(upper) < line) return Side::Lower;
    return static_cast<double>(lower) > line ? Side::Upper : Side::Both;
}

}  // namespace

Quadtree::Cell Quadtree::root() {
    const std::vector<ProxyId>& ids = *ids_;
    Aabb bounds = boxes()[ids[0]];
    for (const ProxyId id : ids)
        bounds = merged(bounds, boxes()[id]);
    const Vec2d lower = widen(bounds.lower);
    const Vec2d size = widen(bounds.upper) - lower;
    return {.lower = lower, .size = size.x > size.y ? size.x : size.y};
}

/// Tests the boxes against each other and against all boxes of the ancestors.
void Quadtree::test_all(std::span<const ProxyId> ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            test(ids[i], ids[j]);
        for (const ProxyId other : *ancestor_ids_)
            test(ids[i], other);
    }
}

/// Moves boxes that no quarter contains entirely to the front; returns their number.
std::size_t Quadtree::partition_straddling(const Cell& cell, std::span<ProxyId> ids) {
    const Vec2d center_of_cell = cell_center(cell);
    const auto is_straddling = [&](ProxyId id) {
        const Aabb& box = boxes()[id];
        return side_of(box.lower.x, box.upper.x, center_of_cell.x) == Side::Both ||
               side_of(box.lower.y, box.upper.y, center_of_cell.y) == Side::Both;
    };
    return static_cast<std::size_t>(std::partition(ids.begin(), ids.end(), is_straddling) - ids.begin());
}

void Quadtree::divide(const Cell& cell, std::span<ProxyId> ids) {
    cells_.push_back(cell);
    cells_.back().count = static_cast<std::uint32_t>(ids.size());
    ++counters_.node_visits;
    if (ids.size() <= tuning::max_boxes_per_cell || cell.depth >= tuning::max_cell_depth)
        return test_all(ids);
    const std::size_t straddling = partition_straddling(cell, ids);
    test_all(ids.first(straddling));
    std::vector<ProxyId>& ancestors = *ancestor_ids_;
    ancestors.insert(ancestors.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(straddling));
    std::span<ProxyId> remaining = ids.subspan(straddling);
    const Vec2d center_of_cell = cell_center(cell);
    for (int quarter = 0; quarter < 4 && !remaining.empty(); ++quarter) {
        const bool is_right = (quarter & 1) != 0;
        const bool is_upper = (quarter & 2) != 0;
        const auto is_in_quarter = [&](ProxyId id) {
            const Vec2d box_center = widen(center(boxes()[id]));
            return (box_center.x > center_of_cell.x) == is_right &&
                   (box_center.y > center_of_cell.y) == is_upper;
        };
        const auto count =
            std::partition(remaining.begin(), remaining.end(), is_in_quarter) - remaining.begin();
        if (count == 0) continue;
        const double half_size = 0.5 * cell.size;
        const Vec2d corner = cell.lower + Vec2d{is_right ? half_size : 0.0, is_upper ? half_size : 0.0};
        divide({.lower = corner, .size = half_size, .depth = cell.depth + 1},
               remaining.first(static_cast<std::size_t>(count)));
        remaining = remaining.subspan(static_cast<std::size_t>(count));
    }
    ancestors.resize(ancestors.size() - straddling);
}

bool Quadtree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                          const PairRules& rules) {
    begin_search(moved, rules);
    cells_.clear();
    ancestor_ids_->clear();
    collect_live_ids(*ids_);
    if (!ids_->empty()) divide(root(), *ids_);
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
