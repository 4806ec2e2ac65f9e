// SPDX-License-Identifier: MIT
#include "app/render/chip.h"

#include "app/platform/theme.h"

#include <cmath>

namespace toibox::app {

namespace {

/// Sizes of a chip, points.
struct ChipSizes {
    ImFont* font;
    float line;  ///< Line height of the font.
    float height;
    float icon;
    float left;   ///< Before the icon.
    float gap;    ///< Between icon and word.
    float right;  ///< After the word.
};

ChipSizes sizes_of(const Fonts& fonts, bool is_large) {
    ImFont* font = is_large ? fonts.name : fonts.label_bold;
    const float line = font->FontSize * ImGui::GetIO().FontGlobalScale;
    // In units of the line height: 24 and 15, or 32 and 18.
    const float height = std::round((is_large ? 1.75f : 1.6f) * line);
    return {font,           line,           height,        std::round(0.42f * height + 3.0f),
            0.36f * height, 0.25f * height, 0.43f * height};
}

}  // namespace

ImVec2 chip_size(const Fonts& fonts, const Chip& chip) {
    const ChipSizes sizes = sizes_of(fonts, chip.is_large);
    const float word = sizes.font->CalcTextSizeA(sizes.line, FLT_MAX, 0.0f, chip.word).x;
    return {std::ceil(sizes.left + sizes.icon + sizes.gap + word + sizes.right), sizes.height};
}

void draw_chip(ImDrawList& list, const Fonts& fonts, const Palette& palette, ImVec2 top_left,
               const Chip& chip, float opacity) {
    const ChipSizes sizes = sizes_of(fonts, chip.is_large);
    const ImVec2 size = chip_size(fonts, chip);
    const ImVec2 low(std::floor(top_left.x), std::floor(top_left.y));
    const ImVec2 high(low.x + size.x, low.y + size.y);
    const ImU32 color = to_imgui(with_alpha(chip.color, opacity));
    const Color fill = mix(palette.canvas, chip.color, chip_fill);
    list.AddRectFilled(low, high, to_imgui(with_alpha(fill, opacity)), 0.5f * size.y);
    compat::add_rect(list, low, high, color, 0.5f * size.y, chip.is_large ? 1.5f : 1.0f);
    draw_icon(list, chip.icon, {low.x + sizes.left, std::floor(low.y + 0.5f * (size.y - sizes.icon))},
              sizes.icon, color);
    list.AddText(sizes.font, sizes.line,
                 {std::floor(low.x + sizes.left + sizes.icon + sizes.gap),
                  std::floor(low.y + 0.5f * (size.y - sizes.line))},
                 color, chip.word);
}

}  // namespace toibox::app
