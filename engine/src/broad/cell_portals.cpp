// SPDX-License-Identifier: MIT
#include "toibox/broad/cell_portals.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

#include "broad/axis.h"

#include <algorithm>
#include <limits>

namespace toibox::broad {

namespace {

constexpr float float_max = std::numeric_limits<float>::max();

bool is_in_box(const Aabb& box, Vec2 point) {
    return box.lower.x <= point.x && point.x <= box.upper.x && box.lower.y <= point.y &&
           point.y <= box.upper.y;
}

Aabb half_of(const Aabb& box, int axis, float position, bool upper) {
    Aabb half = box;
    Vec2& corner = upper ? half.lower : half.upper;
    (axis == 0 ? corner.x : corner.y) = position;
    return half;
}

}  // namespace

// ---- Cells

/// The median of the box centres.
float CellPortals::median(std::span<const ProxyId> ids, int axis) {
    std::vector<float>& coordinates = *coordinates_;
    coordinates.clear();
    for (const ProxyId id : ids) {
        const Aabb& box = boxes()[id];
        const double sum =
            static_cast<double>(lower_of(box, axis)) + static_cast<double>(upper_of(box, axis));
        coordinates.push_back(static_cast<float>(0.5 * sum));
    }
    const auto middle = coordinates.begin() + static_cast<std::ptrdiff_t>(coordinates.size() / 2);
    std::nth_element(coordinates.begin(), middle, coordinates.end());
    return *middle;
}

/// The boxes that reach into the cell are ids[first, last); the boxes of each half are appended to the end,
/// and removed again when the half is done. Splits along the axis that separates the boxes better. A line
/// that cuts most of the boxes is not worth a split.
void CellPortals::divide(std::size_t first, std::size_t last, const Aabb& box, int depth) {
    ++counters_.node_visits;
    std::vector<ProxyId>& ids = *ids_;
    const std::size_t count = last - first;
    struct SplitCandidate {
        float position = 0.0f;
        int axis = -1;
        std::size_t straddling = 0;  ///< Boxes that would be in both halves.
    } best;
    for (int axis = 0; axis < 2 && count > tuning::max_boxes_per_cell && depth < tuning::max_cell_depth;
         ++axis) {
        const std::span here = std::span(ids).subspan(first, count);
        const float position = median(here, axis);
        if (!(lower_of(box, axis) < position && position < upper_of(box, axis))) continue;
        std::size_t in_lower = 0;
        std::size_t in_upper = 0;
        for (const ProxyId id : here) {
            in_lower += lower_of(boxes()[id], axis) <= position ? 1u : 0u;
            in_upper += upper_of(boxes()[id], axis) >= position ? 1u : 0u;
        }
        const std::size_t straddling = in_lower + in_upper - count;
        const bool is_useful =
            in_lower < count && in_upper < count && 8 * straddling <= tuning::max_straddling_eighths * count;
        if (is_useful && (best.axis < 0 || straddling < best.straddling)) best = {position, axis, straddling};
    }
    if (best.axis < 0) {
        for (std::size_t i = first; i < last; ++i)
            proxy_cells_[ids[i]].cells.push_back(static_cast<std::uint32_t>(cells_.size()));
        cells_.push_back({.box = box});
        return;
    }
    for (const bool is_upper : {false, true}) {
        const std::size_t begin = ids.size();
        for (std::size_t i = first; i < last; ++i) {
            const Aabb& candidate = boxes()[ids[i]];
            const bool reaches = is_upper ? upper_of(candidate, best.axis) >= best.position
                                          : lower_of(candidate, best.axis) <= best.position;
            if (reaches) ids.push_back(ids[i]);
        }
        divide(begin, ids.size(), half_of(box, best.axis, best.position, is_upper), depth + 1);
        ids.resize(begin);
    }
}

/// Creates portals across borders perpendicular to an axis: where one cell ends and another begins, the
/// portal is the interval of the other axis that both cover. Cells that end (or begin) at the same position
/// do not overlap along the border.
void CellPortals::create_portals(int axis) {
    const int other = 1 - axis;
    std::vector<std::uint32_t> by_end(cells_.size());
    for (std::uint32_t i = 0; i < by_end.size(); ++i)
        by_end[i] = i;
    std::vector<std::uint32_t> by_begin = by_end;
    const auto sort_by = [&](std::vector<std::uint32_t>& order, float (*bound)(const Aabb&, int)) {
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const Aabb& box_a = cells_[a].box;
            const Aabb& box_b = cells_[b].box;
            if (bound(box_a, axis) != bound(box_b, axis)) return bound(box_a, axis) < bound(box_b, axis);
            return lower_of(box_a, other) < lower_of(box_b, other);
        });
    };
    sort_by(by_end, upper_of);
    sort_by(by_begin, lower_of);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < by_end.size() && j < by_begin.size()) {
        const Aabb& below = cells_[by_end[i]].box;
        const Aabb& above = cells_[by_begin[j]].box;
        const float end = upper_of(below, axis);
        const float begin = lower_of(above, axis);
        if (end != begin) {
            ++(end < begin ? i : j);
            continue;
        }
        const Aabb opening{max(below.lower, above.lower), min(below.upper, above.upper)};
        if (lower_of(opening, other) < upper_of(opening, other)) {
            links_->push_back({by_end[i], {by_begin[j], opening}});
            links_->push_back({by_begin[j], {by_end[i], opening}});
        }
        ++(upper_of(below, other) < upper_of(above, other) ? i : j);
    }
}

void CellPortals::sort_portals() {
    std::sort(links_->begin(), links_->end(), [](const Link& a, const Link& b) {
        return a.from != b.from ? a.from < b.from
                                : a.portal.to < b.portal.to;  // two cells share at most one border
    });
    portals_.clear();
    for (const Link& link : *links_) {
        Cell& cell = cells_[link.from];
        if (cell.portal_count++ == 0) cell.first_portal = static_cast<std::uint32_t>(portals_.size());
        portals_.push_back(link.portal);
    }
}

void CellPortals::rebuild_cells() {
    ++rebuild_count_;
    cells_.clear();
    links_->clear();
    proxy_cells_.assign(boxes().size(), {});
    collect_live_ids(*ids_);
    divide(0, ids_->size(), {{-float_max, -float_max}, {float_max, float_max}}, 0);
    create_portals(0);
    create_portals(1);
    sort_portals();
    members_.assign(cells_.size(), {});
    for (ProxyId id = 0; id < proxy_cells_.size(); ++id) {
        proxy_cells_[id].box = boxes()[id];
        for (const std::uint32_t cell : proxy_cells_[id].cells)
            members_[cell].push_back(id);
    }
    searches_since_rebuild_ = 0;
}

// ---- Boxes in cells

std::span<const std::uint32_t> CellPortals::cells_of(ProxyId id) const {
    return id < proxy_cells_.size() ? std::span<const std::uint32_t>(proxy_cells_[id].cells)
                                    : std::span<const std::uint32_t>();
}

/// The neighbour through the portal towards a point outside the cell: first along x, then along y.
std::uint32_t CellPortals::next_towards(const Cell& cell, Vec2 to) const {
    const Vec2 entry = min(max(to, cell.box.lower), cell.box.upper);
    const int axis = entry.x != to.x ? 0 : 1;
    for (const Portal& portal : portals_of(cell)) {
        const bool is_across = lower_of(portal.opening, axis) == upper_of(portal.opening, axis);
        if (is_across && is_in_box(portal.opening, entry)) return portal.to;
    }
    TOIBOX_ASSERT(false);  // cells tile the plane, so every inner border has a neighbour
    return 0;
}

/// Each step gets closer to the point: first along x, and then along y, through cells that contain its x.
std::uint32_t CellPortals::walk_to_cell(std::uint32_t from, Vec2 to) {
    while (!is_in_box(cells_[from].box, to)) {
        ++counters_.node_visits;
        from = next_towards(cells_[from], to);
    }
    return from;
}

void CellPortals::remove_from_cells(ProxyId id) {
    for (const std::uint32_t cell : proxy_cells_[id].cells)
        std::erase(members_[cell], id);
    proxy_cells_[id].cells.clear();
}

void CellPortals::add_to_cell(ProxyId id, std::uint32_t cell) {
    proxy_cells_[id].cells.push_back(cell);
    members_[cell].push_back(id);
    (*seen_)[cell] = id + 1;
}

void CellPortals::update_cells(ProxyId id) {
    ProxyCells& proxy = proxy_cells_[id];
    const Aabb& box = boxes()[id];
    const std::uint32_t start = walk_to_cell(proxy.cells.empty() ? 0 : proxy.cells.front(), box.lower);
    remove_from_cells(id);
    proxy.box = box;
    add_to_cell(id, start);
    for (std::size_t i = 0; i < proxy.cells.size(); ++i) {
        ++counters_.node_visits;
        for (const Portal& portal : portals_of(cells_[proxy.cells[i]])) {
            if ((*seen_)[portal.to] != id + 1 && overlaps(portal.opening, box)) add_to_cell(id, portal.to);
        }
    }
}

void CellPortals::update_all_cells() {
    seen_->assign(cells_.size(), 0);
    proxy_cells_.resize(boxes().size());
    for (ProxyId id = 0; id < boxes().size(); ++id) {
        if (!is_live(id)) {
            remove_from_cells(id);
        } else if (proxy_cells_[id].cells.empty() || proxy_cells_[id].box != boxes()[id]) {
            update_cells(id);
        }
    }
}

/// Cells are closed, but own only their lower borders, so that a corner has one owner.
bool CellPortals::owns(const Cell& cell, Vec2 corner) const {
    const auto is_below = [](float x, float end) { return x < end || end == float_max; };
    return cell.box.lower.x <= corner.x && is_below(corner.x, cell.box.upper.x) &&
           cell.box.lower.y <= corner.y && is_below(corner.y, cell.box.upper.y);
}

void CellPortals::test_moved(std::span<const ProxyId> moved) {
    for (const ProxyId id : moved) {
        for (const std::uint32_t cell : proxy_cells_[id].cells) {
            for (const ProxyId other : members_[cell]) {
                const bool is_tested_elsewhere = other == id || (other < id && moved_flags()[other] != 0);
                if (!is_tested_elsewhere && owns(cells_[cell], max(boxes()[id].lower, boxes()[other].lower)))
                    test(id, other);
            }
        }
    }
}

bool CellPortals::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out,
                             const PairRules& rules) {
    begin_search(moved, rules);
    const std::uint64_t max_wasted_tests = tuning::max_wasted_tests_per_move * moved.size();
    const bool should_rebuild =
        wasted_tests_ > max_wasted_tests && searches_since_rebuild_ >= rebuild_backoff_;
    const std::uint64_t previous_wasted_tests = wasted_tests_;
    if (cells_.empty() || should_rebuild) {
        rebuild_cells();
    } else {
        update_all_cells();
        ++searches_since_rebuild_;
    }
    test_moved(moved);
    wasted_tests_ = counters_.tests - counters_.overlaps;
    if (should_rebuild)
        rebuild_backoff_ = 2 * wasted_tests_ < previous_wasted_tests
                               ? 1
                               : std::min(2 * rebuild_backoff_, tuning::max_rebuild_backoff);
    return write_pairs(moved, out);
}

}  // namespace toibox::broad
