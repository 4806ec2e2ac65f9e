// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/scripting/widget_rects.h"

#include <array>
#include <optional>
#include <vector>

namespace toibox::app {

/// A chip and its leader: the line to the point that the chip is about. Points, y down.
struct PlacedChip {
    UiRect rect;
    std::array<Vec2, 2> leader;  ///< From the outline of the chip to the ring around the point.
};

/// Finds places for chips beside the points that they are about. A chip covers no other chip, no leader and
/// no area that is kept clear; a leader crosses no chip and no other leader. Tries places above, below and
/// beside the point first, then all places by distance.
class ChipPlacer {
public:
    /// `area`: chips lie inside. `ring`: radius of the rings around the points.
    void begin(const UiRect& area, float ring);
    /// No chip covers the area; leaders may.
    void keep_clear(const UiRect& area) { clear_.push_back(area); }
    /// Neither a chip nor a leader covers the area, for example another chip.
    void block(const UiRect& area) { blocked_.push_back(area); }
    /// A chip covers the area only if it finds no other place.
    void avoid(const UiRect& area) { avoided_.push_back(area); }

    /// Places a chip whose ends are half circles. nullopt: there is no room.
    std::optional<PlacedChip> place(Vec2 point, Vec2 size);

private:
    [[nodiscard]] PlacedChip with_leader(const UiRect& rect, Vec2 point) const;
    [[nodiscard]] UiRect at_corner(Vec2 corner, Vec2 size) const;
    /// Whether a chip may stand there; it may cover an avoided area.
    [[nodiscard]] bool is_free(const PlacedChip& chip) const;
    [[nodiscard]] bool covers_avoided(const UiRect& chip) const;
    [[nodiscard]] std::optional<PlacedChip> nearest_free(Vec2 point, Vec2 size) const;

    UiRect area_;
    float ring_ = 0.0f;
    std::vector<UiRect> clear_;
    std::vector<UiRect> blocked_;
    std::vector<UiRect> avoided_;
    std::vector<std::array<Vec2, 2>> leaders_;
};

}  // namespace toibox::app
