// SPDX-License-Identifier: MIT
#include "app/panels/widgets/buttons.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float icon_side = 16.0f;
constexpr float icon_gap = 8.0f;
constexpr float primary_padding = 16.0f;
constexpr float plain_padding = 12.0f;
constexpr float tool_padding = 12.0f;
constexpr std::array off_on_labels{"Off", "On"};

struct ButtonColors {
    ImU32 fill;
    ImU32 hovered;
    ImU32 pressed;
    ImU32 content;
};

/// What stands on a button, from left to right.
struct ButtonContent {
    Icon icon;
    const char* label;
    const char* key = nullptr;
    ImFont* font;
    float padding;  ///< Design points.
};

/// The fill of the last item.
ImU32 fill_of(const ButtonColors& colors) {
    if (ImGui::IsItemActive()) return colors.pressed;
    return ImGui::IsItemHovered() ? colors.hovered : colors.fill;
}

float text_width(ImFont* font, const char* text) {
    return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, 0.0f, text).x;
}

/// Width of a button without a key, points.
float button_width(ImFont* font, const char* label, float padding) {
    return std::ceil((2.0f * padding + icon_side + icon_gap) * design_scale() + text_width(font, label));
}

void draw_text_at(ImDrawList& list, ImFont* font, ImVec2 left_top, float height, ImU32 color,
                  const char* text) {
    const float line = font->FontSize * ImGui::GetIO().FontGlobalScale;
    list.AddText(font, line, {std::floor(left_top.x), std::floor(left_top.y + 0.5f * (height - line))}, color,
                 text);
}

bool text_button(const Look& look, const ButtonContent& content, float height, const ButtonColors& colors) {
    const float scale = design_scale();
    const float gap = icon_gap * scale;
    const float label = text_width(content.font, content.label);
    const float cap = content.key == nullptr ? 0.0f : gap + key_cap_width(look, content.key);
    const float padding = content.padding * scale;
    const float icon = icon_side * scale;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::ceil(2.0f * padding + icon + gap + label + cap), height * scale);
    const bool pressed = ImGui::InvisibleButton(content.label, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, fill_of(colors),
                       ImGui::GetStyle().FrameRounding);
    draw_icon(list, content.icon, {low.x + padding, std::floor(low.y + 0.5f * (size.y - icon))}, icon,
              colors.content);
    const float text = low.x + padding + icon + gap;
    draw_text_at(list, content.font, {text, low.y}, size.y, colors.content, content.label);
    if (content.key != nullptr) draw_key_cap(list, look, {text + label + gap, low.y}, size.y, content.key);
    return pressed;
}

ButtonColors plain_colors() {
    return {ImGui::GetColorU32(ImGuiCol_Button, 0.0f), ImGui::GetColorU32(ImGuiCol_ButtonHovered),
            ImGui::GetColorU32(ImGuiCol_ButtonActive), ImGui::GetColorU32(ImGuiCol_Text)};
}

ButtonColors primary_colors(const Palette& palette) {
    // Faint if the button is disabled.
    const auto color = [](const Color& value) { return ImGui::GetColorU32(to_vec4(value)); };
    return {color(palette.accent), color(mix(palette.accent, palette.text, 0.15f)),
            color(mix(palette.accent, palette.text, 0.3f)), color(palette.accent_text)};
}

ButtonColors lit_colors() {
    ButtonColors colors = plain_colors();
    colors.fill = ImGui::GetColorU32(ImGuiCol_CheckMark, lit_fill);
    colors.content = ImGui::GetColorU32(ImGuiCol_CheckMark);
    return colors;
}

}  // namespace

bool icon_button(Icon icon, const char* name, const char* tip, const char* shortcut, bool enabled, bool lit) {
    const float scale = design_scale();
    const float side = 28.0f * scale;
    ImGui::BeginDisabled(!enabled);
    ImGui::PushID(name);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton("##icon", ImVec2(side, side));
    ImGui::PopID();
    name_widget(name);
    const ButtonColors colors = lit ? lit_colors() : plain_colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + side, low.y + side}, fill_of(colors), ImGui::GetStyle().FrameRounding);
    const float inset = std::floor(6.0f * scale);
    draw_icon(list, icon, {low.x + inset, low.y + inset}, icon_side * scale, colors.content);
    help_tip(*shortcut == '\0' ? tip : fmt::format("{}  [{}]", tip, shortcut).c_str());
    ImGui::EndDisabled();
    return pressed && enabled;
}

bool primary_button(const Look& look, Icon icon, const char* label) {
    return text_button(look,
                       {.icon = icon, .label = label, .font = look.fonts.bold, .padding = primary_padding},
                       36.0f, primary_colors(look.palette));
}

bool plain_button(const Look& look, Icon icon, const char* label, const char* key) {
    return text_button(
        look, {.icon = icon, .label = label, .key = key, .font = look.fonts.body, .padding = plain_padding},
        36.0f, plain_colors());
}

float primary_button_width(const Look& look, const char* label) {
    return button_width(look.fonts.bold, label, primary_padding);
}

float plain_button_width(const Look& look, const char* label) {
    return button_width(look.fonts.body, label, plain_padding);
}

float tool_button_width(const Look& look, const char* label) {
    return button_width(look.fonts.body, label, tool_padding);
}

bool tool_button(const Look& look, Icon icon, const char* label, bool lit) {
    return text_button(look, {.icon = icon, .label = label, .font = look.fonts.body, .padding = tool_padding},
                       28.0f, lit ? lit_colors() : plain_colors());
}

namespace {

/// A button whose content is centred within `size`, points. `key`: may be null.
bool centred_button(const Look& look, std::optional<Icon> icon, const ButtonContent& content, ImVec2 size,
                    const ButtonColors& colors) {
    const float scale = design_scale();
    const float gap = 8.0f * scale;
    const float icon_width = icon ? icon_side * scale + gap : 0.0f;
    const float label = text_width(content.font, content.label);
    const float cap = content.key == nullptr ? 0.0f : gap + key_cap_width(look, content.key);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(content.label, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, fill_of(colors),
                       ImGui::GetStyle().FrameRounding);
    float x = std::floor(low.x + 0.5f * (size.x - icon_width - label - cap));
    if (icon) {
        const float top = std::floor(low.y + 0.5f * (size.y - icon_side * scale));
        draw_icon(list, *icon, {x, top}, icon_side * scale, colors.content);
    }
    x += icon_width;
    draw_text_at(list, content.font, {x, low.y}, size.y, colors.content, content.label);
    if (content.key == nullptr) return pressed;
    x = std::floor(x + label + gap);
    const float height = std::round(18.0f * scale);
    const float top = std::floor(low.y + 0.5f * (size.y - height));
    compat::add_rect(list, {x, top}, {x + cap - gap, top + height}, colors.content, 3.0f * scale, 1.0f);
    draw_text_at(list, look.fonts.small, {x + 6.0f * scale, top}, height, colors.content, content.key);
    return pressed;
}

}  // namespace

bool wide_primary_button(const Look& look, Icon icon, const char* label, const char* key, float width) {
    return centred_button(
        look, icon, {.icon = icon, .label = label, .key = key, .font = look.fonts.bold, .padding = 0.0f},
        {width, 36.0f * design_scale()}, primary_colors(look.palette));
}

bool wide_button(const Look& look, std::optional<Icon> icon, const char* label, float width) {
    const ButtonColors colors{ImGui::GetColorU32(ImGuiCol_Button), ImGui::GetColorU32(ImGuiCol_ButtonHovered),
                              ImGui::GetColorU32(ImGuiCol_ButtonActive), ImGui::GetColorU32(ImGuiCol_Text)};
    return centred_button(look, icon, {.icon = {}, .label = label, .font = look.fonts.body, .padding = 0.0f},
                          {width, 28.0f * design_scale()}, colors);
}

bool chip_button(const Look& look, const char* label, bool lit) {
    const float scale = design_scale();
    ButtonColors colors = lit_colors();
    if (!lit)
        colors = {to_imgui(look.palette.field), to_imgui(look.palette.field_hover),
                  to_imgui(look.palette.field_active), to_imgui(look.palette.text_dim)};
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::ceil(text_width(look.fonts.small, label) + 20.0f * scale), 22.0f * scale);
    const bool pressed = ImGui::InvisibleButton(label, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, fill_of(colors), 0.5f * size.y);
    draw_text_at(list, look.fonts.small, {low.x + 10.0f * scale, low.y}, size.y, colors.content, label);
    return pressed;
}

std::optional<int> segments(const Look& look, const char* name, std::span<const char* const> labels,
                            int chosen, int accented) {
    const float scale = design_scale();
    const float inset = 2.0f * scale;
    const float height = 28.0f * scale;
    const float padding = 10.0f * scale;
    // The chosen label is bold, and a change must not move the other labels.
    const auto width_of = [&](const char* label) {
        return std::ceil(text_width(look.fonts.bold, label) + 2.0f * padding);
    };
    float width = inset;
    for (const char* label : labels)
        width += width_of(label) + inset;
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(start, {start.x + width, start.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                       ImGui::GetStyle().FrameRounding);
    std::optional<int> clicked;
    float x = start.x + inset;
    ImGui::BeginGroup();
    ImGui::PushID(name);
    for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
        const char* label = labels[static_cast<std::size_t>(i)];
        const ImVec2 low(x, start.y + inset);
        const ImVec2 size(width_of(label), height - 2.0f * inset);
        ImGui::SetCursorScreenPos(low);
        if (ImGui::InvisibleButton(label, size)) clicked = i;
        name_widget(name, label);
        const bool is_chosen = i == chosen;
        const bool has_accent = is_chosen && i == accented;
        const ImU32 fill = has_accent               ? to_imgui(look.palette.accent)
                           : is_chosen              ? to_imgui(look.palette.field_active)
                           : ImGui::IsItemHovered() ? to_imgui(look.palette.field_hover)
                                                    : 0;
        const Color text_color = has_accent  ? look.palette.accent_text
                                 : is_chosen ? look.palette.text
                                             : look.palette.text_dim;
        ImFont* font = has_accent ? look.fonts.bold : look.fonts.body;
        list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, fill, 3.0f * scale);
        const float left = low.x + 0.5f * (size.x - text_width(font, label));
        draw_text_at(list, font, {left, low.y}, size.y, ImGui::GetColorU32(to_imgui(text_color)), label);
        x += size.x + inset;
    }
    ImGui::PopID();
    ImGui::SetCursorScreenPos(start);
    ImGui::Dummy({width, height});
    ImGui::EndGroup();
    return clicked;
}

bool off_on(const Look& look, const char* name, bool& value) {
    const std::optional<int> clicked = segments(look, name, off_on_labels, value ? 1 : 0, 1);
    const bool is_changed = clicked && (*clicked == 1) != value;
    if (is_changed) value = !value;
    return is_changed;
}

void off_on(const Look& look, const char* name) {
    segments(look, name, off_on_labels, -1);
}

float key_cap_width(const Look& look, const char* key) {
    return std::ceil(text_width(look.fonts.small, key) + 12.0f * design_scale());
}

float draw_key_cap(ImDrawList& list, const Look& look, ImVec2 top_left, float height, const char* key) {
    const float scale = design_scale();
    const float width = key_cap_width(look, key);
    const float cap = std::round(18.0f * scale);
    const ImVec2 low(std::floor(top_left.x), std::floor(top_left.y + 0.5f * (height - cap)));
    compat::add_rect(list, low, {low.x + width, low.y + cap}, to_imgui(look.palette.border), 3.0f * scale,
                     1.0f);
    draw_text_at(list, look.fonts.small, {low.x + 6.0f * scale, low.y}, cap, to_imgui(look.palette.text_dim),
                 key);
    return width;
}

void section_head(const Fonts& fonts, const char* text) {
    std::string capitals(text);
    std::ranges::transform(capitals, capitals.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    compat::push_font(fonts.small);
    ImGui::TextDisabled("%s", capitals.c_str());
    ImGui::PopFont();
}

void toolbar_separator() {
    const float scale = design_scale();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = std::floor(at.x + 4.0f * scale);
    ImGui::GetWindowDrawList()->AddLine({x + 0.5f, at.y + 4.0f * scale}, {x + 0.5f, at.y + 24.0f * scale},
                                        ImGui::GetColorU32(ImGuiCol_Border));
    ImGui::Dummy({9.0f * scale, 28.0f * scale});
}

}  // namespace toibox::app
