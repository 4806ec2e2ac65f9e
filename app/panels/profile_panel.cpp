// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

#include <algorithm>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float budget_ms = 1000.0f / 60.0f;  ///< Of a frame at 60 Hz.

void cell(double milliseconds) {
    ImGui::TableNextColumn();
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", milliseconds);
    number_cell(text);
}

void history_row(const char* name, const StageHistory& history) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name);
    cell(history.now());
    cell(history.average());
    cell(history.maximum());
}

void frame_row(const char* name, double milliseconds) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name);
    cell(milliseconds);
}

void graph(const StageHistory& total) {
    ImGui::TextDisabled("Step, last %d, ms (line: the budget of a frame at 60 Hz)",
                        static_cast<int>(StageHistory::capacity));
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

void profile_panel(const Session& session, const FrameTimes& frame) {
    const Statistics& statistics = session.statistics();
    if (!ImGui::BeginTable("profile layout", 2, ImGuiTableFlags_SizingStretchSame)) return;
    ImGui::TableNextColumn();
    if (ImGui::BeginTable("stages", 4, ImGuiTableFlags_SizingStretchProp)) {
        ImGui::TableSetupColumn("ms");
        ImGui::TableSetupColumn("now");
        ImGui::TableSetupColumn("average");
        ImGui::TableSetupColumn("maximum");
        ImGui::TableHeadersRow();
        for (int i = 0; i < stage_count; ++i) {
            const auto stage = static_cast<Stage>(i);
            history_row(to_string(stage).data(), statistics.stage(stage));
        }
        history_row("step", statistics.total());
        frame_row("draw: build", frame.build_ms);
        frame_row("draw: upload", frame.upload_ms);
        frame_row("frame", frame.frame_ms);
        ImGui::EndTable();
    }
    ImGui::TableNextColumn();
    graph(statistics.total());
    ImGui::EndTable();
}

}  // namespace toibox::app
