// SPDX-License-Identifier: MIT
#include "app/platform/theme.h"

namespace toibox::app {
namespace {

void set_sizes(ImGuiStyle& style) {
    style.WindowPadding = {12.0f, 12.0f};
    style.FramePadding = {8.0f, 4.0f};
    style.CellPadding = {8.0f, 4.0f};
    style.ItemSpacing = {8.0f, 4.0f};
    style.ItemInnerSpacing = {8.0f, 4.0f};
    style.IndentSpacing = 16.0f;
    style.ScrollbarSize = 12.0f;
    style.GrabMinSize = 12.0f;
    style.WindowBorderSize = 0.0f;
    style.ChildBorderSize = 1.0f;
    style.PopupBorderSize = 1.0f;
    style.FrameBorderSize = 0.0f;
    style.TabBorderSize = 0.0f;
    style.WindowRounding = 0.0f;
    style.ChildRounding = 4.0f;
    style.FrameRounding = 4.0f;
    style.PopupRounding = 6.0f;
    style.ScrollbarRounding = 6.0f;
    style.GrabRounding = 4.0f;
    style.TabRounding = 4.0f;
    style.WindowTitleAlign = {0.0f, 0.5f};
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.DisabledAlpha = 0.5f;
    style.CircleTessellationMaxError = 0.15f;
}

void set_surfaces(ImVec4* colors, const Palette& p) {
    colors[ImGuiCol_Text] = to_vec4(p.text);
    colors[ImGuiCol_TextDisabled] = to_vec4(p.text_dim);
    colors[ImGuiCol_WindowBg] = to_vec4(p.panel);
    colors[ImGuiCol_ChildBg] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_PopupBg] = to_vec4(p.panel_raised);
    colors[ImGuiCol_Border] = to_vec4(p.border);
    colors[ImGuiCol_BorderShadow] = {};
    colors[ImGuiCol_FrameBg] = to_vec4(p.field);
    colors[ImGuiCol_FrameBgHovered] = to_vec4(p.field_hover);
    colors[ImGuiCol_FrameBgActive] = to_vec4(p.field_active);
    colors[ImGuiCol_TitleBg] = to_vec4(p.panel_raised);
    colors[ImGuiCol_TitleBgActive] = to_vec4(p.panel_raised);
    colors[ImGuiCol_TitleBgCollapsed] = to_vec4(p.panel_raised);
    colors[ImGuiCol_MenuBarBg] = to_vec4(p.panel);
    colors[ImGuiCol_ScrollbarBg] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_ScrollbarGrab] = to_vec4(p.field_active);
    colors[ImGuiCol_ScrollbarGrabHovered] = to_vec4(mix(p.field_active, p.text_dim, 0.4f));
    colors[ImGuiCol_ScrollbarGrabActive] = to_vec4(p.text_dim);
    colors[ImGuiCol_Separator] = to_vec4(p.border);
    colors[ImGuiCol_SeparatorHovered] = to_vec4(p.accent);
    colors[ImGuiCol_SeparatorActive] = to_vec4(p.accent);
    colors[ImGuiCol_TableHeaderBg] = to_vec4(p.panel_raised);
    colors[ImGuiCol_TableBorderStrong] = to_vec4(p.border);
    colors[ImGuiCol_TableBorderLight] = to_vec4(mix(p.panel, p.border, 0.6f));
    colors[ImGuiCol_TableRowBg] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_TableRowBgAlt] = to_vec4(with_alpha(p.text, 0.03f));
    colors[ImGuiCol_ModalWindowDimBg] = to_vec4(with_alpha(p.canvas, 0.55f));
}

void set_controls(ImVec4* colors, const Palette& p) {
    colors[ImGuiCol_CheckMark] = to_vec4(p.accent);
    // The knob is half transparent, so that the text of the slider stays readable under it.
    colors[ImGuiCol_SliderGrab] = to_vec4(with_alpha(p.accent, 0.5f));
    colors[ImGuiCol_SliderGrabActive] = to_vec4(with_alpha(p.accent, 0.6f));
    colors[ImGuiCol_Button] = to_vec4(p.field);
    colors[ImGuiCol_ButtonHovered] = to_vec4(p.field_hover);
    colors[ImGuiCol_ButtonActive] = to_vec4(p.field_active);
    colors[ImGuiCol_Header] = to_vec4(with_alpha(p.accent, chosen_fill));
    colors[ImGuiCol_HeaderHovered] = to_vec4(p.field_hover);
    colors[ImGuiCol_HeaderActive] = to_vec4(p.field_active);
    colors[ImGuiCol_ResizeGrip] = to_vec4(with_alpha(p.accent, 0.0f));
    colors[ImGuiCol_ResizeGripHovered] = to_vec4(with_alpha(p.accent, 0.6f));
    colors[ImGuiCol_ResizeGripActive] = to_vec4(p.accent);
    colors[ImGuiCol_Tab] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_TabHovered] = to_vec4(p.field_hover);
    // An active tab has a line in the accent below its name.
    colors[ImGuiCol_TabActive] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_TabUnfocused] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_TabUnfocusedActive] = to_vec4(with_alpha(p.panel, 0.0f));
    colors[ImGuiCol_PlotLines] = to_vec4(p.pair_a);
    colors[ImGuiCol_PlotLinesHovered] = to_vec4(p.accent);
    colors[ImGuiCol_PlotHistogram] = to_vec4(p.accent);
    colors[ImGuiCol_PlotHistogramHovered] = to_vec4(mix(p.accent, p.text, 0.25f));
    colors[ImGuiCol_TextSelectedBg] = to_vec4(with_alpha(p.accent, 0.35f));
    colors[ImGuiCol_DragDropTarget] = to_vec4(p.accent);
    colors[ImGuiCol_NavHighlight] = to_vec4(p.accent);
    colors[ImGuiCol_NavWindowingHighlight] = to_vec4(p.accent);
    colors[ImGuiCol_NavWindowingDimBg] = to_vec4(with_alpha(rgb(0x000000), 0.3f));
}

}  // namespace

void apply_theme(const Palette& palette, float scale) {
    ImGuiStyle style;
    set_sizes(style);
    set_surfaces(style.Colors, palette);
    set_controls(style.Colors, palette);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

}  // namespace toibox::app
