// SPDX-License-Identifier: MIT
#include "app/panels/lesson/page_chart.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float chart_height = 110.0f;  ///< Design points, of the lines.
constexpr float value_dot_radius = 4.0f;

/// The values of a series in the run; NaN where a quantity has no finite value.
std::vector<double> values_of(const Session& session, const scene::PageChart::Series& series) {
    std::vector<double> values;
    for (const std::string& name : series.values) {
        const double value = session.run().quantity(name).value_or(std::nan(""));
        values.push_back(std::isfinite(value) ? value : std::nan(""));
    }
    return values;
}

struct ChartArea {
    ImVec2 low;           ///< Upper left corner.
    ImVec2 high;          ///< Lower right corner.
    double bottom = 0.0;  ///< Values at the lower and the upper edge.
    double top = 0.0;
    std::size_t count = 2;

    [[nodiscard]] ImVec2 at(std::size_t i, double value) const {
        const float x = static_cast<float>(i) / static_cast<float>(count - 1);
        const double fraction = top > bottom ? (value - bottom) / (top - bottom) : 0.0;
        return {low.x + x * (high.x - low.x), high.y - static_cast<float>(fraction) * (high.y - low.y)};
    }
};

void draw_series(const ChartArea& area, const std::vector<double>& values, const std::string& label,
                 Color color, const UiState& ui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = design_scale();
    std::optional<ImVec2> last;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) continue;
        const ImVec2 at = area.at(i, values[i]);
        if (i > 0 && !std::isnan(values[i - 1]))
            list.AddLine(area.at(i - 1, values[i - 1]), at, to_imgui(color), 1.5f * scale);
        last = at;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) continue;
        const ImVec2 at = area.at(i, values[i]);
        list.AddCircleFilled(at, value_dot_radius * scale, to_imgui(color));
        list.AddCircleFilled(at, 0.6f * value_dot_radius * scale, to_imgui(palette_of(ui.theme).panel));
        const std::string text = number_text(values[i]);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float x = std::clamp(at.x - 0.5f * size.x, area.low.x - 0.5f * size.x, area.high.x - size.x);
        list.AddText({std::floor(x), std::floor(at.y - size.y - value_dot_radius * scale)},
                     to_imgui(palette_of(ui.theme).text), text.c_str());
    }
    if (!last) return;
    const ImVec2 size = ImGui::CalcTextSize(label.c_str());
    list.AddText(
        {std::floor(area.high.x - size.x), std::floor(last->y - 2.2f * size.y - value_dot_radius * scale)},
        to_imgui(color), label.c_str());
}

}  // namespace

void page_chart(const Session& session, const scene::PageChart& chart, const UiState& ui, float width) {
    const Palette& palette = palette_of(ui.theme);
    const float scale = design_scale();
    ImGui::Dummy({0.0f, 4.0f * scale});
    compat::push_font(ui.fonts.small);
    hint_text(chart.title.c_str(), width);
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ChartArea area{.low = {corner.x + 2.0f * line, corner.y + 2.0f * line},
                   .high = {corner.x + width - 2.0f * line, corner.y + 2.0f * line + chart_height * scale},
                   .count = chart.x.size()};
    std::vector<std::vector<double>> values;
    for (const scene::PageChart::Series& series : chart.series) {
        values.push_back(values_of(session, series));
        for (const double value : values.back()) {
            if (value > area.top) area.top = value;
            if (value < area.bottom) area.bottom = value;
        }
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine(area.at(0, 0.0), area.at(area.count - 1, 0.0), to_imgui(palette.grid_axis), 1.0f);
    for (std::size_t i = 0; i < chart.x.size(); ++i) {
        const std::string text = number_text(chart.x[i]);
        const float x = area.at(i, 0.0).x - 0.5f * ImGui::CalcTextSize(text.c_str()).x;
        list.AddText({std::floor(x), area.high.y + 0.3f * line}, to_imgui(palette.text_dim), text.c_str());
    }
    const std::array colors{palette.text, palette.good, palette.bad, palette.accent};
    for (std::size_t i = 0; i < values.size(); ++i)
        draw_series(area, values[i], chart.series[i].label, colors[i % colors.size()], ui);
    const float label_width = ImGui::CalcTextSize(chart.x_label.c_str()).x;
    list.AddText({std::floor(area.high.x - label_width), area.high.y + 1.6f * line},
                 to_imgui(palette.text_dim), chart.x_label.c_str());
    ImGui::Dummy({width, area.high.y - corner.y + 2.8f * line});
    name_widget("page chart");
    ImGui::PopFont();
}

}  // namespace toibox::app
