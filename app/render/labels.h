// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/palette.h"
#include "app/platform/ui_marks.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// Finds places for labels so that none covers another: each is tried at eight places round its anchor, near
/// and then farther; where all are taken, it is left out. In order of asking, so that pictures repeat.
/// Points, y down.
class LabelPlacer {
public:
    /// Labels stay inside `bounds`.
    void begin(const UiRect& bounds);
    /// No label goes here (a card, a scale bar).
    void keep_clear(const UiRect& rect) { taken_.push_back(rect); }
    /// Cost: O(labels placed).
    std::optional<UiRect> place(Vec2 anchor, Vec2 size);

private:
    [[nodiscard]] bool is_free(const UiRect& rect) const;

    UiRect bounds_;
    std::vector<UiRect> taken_;
};

/// Text over the world, kept until all of it can be placed: the most important labels first.
class LabelLayer {
public:
    static constexpr std::size_t most = 400;  ///< More on one screen is noise; further ones are dropped.

    void begin(const UiRect& bounds);
    void keep_clear(const UiRect& rect) { placer_.keep_clear(rect); }
    /// `anchor` in points. Higher priorities are placed first.
    void add(Vec2 anchor, std::string text, Color color, int priority = 0);
    /// What found a place: its plate, and where its text begins in it. Once a frame; `size_of` tells the size
    /// of a text.
    struct Placed {
        UiRect plate;
        Vec2 text_corner;  ///< Upper left.
        std::string text;
        Color color;
    };
    std::vector<Placed> place(const std::function<Vec2(const std::string&)>& size_of);
    /// Draws what found a place, each on a plate of `plate` so that it can be read over anything. Uses the
    /// current font.
    void draw(ImDrawList& list, Color plate);

private:
    struct Label {
        Vec2 anchor;
        std::string text;
        Color color;
        int priority = 0;
        std::size_t order = 0;  ///< Of asking: settles ties.
    };
    LabelPlacer placer_;
    std::vector<Label> labels_;
};

}  // namespace toibox::app
