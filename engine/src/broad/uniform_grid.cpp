// SPDX-License-Identifier: MIT
#include "toibox/broad/uniform_grid.h"

#include "toibox/broad/tuning.h"

#include <algorithm>
#include <cmath>

namespace toibox::broad {

double UniformGrid::choose_cell_size() {
    std::vector<float>& sides = *sides_;
    sides.clear();
    for (const ProxyId id : *live_) {
        const Vec2 half_extents = extents(boxes()[id]);
        sides.push_back(2.0f * (half_extents.x > half_extents.y ? half_extents.x : half_extents.y));
    }
    if (sides.empty()) return 1.0;
    const auto middle = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
    std::nth_element(sides.begin(), middle, sides.end());
    if (*middle > 0.0f) return static_cast<double>(tuning::cell_size_in_median_boxes * *middle);
    return 1.0;  // all points: any size works
}

UniformGrid::Cell UniformGrid::cell_of(Vec2 point) const {
    // Clamped: all positions beyond this share a cell.
    constexpr double max_index = 9e15;
    const auto index_of = [this](float x) {
        const double cells = std::floor(static_cast<double>(x) / cell_size_);
        return static_cast<std::int64_t>(cells < -max_index ? -max_index
                                                            : (cells > max_index ? max_index : cells));
    };
    return {index_of(point.x), index_of(point.y)};
}

Aabb UniformGrid::box_of(Cell cell) const {
    const auto coordinate = [this](std::int64_t x) {
        return static_cast<float>(static_cast<double>(x) * cell_size_);
    };
    return {{coordinate(cell.x), coordinate(cell.y)}, {coordinate(cell.x + 1), coordinate(cell.y + 1)}};
}

std::size_t UniformGrid::end_of_cell(std::size_t begin) const {
    std::size_t end = begin;
    while (end < entries_.size() && entries_[end].cell == entries_[begin].cell)
        ++end;
    return end;
}

void UniformGrid::fill() {
    collect_live_ids(*live_);
    cell_size_ = choose_cell_size();
    entries_.clear();
    large_.clear();
    for (const ProxyId id : *live_) {
        const Cell lower = cell_of(boxes()[id].lower);
        const Cell upper = cell_of(boxes()[id].upper);
        const std::int64_t columns = upper.x - lower.x + 1;
        const std::int64_t rows = upper.y - lower.y + 1;
        const std::int64_t max_cells = tuning::max_cells_per_box;
        if (columns > max_cells || rows > max_cells || columns * rows > max_cells) {
            large_.push_back(id);
            continue;
        }
        for (std::int64_t y = lower.y; y <= upper.y; ++y) {
            for (std::int64_t x = lower.x; x <= upper.x; ++x)
                entries_.push_back({{x, y}, id});
        }
    }
    std::sort(entries_.begin(), entries_.end());
}

void UniformGrid::test_cell(std::size_t begin, std::size_t end) {
    ++counters_.node_visits;
    for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t j = begin; j < i; ++j) {
            const ProxyId a = entries_[i].id;
            const ProxyId b = entries_[j].id;
            if (!involves_moved(a, b)) continue;
            ++counters_.tests;
            if (!overlaps(boxes()[a], boxes()[b])) continue;
            const Vec2 corner = max(boxes()[a].lower, boxes()[b].lower);
            if (cell_of(corner) == entries_[begin].cell) add_pair(a, b);
        }
    }
}

void UniformGrid::test_large() {
    std::vector<ProxyId>& live = *live_;
    for (const ProxyId id : large_) {
        for (const ProxyId other : live) {
            const bool is_duplicate = other <= id && std::binary_search(large_.begin(), large_.end(), other);
            if (!is_duplicate) test(id, other);
        }
    }
}

bool UniformGrid::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                             const PairRules& rules) {
    begin_search(moved, rules);
    fill();
    for (std::size_t i = 0; i < entries_.size();) {
        const std::size_t next = end_of_cell(i);
        test_cell(i, next);
        i = next;
    }
    test_large();
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
