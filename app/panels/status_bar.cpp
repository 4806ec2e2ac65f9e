// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"

#include <array>
#include <fmt/format.h>
#include <optional>

#include <imgui.h>

namespace toibox::app {

namespace {

/// A column of fixed width, so that a changing number does not move the other columns.
struct StatusColumn {
    std::string text;
    const char* widest;  ///< The column is as wide as this text.
    int priority;        ///< Columns with higher numbers are left out first.
    const char* help;
    bool shown = false;
};

const char* lesson_hint(PageStage stage) {
    switch (stage) {
        case PageStage::Asking:
            return "1 to 9 choose an answer · S skips the question · Page Up goes back";
        case PageStage::Running:
            return "The run stops where it decides";
        case PageStage::Finished:
            return "Page Down shows the answer";
        case PageStage::Revealed:
            break;
    }
    return "Page Down goes on · Page Up goes back";
}

const char* hint(const Session& session, const UiState& ui) {
    if (ui.lesson.is_open()) return lesson_hint(ui.lesson.stage);
    if (session.is_dragging()) return session.is_playing() ? "Pulling with a spring" : "Moving while paused";
    return session.is_playing()
               ? "Drag a body to pull it · right-drag pans · wheel zooms · Tab for a projector"
               : "Drag a body to move it · right-drag pans · wheel zooms · Tab for a projector";
}

float width_of(const StatusColumn& column) {
    return ImGui::CalcTextSize(column.widest).x + 1.5f * ImGui::GetFontSize();
}

/// Marks the columns that have a text and fit into `room`, in order of priority. Stops at the first column
/// that does not fit, so that a narrowing window removes columns one by one.
void mark_shown(std::array<StatusColumn, 5>& columns, float room) {
    for (int priority = 0; priority < static_cast<int>(columns.size()); ++priority) {
        for (StatusColumn& column : columns) {
            if (column.priority != priority || column.text.empty()) continue;
            room -= width_of(column);
            if (room < 0.0f) return;
            column.shown = true;
        }
    }
}

std::string cursor_text(const StatusInfo& info) {
    if (!info.cursor_in_world) return {};
    return fmt::format("{:.2f}, {:.2f} m", static_cast<double>(info.cursor.x),
                       static_cast<double>(info.cursor.y));
}

}  // namespace

void status_bar(const Session& session, const UiState& ui, const StatusInfo& info) {
    const std::optional<double> factor = session.real_time_factor();
    std::array<StatusColumn, 5> columns{{
        {cursor_text(info), "-123.45, -123.45 m", 1, "Position of the cursor in the world"},
        {number_text(static_cast<double>(info.pixels_per_meter)) + " px/m", "1.23e+05 px/m", 2,
         "Zoom, pixels per metre"},
        {fmt::format("{:.0f} Hz × {}", session.hertz(), session.settings().substeps), "1000 Hz × 100", 0,
         "Steps per simulated second × solver sub-steps per detection sub-step"},
        {factor && ui.shows_run_details ? fmt::format("{:.2f}× real time", *factor) : "", "10.00× real time",
         3, "Measured: simulated seconds per real second"},
        {ui.shows_run_details ? fmt::format("#{:016x}", session.world().hash()) : "", "#0123456789abcdef", 4,
         "Hash of the state. The same scene and inputs give the same hash in every build."},
    }};
    compat::push_font(ui.fonts.small);
    const float left = ImGui::GetCursorPosX();
    const float top = ImGui::GetCursorPosY();
    const float room = ImGui::GetContentRegionAvail().x;
    float x = left + room;
    mark_shown(columns, room);
    for (std::size_t i = columns.size(); i-- > 0;) {
        const StatusColumn& column = columns[i];
        if (!column.shown || column.text.empty()) continue;
        ImGui::SetCursorPos({x - ImGui::CalcTextSize(column.text.c_str()).x, top});
        ImGui::TextDisabled("%s", column.text.c_str());
        help_tip(column.help);
        x -= width_of(column);
    }
    const char* text = hint(session, ui);
    if (ImGui::CalcTextSize(text).x <= x - left) {
        ImGui::SetCursorPos({left, top});
        ImGui::TextDisabled("%s", text);
    }
    ImGui::PopFont();
}

}  // namespace toibox::app
