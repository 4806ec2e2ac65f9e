// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_compat.h"
#include "app/platform/palette.h"

namespace toibox::app {

/// Distances between widgets, points. All are multiples of 4.
namespace spacing {
inline constexpr float half = 4.0f;
inline constexpr float unit = 8.0f;
inline constexpr float wide = 16.0f;
}  // namespace spacing

constexpr ImU32 to_imgui(Color color) {
    return IM_COL32(color.r, color.g, color.b, color.a);
}
inline ImVec4 to_vec4(Color color) {
    return ImGui::ColorConvertU32ToFloat4(to_imgui(color));
}

/// Points per design point. Requires: Fonts::body is the current font.
inline float design_scale() {
    return ImGui::GetFontSize() / 16.0f;
}

/// Replaces the style of the current ImGui context: colours from `palette`, sizes for `scale` (1 = 100 %).
void apply_theme(const Palette& palette, float scale);

}  // namespace toibox::app
