// SPDX-License-Identifier: MIT
#include "app/panels/widgets/widgets.h"

#include "app/platform/markdown_view.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/text_wrap.h"
#include "app/platform/theme.h"

#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

void help_tip(const char* text) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0f);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

namespace {

/// Draws `widget` with an outlined frame.
template <class Widget>
bool outlined(Widget&& widget) {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    ImGui::PushStyleColor(ImGuiCol_Border, ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.7f));
    const bool pressed = widget();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return pressed;
}

void align_right(const char* text) {
    const float width = ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
}

}  // namespace

bool radio(const char* label, bool chosen) {
    return outlined([&] { return ImGui::RadioButton(label, chosen); });
}

bool checkbox(const char* label, bool& value) {
    return outlined([&] { return ImGui::Checkbox(label, &value); });
}

bool toggle_switch(const char* id, ImVec2 top_right, float height, bool& value) {
    const float scale = design_scale();
    const ImVec2 size(32.0f * scale, 18.0f * scale);
    const char* word = value ? "on" : "off";
    const float word_width = ImGui::CalcTextSize("off").x;
    const ImVec2 low(top_right.x - size.x, std::floor(top_right.y + 0.5f * (height - size.y)));
    const float left = low.x - 12.0f * scale - word_width;
    ImGui::SetCursorScreenPos({left, low.y});
    const bool is_clicked = ImGui::InvisibleButton(id, {top_right.x - left, size.y});
    if (is_clicked) value = !value;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({low.x - 12.0f * scale - ImGui::CalcTextSize(word).x,
                  std::floor(top_right.y + 0.5f * (height - ImGui::GetFontSize()))},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), word);
    list.AddRectFilled(low, {low.x + size.x, low.y + size.y},
                       ImGui::GetColorU32(value                    ? ImGuiCol_CheckMark
                                          : ImGui::IsItemHovered() ? ImGuiCol_FrameBgActive
                                                                   : ImGuiCol_FrameBgHovered),
                       0.5f * size.y);
    const float radius = 0.5f * size.y - 2.0f * scale;
    const float x = value ? low.x + size.x - 0.5f * size.y : low.x + 0.5f * size.y;
    list.AddCircleFilled({x, low.y + 0.5f * size.y}, radius,
                         ImGui::GetColorU32(value ? ImGuiCol_PopupBg : ImGuiCol_Text));
    return is_clicked;
}

void number_cell(const Fonts& fonts, const std::string& text) {
    compat::push_font(fonts.body);
    align_right(text.c_str());
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
}

void same_line_if_fits(float width, float gap) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    if (ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0.0f, gap);
}

void header_cell(const char* text) {
    ImGui::TableNextColumn();
    align_right(text);
    ImGui::TextDisabled("%s", text);
}

std::string with_true_minus(const std::string& number) {
    std::string text;
    for (const char character : number)
        text += character == '-' ? std::string("−") : std::string(1, character);
    return text;
}

std::string number_text(double value) {
    const double magnitude = std::abs(value);
    if (magnitude == 0.0) return "0";
    if (magnitude >= 1e4 && magnitude < 1e5) return with_true_minus(fmt::format("{:.0f}", value));
    if (!(magnitude >= 1e-3 && magnitude < 1e5)) return with_true_minus(fmt::format("{:.3g}", value));
    return with_true_minus(fmt::format("{:.4g}", value));
}

std::string fixed_text(double value) {
    return with_true_minus(fmt::format("{:.3f}", std::abs(value) < 5e-4 ? 0.0 : value));
}

std::string speed_text(double speed) {
    return speed < 1.0 ? fmt::format("1/{:.3g}×", 1.0 / speed) : fmt::format("{:.3g}×", speed);
}

std::string elide(const std::string& text, float width) {
    if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
    std::string shortened = text;
    while (!shortened.empty()) {
        // Remove a whole UTF-8 character: continuation bytes begin with the bits 10.
        while (shortened.size() > 1 && (static_cast<unsigned char>(shortened.back()) & 0xC0u) == 0x80u)
            shortened.pop_back();
        shortened.pop_back();
        if (ImGui::CalcTextSize((shortened + "…").c_str()).x <= width) break;
    }
    return shortened + "…";
}

void paragraph(const std::string& text, float width) {
    ImGui::TextUnformatted(
        with_line_breaks(text, width > 0.0f ? width : ImGui::GetContentRegionAvail().x).c_str());
}

void markdown(const Fonts& fonts, std::string_view text, float width) {
    markdown_item(text, markdown_fonts(fonts, ImGui::GetFont()),
                  width > 0.0f ? width : ImGui::GetContentRegionAvail().x);
}

void dim_markdown(const Fonts& fonts, std::string_view text, float width) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    markdown(fonts, text, width);
    ImGui::PopStyleColor();
}

void title_text(const Fonts& fonts, const char* text) {
    compat::push_font(fonts.bold);
    paragraph(text);
    ImGui::PopFont();
}

void hint_text(const char* text, float width) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    paragraph(text, width);
    ImGui::PopStyleColor();
}

}  // namespace toibox::app
