// SPDX-License-Identifier: MIT
#include "app/panels/timeline/event_names.h"

#include <algorithm>

namespace toibox::app {

namespace {

/// A name that may stand in the row. Names are in the order of their events.
struct NameCandidate {
    std::size_t index = 0;  ///< In the list of all names.
    EventName name;
    PlacedName place;
};

/// Moves the names to the right until they do not overlap, and back to the left at the end of the row. False
/// if there is no room.
bool move_apart(std::vector<NameCandidate>& candidates, const NameRow& row) {
    float from = row.left;
    for (NameCandidate& candidate : candidates) {
        candidate.place.left = std::max(candidate.name.x - row.lead, from);
        from = candidate.place.left + candidate.name.width + row.gap;
    }
    float to = row.right;
    for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate) {
        candidate->place.left = std::min(candidate->place.left, to - candidate->name.width);
        to = candidate->place.left - row.gap;
    }
    return std::ranges::all_of(candidates, [&](const NameCandidate& candidate) {
        return candidate.place.left >= row.left &&
               candidate.place.left <= candidate.name.x - row.lead + row.max_shift &&
               candidate.place.left + candidate.name.width >= candidate.name.x;
    });
}

/// Gives each name that has moved a height for its leader. The leader of an earlier event is higher, so that
/// no leader crosses another. False if that takes too many heights.
bool add_leaders(std::vector<NameCandidate>& candidates, const NameRow& row) {
    const NameCandidate* next = nullptr;  // the next name with a leader
    for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate) {
        candidate->place.leader = -1;
        if (candidate->place.left <= candidate->name.x - row.lead) continue;
        const bool is_over_next =
            next != nullptr && next->name.x < candidate->place.left + row.lead + row.gap;
        candidate->place.leader = is_over_next ? next->place.leader + 1 : 0;
        if (candidate->place.leader >= row.leader_lines) return false;
        next = &*candidate;
    }
    return true;
}

}  // namespace

std::vector<std::optional<PlacedName>> place_names(std::span<const EventName> names, const NameRow& row) {
    std::vector<NameCandidate> candidates;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<NameCandidate> more = candidates;
        const auto at = std::ranges::upper_bound(
            more, names[i].x, {}, [](const NameCandidate& candidate) { return candidate.name.x; });
        more.insert(at, NameCandidate{i, names[i], {}});
        if (move_apart(more, row) && add_leaders(more, row)) candidates = std::move(more);
    }
    std::vector<std::optional<PlacedName>> placed(names.size());
    for (const NameCandidate& candidate : candidates)
        placed[candidate.index] = candidate.place;
    return placed;
}

}  // namespace toibox::app
