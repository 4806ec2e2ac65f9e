// SPDX-License-Identifier: MIT
#include "app/views/verdict/dimension_line.h"

#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui.h>

namespace toibox::app {

namespace {

// All lengths in points, times the scale.
constexpr float arrow_length = 6.0f;
constexpr float arrow_reach = 3.0f;   ///< From the line.
constexpr float visible_end = 16.0f;  ///< Of the line beside the text, with the arrowhead.
constexpr float text_margin = 8.0f;   ///< Around the text; not scaled.
constexpr float line_margin = 12.0f;  ///< That the line takes on both sides.
constexpr float text_at = 0.28f;      ///< Where the text stands in the line, as a fraction.

ImVec2 to_vec2(Vec2 v) {
    return {v.x, v.y};
}

/// Half of the length of a box along a direction.
float half_extent(Vec2 size, Vec2 axis) {
    return 0.5f * (std::abs(axis.x) * size.x + std::abs(axis.y) * size.y);
}

UiRect bounds_of_line(const DimensionLine& line) {
    const float margin = line_margin * line.scale;
    const Vec2 low = min(line.from, line.to);
    const Vec2 high = max(line.from, line.to);
    return {low.x, low.y - margin, high.x - low.x, high.y - low.y + 2.0f * margin};
}

UiRect bounds_of_both(const UiRect& a, const UiRect& b) {
    const Vec2 low = min(Vec2{a.x, a.y}, Vec2{b.x, b.y});
    const Vec2 high = max(Vec2{a.x + a.width, a.y + a.height}, Vec2{b.x + b.width, b.y + b.height});
    return {low.x, low.y, high.x - low.x, high.y - low.y};
}

}  // namespace

UiRect place_dimension_text(const DimensionLine& line, Vec2 size, const UiRect& area) {
    const float length = distance(line.from, line.to);
    const Vec2 along = length > 0.0f ? (1.0f / length) * (line.to - line.from) : Vec2{1.0f, 0.0f};
    const float half = half_extent(size, along) + visible_end * line.scale;
    Vec2 center;
    if (2.0f * half <= length) {
        center = line.from + std::max(half, text_at * length) * along;
    } else {
        const float away = half_extent(size, line.outwards) + text_margin * line.scale;
        center = lerp(line.from, line.to, 0.5f) + away * line.outwards;
    }
    return moved_inside(
        {std::floor(center.x - 0.5f * size.x), std::floor(center.y - 0.5f * size.y), size.x, size.y}, area,
        0.0f);
}

UiRect draw_dimension_line(ImDrawList& list, const Palette& palette, const DimensionLine& line,
                           const std::string& text, const UiRect& area) {
    const ImU32 color = to_imgui(palette.text_dim);
    const Vec2 along = -left_perp(line.outwards);
    const Vec2 to_end = dot(line.to - line.from, along) < 0.0f ? -along : along;
    list.AddLine(to_vec2(line.from), to_vec2(line.to), color, line.scale);
    for (const auto& [tip, inwards] : {std::pair{line.from, to_end}, std::pair{line.to, -to_end}}) {
        const Vec2 back = tip + arrow_length * line.scale * inwards;
        const Vec2 side = arrow_reach * line.scale * line.outwards;
        list.AddTriangleFilled(to_vec2(tip), to_vec2(back + side), to_vec2(back - side), color);
    }
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const UiRect place = place_dimension_text(line, {size.x, size.y}, area);
    list.AddRectFilled({place.x - text_margin, place.y},
                       {place.x + place.width + text_margin, place.y + place.height},
                       to_imgui(palette.canvas));
    list.AddText({place.x, place.y}, to_imgui(palette.text), text.c_str());
    return bounds_of_both(bounds_of_line(line), place);
}

}  // namespace toibox::app
