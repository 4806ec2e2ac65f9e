// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "app/platform/palette.h"
#include "app/platform/scripting/widget_rects.h"

#include <string>

struct ImDrawList;

namespace toibox::app {

/// A line with arrowheads between two points, and a text that says how long it is. Points, y down.
struct DimensionLine {
    Vec2 from;
    Vec2 to;
    Vec2 outwards;       ///< Unit vector across the line, away from what it measures.
    float scale = 1.0f;  ///< Of arrowheads and gaps, see View::mark_scale.
};

/// The place of the text: in a gap of the line, if that leaves both arrowheads and a part of the line beside
/// them visible; else outwards of the line. In the area.
UiRect place_dimension_text(const DimensionLine& line, Vec2 size, const UiRect& area);

/// Draws the line with its text in the current font. Returns the area that both take.
UiRect draw_dimension_line(ImDrawList& list, const Palette& palette, const DimensionLine& line,
                           const std::string& text, const UiRect& area);

}  // namespace toibox::app
