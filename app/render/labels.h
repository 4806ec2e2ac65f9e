// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/palette.h"
#include "app/platform/scripting/widget_rects.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// Places labels without overlap, first come, first served. Tries eight positions close to the anchor, then
/// eight positions farther away. Units: points, y down.
class LabelPlacer {
public:
    /// Removes all labels. Labels stay inside `bounds`.
    void begin(const UiRect& bounds);
    /// Reserves an area, for example for a card or a scale bar.
    void keep_clear(const UiRect& rect) { taken_.push_back(rect); }
    /// Reserves a line: labels do not cover it.
    void keep_line_clear(std::span<const Vec2> line);
    /// The rectangle for a label of `size`; nullopt if all positions are taken. Cost: O(placed labels).
    std::optional<UiRect> place(Vec2 anchor, Vec2 size);
    /// The first free rectangle of `size` whose upper left corner is one of `corners`; nullopt if none is
    /// free.
    std::optional<UiRect> place_at_first(std::span<const Vec2> corners, Vec2 size);

private:
    [[nodiscard]] bool is_free(const UiRect& rect) const;

    UiRect bounds_;
    std::vector<UiRect> taken_;
};

/// Collects labels over the world, then places them by priority.
class LabelLayer {
public:
    static constexpr std::size_t max_labels = 400;  ///< Further labels are dropped.

    void begin(const UiRect& bounds);
    void keep_clear(const UiRect& rect) { placer_.keep_clear(rect); }
    void keep_line_clear(std::span<const Vec2> line) { placer_.keep_line_clear(line); }
    /// `anchor` in points. Labels of higher priority are placed first.
    void add(Vec2 anchor, std::string text, Color color, int priority = 0);
    /// Like add, but as a badge: in a circle, with a line to the anchor.
    void add_badge(Vec2 anchor, std::string text, Color color, int priority = 0);
    /// A placed label with the background behind it.
    struct Placed {
        UiRect background;
        Vec2 text_corner;  ///< Upper left corner of the text.
        std::string text;
        Color color;
        bool is_badge = false;
        Vec2 anchor;
    };
    /// Places the labels; labels without room are dropped. Call once per frame. `size_of`: returns the size
    /// of a text, points.
    std::vector<Placed> place(const std::function<Vec2(const std::string&)>& size_of);
    /// Places and draws the labels in the current font, each on a background of colour `background` for
    /// readability.
    void draw(ImDrawList& list, Color background);

private:
    struct Label {
        Vec2 anchor;
        std::string text;
        Color color;
        int priority = 0;
        std::size_t order = 0;  ///< Order of add(): decides between equal priorities.
        bool is_badge = false;
    };
    static void draw_badge(ImDrawList& list, const Placed& badge, Color background);
    LabelPlacer placer_;
    std::vector<Label> labels_;
};

}  // namespace toibox::app
