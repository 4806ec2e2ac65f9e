// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

/// Columns of fixed width, so that no number makes the next one jump.
void column(float& x, float width, const std::string& text, const char* help) {
    ImGui::SameLine(x);
    ImGui::TextUnformatted(text.c_str());
    help_tip(help);
    x += width;
}

}  // namespace

void status_bar(const Session& session, const StatusInfo& info) {
    const float em = ImGui::GetFontSize();
    const scene::Run& run = session.run();
    ImGui::TextDisabled(
        "%s", session.dragging() ? "Dragging by a spring"
                                 : "Drag a body; drag empty space with the right button to pan; wheel zooms");
    float x = em * 26.0f;
    column(x, em * 12.0f,
           info.cursor_in_world ? fmt::format("{:.2f}, {:.2f} m", static_cast<double>(info.cursor.x),
                                              static_cast<double>(info.cursor.y))
                                : std::string("–"),
           "The cursor's place in the world");
    column(x, em * 7.0f, fmt::format("{:.3g} px/m", static_cast<double>(info.pixels_per_metre)), "Zoom");
    column(x, em * 13.0f, fmt::format("step {}   {:.3f} s", run.steps(), run.time()),
           "Steps and simulated time since the restart");
    column(x, em * 8.0f, fmt::format("{:.0f} Hz × {}", session.hertz(), session.settings().substeps),
           "Steps a second × solver sub-steps");
    column(x, em * 6.0f, fmt::format("{:.2f}× real", session.real_time_factor()),
           "Simulated seconds a second");
    column(x, em * 10.0f, fmt::format("#{:016x}", session.world().hash()),
           "Hash of the state: the same scene and inputs give the same bits on every build");
}

}  // namespace toibox::app
