// SPDX-License-Identifier: MIT
// The timeline with its buttons, and the list of branches and bookmarks.
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/timeline/timeline_strip.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/session/event_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float names_height = 20.0f;
constexpr float strip_margin = 4.0f;  ///< Above and below the strip.
constexpr float button_height = 28.0f;

std::string branch_label(const replay::Recording& recording, std::uint32_t branch_index) {
    const replay::Branch& branch = recording.branches[branch_index];
    if (!branch.fork) return "main branch";
    const std::string name = branch.name.empty() ? fmt::format("branch {}", branch_index) : branch.name;
    return fmt::format("{} (from frame {})", name, branch.fork->frame);
}

/// List of branches and bookmarks; a click goes to one.
void branch_menu(Session& session) {
    const replay::Recording& recording = session.history().recording();
    const std::uint32_t current = session.history().position().branch;
    if (!ImGui::BeginCombo("##branch", branch_label(recording, current).c_str())) {
        name_widget("branch list");
        help_tip(
            "Branches and bookmarks. Changing the past creates a branch; Shift+B creates one manually. M "
            "sets a bookmark.");
        return;
    }
    name_widget("branch list");
    std::optional<std::pair<std::uint32_t, std::uint64_t>> target;  // branch, frame
    for (std::uint32_t i = 0; i < recording.branches.size(); ++i) {
        const std::string label =
            fmt::format("{}, to frame {}", branch_label(recording, i), recording.branches[i].end());
        if (ImGui::Selectable(label.c_str(), i == current)) target.emplace(i, recording.branches[i].end());
        name_widget(fmt::format("branch {}", i));
    }
    if (!recording.bookmarks.empty()) ImGui::Separator();
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < recording.bookmarks.size(); ++i) {
        const replay::Bookmark& bookmark = recording.bookmarks[i];
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::SmallButton("×")) removed = i;
        help_tip("Remove the bookmark");
        ImGui::SameLine();
        if (ImGui::Selectable(bookmark.name.c_str())) target.emplace(bookmark.branch, bookmark.frame);
        name_widget("bookmark", bookmark.name);
        ImGui::PopID();
    }
    ImGui::EndCombo();
    if (target) session.go_to(target->first, target->second);
    if (removed) session.remove_bookmark(*removed);
}

/// "step 1 · 16.7 ms".
std::string time_text(const Session& session) {
    const scene::Run& run = session.run();
    if (session.world().state().progress.paused) return fmt::format("inside step {}", run.steps() + 1);
    return fmt::format("step {} · {}", run.steps(), event_time_text(run.time()));
}

void timeline_buttons(Session& session, UiState& ui) {
    if (icon_button(Icon::PreviousEvent, "timeline previous event", previous_event_help, "Ctrl+,"))
        go_to_previous_event(session, ui);
    ImGui::SameLine(0.0f, spacing::half);
    if (icon_button(Icon::NextEvent, "timeline next event", next_event_help, "Ctrl+."))
        go_to_next_event(session, ui);
    ImGui::SameLine(0.0f, spacing::half);
    if (icon_button(session.is_recording() ? Icon::Stop : Icon::Record, "record",
                    session.is_recording()
                        ? "Stop recording"
                        : "Record to a file: the history so far and everything that follows",
                    "Ctrl+R"))
        toggle_recording(session, ui);
    ImGui::SameLine(0.0f, spacing::unit);
}

}  // namespace

void timeline_panel(Session& session, const Comparison& comparison, UiState& ui) {
    const replay::History& history = session.history();
    const float unit = design_scale();
    const ImVec2 window = ImGui::GetWindowPos();
    const float top = window.y + names_height * unit;  // of the row with the strip
    const float row_height = window.y + ImGui::GetWindowHeight() - top;
    const float right = window.x + ImGui::GetWindowWidth() - spacing::unit;
    const auto centered = [&](float height) { return std::floor(top + 0.5f * (row_height - height)); };
    ImGui::SetCursorScreenPos({window.x + spacing::unit, centered(button_height * unit)});
    const bool locked = is_locked(session, ui);
    ImGui::BeginDisabled(locked);
    timeline_buttons(session, ui);
    ImGui::EndDisabled();
    const float left = ImGui::GetCursorScreenPos().x;
    const bool has_branches_or_bookmarks =
        history.recording().branches.size() > 1 || !history.recording().bookmarks.empty();
    const float menu_width =
        has_branches_or_bookmarks ? std::min(13.0f * ImGui::GetFontSize(), 0.3f * (right - left)) : 0.0f;
    const std::string text = time_text(session);
    const float text_width = ImGui::CalcTextSize(text.c_str()).x;
    // Wide enough for most runs, so that the strip rarely changes its width.
    const float label_width = std::max(text_width, ImGui::CalcTextSize("step 10000 · 166.67 s").x);
    const float label_right = right - (menu_width > 0.0f ? menu_width + spacing::unit : 0.0f);
    const float strip_right = std::max(label_right - label_width - spacing::wide, left + 40.0f);
    TimelineStrip strip(
        session, comparison, palette_of(ui.theme), ui.fonts,
        {.strip = {left, top + strip_margin * unit, strip_right - left,
                   row_height - 2.0f * strip_margin * unit},
         .names = {left - spacing::unit, window.y, right - left + spacing::unit, names_height * unit}});
    strip.draw();
    if (!locked) {
        strip.handle_mouse(ui.loop_from);
    } else {
        const float side = 16.0f * unit;
        draw_icon(*ImGui::GetWindowDrawList(), Icon::Lock,
                  {std::floor(strip_right - 1.5f * side), centered(side)}, side,
                  to_imgui(palette_of(ui.theme).text_dim));
    }
    ImGui::SetCursorScreenPos({label_right - text_width, centered(ImGui::GetFontSize())});
    ImGui::TextUnformatted(text.c_str());
    help_tip(
        "Steps and simulated time since the restart. There is one frame after each step and, if steps stop "
        "at impacts, one at each stop.");
    if (!has_branches_or_bookmarks) return;
    ImGui::SetCursorScreenPos({right - menu_width, centered(ImGui::GetFrameHeight())});
    ImGui::SetNextItemWidth(menu_width);
    branch_menu(session);
}

}  // namespace toibox::app
