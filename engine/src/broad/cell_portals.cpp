// SPDX-License-Identifier: MIT
#include "toibox/broad/cell_portals.h"

#include "toibox/broad/tuning.h"
#include "toibox/core/assert.h"

#include "axis.h"

#include <algorithm>
#include <limits>

namespace toibox::broad {

namespace {

constexpr float farthest = std::numeric_limits<float>::max();

bool holds(const Aabb& box, Vec2 point) {
    return box.lower.x <= point.x && point.x <= box.upper.x && box.lower.y <= point.y &&
           point.y <= box.upper.y;
}

Aabb part_of(const Aabb& box, int axis, float place, bool upper) {
    Aabb part = box;
    Vec2& corner = upper ? part.lower : part.upper;
    (axis == 0 ? corner.x : corner.y) = place;
    return part;
}

}  // namespace

// ---- The map

/// The boxes are counted by their lower corners, so that each is in one half.
void CellPortals::divide(std::size_t first, std::size_t last, const Aabb& box, int depth) {
    const std::span ids = std::span(*ids_).subspan(first, last - first);
    std::vector<float>& places = *places_;
    const auto corner = [this](ProxyId id, int axis) { return lower_of(boxes()[id], axis); };
    if (ids.size() > tuning::boxes_of_cell && depth < tuning::deepest_cell) {
        // The axis along which they are spread more; the other if they cannot be told apart on it.
        const auto spread = [&](int axis) {
            const auto [low, high] = std::minmax_element(ids.begin(), ids.end(), [&](ProxyId a, ProxyId b) {
                return corner(a, axis) < corner(b, axis);
            });
            return static_cast<double>(corner(*high, axis)) - static_cast<double>(corner(*low, axis));
        };
        const int axis = spread(0) >= spread(1) ? 0 : 1;
        places.clear();
        for (const ProxyId id : ids)
            places.push_back(corner(id, axis));
        const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
        std::nth_element(places.begin(), middle, places.end());
        const float place = *middle;
        const auto half =
            std::partition(ids.begin(), ids.end(), [&](ProxyId id) { return corner(id, axis) < place; });
        const auto lower = static_cast<std::size_t>(half - ids.begin());
        if (lower > 0 && lower_of(box, axis) < place && place < upper_of(box, axis)) {
            divide(first, first + lower, part_of(box, axis, place, false), depth + 1);
            divide(first + lower, last, part_of(box, axis, place, true), depth + 1);
            return;
        }
    }
    cells_.push_back({.box = box});
}

/// Across borders that stand on an axis: where one cell ends another begins, and the two share what they have
/// in common of the other axis. Cells that end (begin) at one place do not overlap along it.
void CellPortals::open_portals(int axis) {
    const int other = 1 - axis;
    std::vector<std::uint32_t> ending(cells_.size());
    for (std::uint32_t i = 0; i < ending.size(); ++i)
        ending[i] = i;
    std::vector<std::uint32_t> beginning = ending;
    const auto sort_by = [&](std::vector<std::uint32_t>& order, float (*place)(const Aabb&, int)) {
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const Aabb& box_a = cells_[a].box;
            const Aabb& box_b = cells_[b].box;
            if (place(box_a, axis) != place(box_b, axis)) return place(box_a, axis) < place(box_b, axis);
            return lower_of(box_a, other) < lower_of(box_b, other);
        });
    };
    sort_by(ending, upper_of);
    sort_by(beginning, lower_of);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < ending.size() && j < beginning.size()) {
        const Aabb& below = cells_[ending[i]].box;
        const Aabb& above = cells_[beginning[j]].box;
        const float end = upper_of(below, axis);
        const float begin = lower_of(above, axis);
        if (end != begin) {
            ++(end < begin ? i : j);
            continue;
        }
        const Aabb opening{max(below.lower, above.lower), min(below.upper, above.upper)};
        if (lower_of(opening, other) < upper_of(opening, other)) {
            links_->push_back({ending[i], {beginning[j], opening}});
            links_->push_back({beginning[j], {ending[i], opening}});
        }
        ++(upper_of(below, other) < upper_of(above, other) ? i : j);
    }
}

void CellPortals::sort_portals() {
    std::stable_sort(links_->begin(), links_->end(),
                     [](const Link& a, const Link& b) { return a.from < b.from; });
    portals_.clear();
    for (const Link& link : *links_) {
        Cell& cell = cells_[link.from];
        if (cell.portal_count++ == 0) cell.first_portal = static_cast<std::uint32_t>(portals_.size());
        portals_.push_back(link.portal);
    }
}

void CellPortals::cut() {
    ++cuts_;
    cells_.clear();
    links_->clear();
    list_live(*ids_);
    divide(0, ids_->size(), {{-farthest, -farthest}, {farthest, farthest}}, 0);
    open_portals(0);
    open_portals(1);
    sort_portals();
    tracks_.clear();
    follow_all();
    list_entries();
    crowding_when_cut_ = crowding();
}

// ---- The boxes on it

std::span<const std::uint32_t> CellPortals::cells_of(ProxyId id) const {
    return id < tracks_.size() ? std::span<const std::uint32_t>(tracks_[id].cells)
                               : std::span<const std::uint32_t>();
}

/// The neighbour behind the portal that lies towards a point outside the cell: first along x, then along y.
std::uint32_t CellPortals::next_towards(const Cell& cell, Vec2 to) const {
    const Vec2 entry = min(max(to, cell.box.lower), cell.box.upper);
    const int axis = entry.x != to.x ? 0 : 1;
    for (const Portal& portal : portals_of(cell)) {
        const bool is_across = lower_of(portal.opening, axis) == upper_of(portal.opening, axis);
        if (is_across && holds(portal.opening, entry)) return portal.to;
    }
    TOIBOX_ASSERT(false);  // cells tile the plane: beyond each inner border there is one
    return 0;
}

/// Each step comes nearer to the point, first along x and then, in the column that holds it, along y.
std::uint32_t CellPortals::walk(std::uint32_t from, Vec2 to) {
    while (!holds(cells_[from].box, to)) {
        ++counters_.node_visits;
        from = next_towards(cells_[from], to);
    }
    return from;
}

void CellPortals::follow(ProxyId id) {
    Track& track = tracks_[id];
    const Aabb& box = boxes()[id];
    const std::uint32_t start = walk(track.cells.empty() ? 0 : track.cells.front(), box.lower);
    track.box = box;
    track.cells.clear();
    track.cells.push_back(start);
    std::vector<std::uint32_t>& seen = *seen_;
    seen.resize(cells_.size(), 0);
    seen[start] = id + 1;
    for (std::size_t i = 0; i < track.cells.size(); ++i) {
        ++counters_.node_visits;
        for (const Portal& portal : portals_of(cells_[track.cells[i]])) {
            if (seen[portal.to] == id + 1 || !overlaps(portal.opening, box)) continue;
            seen[portal.to] = id + 1;
            track.cells.push_back(portal.to);
        }
    }
}

void CellPortals::follow_all() {
    seen_->assign(cells_.size(), 0);
    tracks_.resize(boxes().size());
    for (ProxyId id = 0; id < boxes().size(); ++id) {
        if (!is_live(id)) {
            tracks_[id].cells.clear();
        } else if (tracks_[id].cells.empty() || tracks_[id].box != boxes()[id]) {
            follow(id);
        }
    }
}

void CellPortals::list_entries() {
    entries_.clear();
    for (ProxyId id = 0; id < tracks_.size(); ++id) {
        for (const std::uint32_t cell : tracks_[id].cells)
            entries_.push_back({cell, id});
    }
    std::sort(entries_.begin(), entries_.end());
}

/// Pairs of boxes that share a cell, and what it takes to list them.
std::uint64_t CellPortals::crowding() const {
    std::uint64_t sum = entries_.size();
    for (std::size_t i = 0; i < entries_.size();) {
        std::size_t next = i;
        while (next < entries_.size() && entries_[next].cell == entries_[i].cell)
            ++next;
        const std::uint64_t count = next - i;
        sum += count * (count - 1) / 2;
        i = next;
    }
    return sum;
}

void CellPortals::find_pairs(std::span<const ProxyId> moved, std::vector<ProxyPair>& out) {
    begin(moved);
    if (!cells_.empty()) {
        follow_all();
        list_entries();
    }
    if (cells_.empty() || crowding() > tuning::worn_cells * crowding_when_cut_ + tuning::boxes_of_cell) cut();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        for (std::size_t j = i + 1; j < entries_.size() && entries_[j].cell == entries_[i].cell; ++j)
            test(entries_[i].id, entries_[j].id);
    }
    end_with_doubles(moved, out);
}

}  // namespace toibox::broad
