// SPDX-License-Identifier: MIT
// The Compare tab: a table with one column per pane, and how the panes stand.
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/session/comparison/comparison_rows.h"
#include "app/views/verdict_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float unit_width = 5.5f;  ///< Of the column of units, em.
constexpr const char* minus = "−";

/// A number with a true minus; `signed_plus`: also with a plus. Zero has no decimals.
std::string value_text(double value, int decimals, bool signed_plus = false) {
    const std::string digits = fmt::format("{:.{}f}", std::abs(value), decimals);
    if (digits.find_first_not_of("0.") == std::string::npos) return "0";
    return (value < 0.0 ? minus : signed_plus ? "+" : "") + digits;
}

/// Right-aligned text in the current cell. Dashes and zeros are dim.
void value_cell(const std::string& text, bool is_dim, ImFont* font) {
    compat::push_font(font);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0f));
    if (is_dim) {
        ImGui::TextDisabled("%s", text.c_str());
    } else {
        ImGui::TextUnformatted(text.c_str());
    }
    ImGui::PopFont();
}

void value_cell(const std::optional<double>& value, const ComparisonRow& row, bool is_difference,
                const Fonts& fonts) {
    ImGui::TableNextColumn();
    if (!value) return value_cell("–", true, fonts.body);
    const std::string text = value_text(*value, row.decimals(), is_difference);
    value_cell(text, text == "0", is_difference ? fonts.bold : fonts.body);
}

void heading_row(const Comparison& comparison, const UiState& ui, bool has_difference) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("After step %lld", static_cast<long long>(comparison.pane(0).run().steps()));
    ImGui::TableNextColumn();
    ImGui::TextDisabled("unit");
    for (std::size_t i = 0; i < comparison.size(); ++i) {
        ImGui::TableNextColumn();
        const std::string name = pane_name(comparison, ui.compare.differences, i);
        const std::string text = fmt::format("{}  {}", i + 1, name);
        value_cell(elide(text, ImGui::GetContentRegionAvail().x), true, ui.fonts.body);
        help_tip(name.c_str());
    }
    if (!has_difference) return;
    ImGui::TableNextColumn();
    value_cell(fmt::format("2 {} 1", minus), true, ui.fonts.body);
}

/// Icon and word, right-aligned in the current cell.
void verdict_cell(scene::VerdictKind verdict, const Palette& palette, ImFont* font) {
    const scene::VerdictName& name = scene::name_of(verdict);
    ImGui::PushStyleColor(ImGuiCol_Text, to_vec4(color_of(verdict, palette)));
    value_cell(std::string(name.label), false, font);
    ImGui::PopStyleColor();
    help_tip(name.summary.data());
    const float side = ImGui::GetFontSize();
    const ImVec2 word = ImGui::GetItemRectMin();
    draw_icon(*ImGui::GetWindowDrawList(), icon_of(verdict), {word.x - side - spacing::half, word.y}, side,
              to_imgui(color_of(verdict, palette)));
}

void verdict_row(const Comparison& comparison, const UiState& ui) {
    const Palette& palette = palette_of(ui.theme);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted("Verdict");
    help_tip("The worst verdict since the start");
    ImGui::TableNextColumn();
    for (std::size_t i = 0; i < comparison.size(); ++i) {
        ImGui::TableNextColumn();
        const auto verdict = pane_verdict(comparison.pane(i));
        if (!verdict) {
            value_cell("–", true, ui.fonts.body);
            continue;
        }
        verdict_cell(*verdict, palette, ui.fonts.bold);
    }
}

/// Buttons for rows, columns and 2 × 2.
void arrangement_buttons(UiState& ui) {
    constexpr std::array<std::pair<PaneArrangement, const char*>, 3> choices{
        {{PaneArrangement::Rows, "Rows"},
         {PaneArrangement::Columns, "Columns"},
         {PaneArrangement::Grid, "2 × 2"}}};
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Panes");
    ImGui::SameLine();
    if (radio("By the scene", !ui.compare.arrangement)) ui.compare.arrangement.reset();
    name_widget("panes by the scene");
    for (const auto& [arrangement, label] : choices) {
        ImGui::SameLine();
        if (radio(label, ui.compare.arrangement == arrangement)) ui.compare.arrangement = arrangement;
        name_widget("panes", label);
    }
}

}  // namespace

void compare_panel(const Comparison& comparison, UiState& ui) {
    if (!comparison.is_active()) {
        hint_text("Tick two to four variants in the Scenes tab, or press F7, to see them side by side.");
        return;
    }
    const bool has_difference = comparison.size() == 2;
    const int columns = 2 + static_cast<int>(comparison.size()) + (has_difference ? 1 : 0);
    if (ImGui::BeginTable("compare", columns,
                          ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_BordersInnerH)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("unit", ImGuiTableColumnFlags_WidthFixed, unit_width * ImGui::GetFontSize());
        heading_row(comparison, ui, has_difference);
        verdict_row(comparison, ui);
        for (const ComparisonRow& row : comparison_rows(comparison)) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(row.name.c_str());
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", row.unit.c_str());
            for (const std::optional<double>& value : row.values)
                value_cell(value, row, false, ui.fonts);
            if (has_difference) value_cell(row.difference(), row, true, ui.fonts);
        }
        ImGui::EndTable();
    }
    arrangement_buttons(ui);
}

}  // namespace toibox::app
