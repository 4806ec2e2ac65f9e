// SPDX-License-Identifier: MIT
#include "app/panels/sweep/curve_plot.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

void faint_cell(const Look& look, const std::string& text, Color color) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(color));
    number_cell(look.fonts, text);
    ImGui::PopStyleColor();
}

/// Whether the counted fraction is the expected one, to within a run.
bool agrees(const CurveRuns::Point& point, double expected) {
    return std::abs(point.fraction() - expected) <= 1.0001 / static_cast<double>(point.runs);
}

void agreement_cell(const Look& look, const CurveRuns::Point& point, double expected) {
    ImGui::TableNextColumn();
    const bool is_right = agrees(point, expected);
    const float side = ImGui::GetTextLineHeight();
    draw_icon(*ImGui::GetWindowDrawList(), is_right ? Icon::Tick : Icon::Cross, ImGui::GetCursorScreenPos(),
              side, to_imgui(is_right ? look.palette.good : look.palette.bad));
    ImGui::Dummy({side, side});
    help_tip(is_right ? "The counted fraction equals the expected one to within one run."
                      : "The counted fraction differs from the expected one by more than one run.");
}

}  // namespace

std::optional<std::size_t> curve_table(const Look& look, const ShownCurve& shown) {
    const scene::CurveEntry& curve = shown.curve;
    const bool is_speed = curve.unit == "m/s";
    const bool has_expected = curve.expected_at(curve.points.front()).has_value();
    const int columns = 3 + (is_speed ? 1 : 0) + (has_expected ? 2 : 0);
    if (!ImGui::BeginTable("points", columns,
                           ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp))
        return std::nullopt;
    ImGui::TableNextRow();
    compat::push_font(look.fonts.small);
    header_cell((curve.label + (curve.unit.empty() ? "" : ", " + curve.unit)).c_str());
    if (is_speed) header_cell("per step, m");
    header_cell("counted");
    header_cell("fraction");
    if (has_expected) {
        header_cell("expected");
        ImGui::TableNextColumn();
    }
    ImGui::PopFont();
    std::optional<std::size_t> clicked;
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        ImGui::TableNextRow();
        if (i == shown.chosen)
            ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                                   to_imgui(with_alpha(look.palette.accent, chosen_fill)));
        ImGui::TableNextColumn();
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns)) clicked = i;
        name_widget(fmt::format("curve row {}", i + 1));
        ImGui::SameLine(0.0f, 0.0f);
        ImGui::PopID();
        number_cell(look.fonts, number_text(curve.points[i].x));
        if (is_speed)
            faint_cell(look, fmt::format("{:.3f}", curve.points[i].x * shown.step), look.palette.text);
        const CurveRuns::Point point = shown.results.empty() ? CurveRuns::Point{} : shown.results[i];
        const bool has_count = point.finished > 0;
        const Color faint = look.palette.text_faint;
        faint_cell(look, has_count ? fmt::format("{} / {}", point.holding, point.finished) : "–",
                   has_count ? look.palette.text : faint);
        faint_cell(look, has_count ? fmt::format("{:.3f}", point.fraction()) : "–",
                   has_count ? look.palette.text : faint);
        if (!has_expected) continue;
        const auto expected = curve.expected_at(curve.points[i]);
        faint_cell(look, expected ? fmt::format("{:.3f}", *expected) : "–", look.palette.text_dim);
        if (expected && point.is_finished())
            agreement_cell(look, point, *expected);
        else
            ImGui::TableNextColumn();
    }
    ImGui::EndTable();
    return clicked;
}

}  // namespace toibox::app
