// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/render/icons.h"

namespace toibox::app {

/// A verdict or state over the world: an icon and a word in a coloured outline.
struct Chip {
    Icon icon = Icon::Info;
    const char* word = "";
    Color color;            ///< Of icon, word and outline; the fill has chip_fill of it.
    bool is_large = false;  ///< 32 design points high, not 24; 52 in the projector theme.
};

/// Size of a chip, points. A leader starts at the chip's lower left corner.
ImVec2 chip_size(const Fonts& fonts, const Chip& chip);
/// Draws a chip, opaque. `opacity`: while it fades in.
void draw_chip(ImDrawList& list, const Fonts& fonts, const Palette& palette, ImVec2 top_left,
               const Chip& chip, float opacity = 1.0f);

}  // namespace toibox::app
