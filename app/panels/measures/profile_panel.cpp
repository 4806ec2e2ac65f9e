// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float budget_ms = 1000.0f / 60.0f;  ///< One frame at 60 Hz.

// Widths in em.
constexpr float name_width = 6.0f;  ///< Fits the longest stage name.
constexpr float time_width = 4.5f;  ///< Fits "maximum" and 99.999.
constexpr float max_table_width = 24.0f;
constexpr float min_graph_width = 9.0f;  ///< With less room, the graph goes below the table.

/// Width of the table of stages, points.
float stages_width() {
    const float em = ImGui::GetFontSize();
    const float padding = 8.0f * ImGui::GetStyle().CellPadding.x;
    const float min_width = (name_width + 3.0f * time_width) * em + padding;
    return std::min(
        std::max(min_width, std::min(0.5f * ImGui::GetContentRegionAvail().x, max_table_width * em)),
        ImGui::GetContentRegionAvail().x);
}

void cell(const UiState& ui, double milliseconds) {
    ImGui::TableNextColumn();
    number_cell(ui.fonts, fmt::format("{:.3f}", milliseconds));
}

void history_row(const UiState& ui, const char* name, const StepHistory& history) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name);
    cell(ui, history.latest());
    cell(ui, history.average());
    cell(ui, history.maximum());
}

void stages(const Statistics& statistics, const UiState& ui) {
    if (!ImGui::BeginTable("stages", 4, ImGuiTableFlags_SizingFixedFit, {stages_width(), 0.0f})) return;
    ImGui::TableSetupColumn("stage", ImGuiTableColumnFlags_WidthStretch);
    for (const char* name : {"now", "average", "maximum"})
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, time_width * ImGui::GetFontSize());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("Stage, ms");
    header_cell("now");
    header_cell("average");
    header_cell("maximum");
    for (int i = 0; i < stage_count; ++i) {
        const auto stage = static_cast<Stage>(i);
        history_row(ui, to_string(stage).data(), statistics.stage(stage));
    }
    history_row(ui, "whole step", statistics.total());
    ImGui::EndTable();
}

void graph(const StepHistory& total) {
    hint_text(fmt::format("Last {} steps. The line is at {:.1f} ms, the time of a frame at 60 Hz.",
                          StepHistory::capacity, budget_ms)
                  .c_str());
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x,
                      std::max(ImGui::GetContentRegionAvail().y - 4.0f, ImGui::GetFontSize() * 3.0f));
    const float top = std::max(static_cast<float>(total.maximum()), budget_ms * 1.1f);
    const auto& values = total.values();
    ImGui::PlotLines("##history", values.data(), static_cast<int>(values.size()), 0, nullptr, 0.0f, top,
                     size);
    const float y = low.y + size.y * (1.0f - budget_ms / top);
    ImGui::GetWindowDrawList()->AddLine(ImVec2(low.x, y), ImVec2(low.x + size.x, y),
                                        ImGui::GetColorU32(ImGuiCol_PlotLinesHovered));
}

}  // namespace

void profile_panel(const Session& session, const UiState& ui, const FrameTimes& frame) {
    const Statistics& statistics = session.statistics();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, 1.0f});
    const float gap = 2.0f * ImGui::GetStyle().ItemSpacing.x;
    const float graph_width = ImGui::GetContentRegionAvail().x - stages_width() - gap;
    stages(statistics, ui);
    if (graph_width >= min_graph_width * ImGui::GetFontSize()) ImGui::SameLine(0.0f, gap);
    ImGui::BeginGroup();
    ImGui::TextDisabled("Frame, ms");
    compat::push_font(ui.fonts.mono);
    ImGui::TextWrapped("%s", fmt::format("build {:6.3f}  upload {:6.3f}  frame {:6.2f}", frame.build_ms,
                                         frame.upload_ms, frame.frame_ms)
                                 .c_str());
    ImGui::PopFont();
    help_tip(
        "Build: time to fill the draw batches. Upload: time of the OpenGL calls. Frame: time from one "
        "displayed frame to the next.");
    graph(statistics.total());
    ImGui::EndGroup();
    ImGui::PopStyleVar();
}

}  // namespace toibox::app
