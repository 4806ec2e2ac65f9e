// SPDX-License-Identifier: MIT
#include "toibox/broad/quadtree.h"

#include "toibox/broad/tuning.h"

#include <algorithm>

namespace toibox::broad {
namespace {

Vec2d cell_center(const Quadtree::Cell& cell) {
    return cell.lower + Vec2d{0.5 * cell.size, 0.5 * cell.size};
}
/// On which side of a line a box lies; on both if it touches the line.
enum class Side : std::uint8_t { Lower, Upper, Both };
Side side_of(float lower, float upper, double line) {
    if (static_cast<double>(upper) < line) return Side::Lower;
    return static_cast<double>(lower) > line ? Side::Upper : Side::Both;
}

}  // namespace

Quadtree::Cell Quadtree::root() {
    const std::vector<ProxyId>& ids = *ids_;
    Aabb all = boxes()[ids[0]];
    for (const ProxyId id : ids)
        all = merged(all, boxes()[id]);
    const Vec2d lower = widen(all.lower);
    const Vec2d size = widen(all.upper) - lower;
    return {.lower = lower, .size = size.x > size.y ? size.x : size.y};
}

/// Tests the ids against each other and against all boxes of the cells above.
void Quadtree::test_all(std::span<const ProxyId> ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            test(ids[i], ids[j]);
        for (const ProxyId other : *ancestor_ids_)
            test(ids[i], other);
    }
}

/// Puts those that no quarter holds whole in front; returns how many.
std::size_t Quadtree::partition_straddling(const Cell& cell, std::span<ProxyId> ids) {
    const Vec2d middle = cell_center(cell);
    const auto crosses = [&](ProxyId id) {
        const Aabb& box = boxes()[id];
        return side_of(box.lower.x, box.upper.x, middle.x) == Side::Both ||
               side_of(box.lower.y, box.upper.y, middle.y) == Side::Both;
    };
    return static_cast<std::size_t>(std::partition(ids.begin(), ids.end(), crosses) - ids.begin());
}

void Quadtree::divide(const Cell& cell, std::span<ProxyId> ids) {
    cells_.push_back(cell);
    cells_.back().count = static_cast<std::uint32_t>(ids.size());
    ++counters_.node_visits;
    if (ids.size() <= tuning::max_boxes_per_cell || cell.depth >= tuning::max_cell_depth)
        return test_all(ids);
    const std::size_t here = partition_straddling(cell, ids);
    test_all(ids.first(here));
    std::vector<ProxyId>& above = *ancestor_ids_;
    above.insert(above.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(here));
    std::span<ProxyId> rest = ids.subspan(here);
    const Vec2d middle = cell_center(cell);
    for (int quarter = 0; quarter < 4 && !rest.empty(); ++quarter) {
        const bool right = (quarter & 1) != 0;
        const bool upper = (quarter & 2) != 0;
        const auto is_here = [&](ProxyId id) {
            const Vec2d at = widen(center(boxes()[id]));
            return (at.x > middle.x) == right && (at.y > middle.y) == upper;
        };
        const auto count = std::partition(rest.begin(), rest.end(), is_here) - rest.begin();
        if (count == 0) continue;
        const double half = 0.5 * cell.size;
        const Vec2d corner = cell.lower + Vec2d{right ? half : 0.0, upper ? half : 0.0};
        divide({.lower = corner, .size = half, .depth = cell.depth + 1},
               rest.first(static_cast<std::size_t>(count)));
        rest = rest.subspan(static_cast<std::size_t>(count));
    }
    above.resize(above.size() - here);
}

void Quadtree::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    begin(moved);
    cells_.clear();
    ancestor_ids_->clear();
    collect_live_ids(*ids_);
    if (!ids_->empty()) divide(root(), *ids_);
    end(moved, out);
}

}  // namespace toibox::broad
