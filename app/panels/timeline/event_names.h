// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace toibox::app {

/// The row above the timeline in which the names of events stand. Points.
struct NameRow {
    float left = 0.0f;
    float right = 0.0f;
    float lead = 0.0f;       ///< From the left end of a name to the point that stands above its event.
    float gap = 0.0f;        ///< Between two names.
    float max_shift = 0.0f;  ///< How far a name may move to the right to avoid others.
    int leader_lines = 1;    ///< Heights at which leaders can run without touching each other.
};

/// The name of an event that has to be placed.
struct EventName {
    float x = 0.0f;  ///< Of the event, points.
    float width = 0.0f;
};

struct PlacedName {
    float left = 0.0f;
    int leader = -1;  ///< Height of the leader, from 0 at the bottom; −1: the name stands above its event.
};

/// Places each name above its event, or to the right of the names of earlier events; at the right end of the
/// row, names start before their events. A name for which there is no room beside those that come before it
/// in the list gives nullopt. Names do not overlap, and leaders do not cross. Cost: O(names · placed names).
std::vector<std::optional<PlacedName>> place_names(std::span<const EventName> names, const NameRow& row);

}  // namespace toibox::app
