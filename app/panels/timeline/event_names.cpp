// SPDX-License-Identifier: MIT
#include "app/panels/timeline/event_names.h"

#include <algorithm>

namespace toibox::app {

namespace {

/// A name in the row. Names are in the order of their events.
struct StandingName {
    std::size_t index = 0;  ///< In the list of all names.
    EventName name;
    PlacedName place;
};

/// Moves the names to the right until they do not overlap, and back to the left at the end of the row. False
/// if there is no room.
bool move_apart(std::vector<StandingName>& standing, const NameRow& row) {
    float from = row.left;
    for (StandingName& one : standing) {
        one.place.left = std::max(one.name.x - row.lead, from);
        from = one.place.left + one.name.width + row.gap;
    }
    float to = row.right;
    for (auto one = standing.rbegin(); one != standing.rend(); ++one) {
        one->place.left = std::min(one->place.left, to - one->name.width);
        to = one->place.left - row.gap;
    }
    return std::ranges::all_of(standing, [&](const StandingName& one) {
        return one.place.left >= row.left && one.place.left <= one.name.x - row.lead + row.max_shift &&
               one.place.left + one.name.width >= one.name.x;
    });
}

/// Gives each name that has moved a height for its leader. The leader of an earlier event is higher, so that
/// no leader crosses another. False if that takes too many heights.
bool add_leaders(std::vector<StandingName>& standing, const NameRow& row) {
    const StandingName* next = nullptr;  // the next name with a leader
    for (auto one = standing.rbegin(); one != standing.rend(); ++one) {
        one->place.leader = -1;
        if (one->place.left <= one->name.x - row.lead) continue;
        const bool is_over_next = next != nullptr && next->name.x < one->place.left + row.lead + row.gap;
        one->place.leader = is_over_next ? next->place.leader + 1 : 0;
        if (one->place.leader >= row.leader_lines) return false;
        next = &*one;
    }
    return true;
}

}  // namespace

std::vector<std::optional<PlacedName>> place_names(std::span<const EventName> names, const NameRow& row) {
    std::vector<StandingName> standing;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<StandingName> more = standing;
        const auto at = std::ranges::upper_bound(more, names[i].x, {},
                                                 [](const StandingName& one) { return one.name.x; });
        more.insert(at, StandingName{i, names[i], {}});
        if (move_apart(more, row) && add_leaders(more, row)) standing = std::move(more);
    }
    std::vector<std::optional<PlacedName>> placed(names.size());
    for (const StandingName& one : standing)
        placed[one.index] = one.place;
    return placed;
}

}  // namespace toibox::app
