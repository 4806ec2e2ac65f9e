// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr const char* group_gap = "  ";
/// Width from which the toolbar has all controls, em. In a narrower window, policy and TOI method are only in
/// the Settings tab.
constexpr float full_toolbar_width = 71.0f;

bool shows_all_controls() {
    return ImGui::GetWindowWidth() >= full_toolbar_width * ImGui::GetFontSize();
}

void time_controls(Session& session, UiState& ui) {
    if (icon_button(Icon::Restart, "restart", "Restart the scene", "R")) restart(session, ui);
    ImGui::SameLine();
    const bool playing = session.is_playing();
    if (icon_button(playing ? Icon::Pause : Icon::Play, "play", playing ? "Pause" : "Play", "Space")) {
        session.set_playing(!playing);
    }
    ImGui::SameLine();
    if (icon_button(Icon::Step, "step",
                    session.settings().stop_at_each_impact ? "Run to the next impact or the end of the step"
                                                           : "One step",
                    ".")) {
        session.step_once();
    }
}

/// Slider for the speed: 1/64 … 8 in powers of two.
void speed_control(Session& session) {
    int exponent = static_cast<int>(std::lround(std::log2(session.speed())));
    const std::string text =
        exponent < 0 ? fmt::format("1/{}×", 1 << -exponent) : fmt::format("{}×", 1 << exponent);
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * (shows_all_controls() ? 5.5f : 5.0f));
    if (slider_with_text("##speed", exponent, -6, 3, text.c_str())) session.set_speed(std::exp2(exponent));
    name_widget("speed");
    help_tip(
        "Simulated seconds per real second. The step length is unchanged; only the number of steps per "
        "real second changes.");
}

void continuous_controls(Session& session, UiState& ui) {
    const WorldSettings& settings = session.settings();
    bool on = settings.continuous != ContinuousPolicy::Off;
    if (toggle("continuous", on)) toggle_continuous(session, ui);
    help_tip(
        "Continuous collision. When off, motion is sampled once per step, and fast bodies can pass through "
        "thin ones. When on, motion within the step is checked.  [T]");
    if (!shows_all_controls()) return;
    ImGui::SameLine();
    ImGui::BeginDisabled(!on);
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 11.5f);
    const auto& policy = enum_entry(continuous_policies(), on ? settings.continuous : ui.policy_when_on);
    if (ImGui::BeginCombo("##policy", policy.label.data())) {
        for (const auto& entry : continuous_policies()) {
            if (entry.value == ContinuousPolicy::Off) continue;
            if (ImGui::Selectable(entry.label.data(), entry.value == settings.continuous)) {
                WorldSettings changed = settings;
                changed.continuous = entry.value;
                ui.policy_when_on = entry.value;
                apply_settings(session, ui, changed);
            }
            help_tip(entry.help.data());
        }
        ImGui::EndCombo();
    }
    name_widget("policy");
    help_tip(policy.help.data());
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 13.0f);
    if (ImGui::BeginCombo("##toi", promises(settings.toi).label.data())) {
        for (const ToiPromises& method : toi_methods()) {
            if (ImGui::Selectable(method.label.data(), method.method == settings.toi)) {
                WorldSettings changed = settings;
                changed.toi = method.method;
                apply_settings(session, ui, changed);
            }
            help_tip(method.summary.data());
        }
        ImGui::EndCombo();
    }
    name_widget("toi");
    help_tip(promises(settings.toi).summary.data());
    ImGui::EndDisabled();
}

}  // namespace

void toolbar(Session& session, UiState& ui) {
    time_controls(session, ui);
    ImGui::SameLine();
    ImGui::TextUnformatted(group_gap);
    ImGui::SameLine();
    ImGui::BeginGroup();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.125f * ImGui::GetFrameHeight());
    speed_control(session);
    ImGui::SameLine();
    ImGui::TextUnformatted(group_gap);
    ImGui::SameLine();
    continuous_controls(session, ui);
    ImGui::SameLine();
    ImGui::TextUnformatted(group_gap);
    ImGui::SameLine();
    bool warm_starting = session.settings().warm_starting;
    if (toggle("warm starting", warm_starting)) toggle_warm_starting(session, ui);
    help_tip(
        "Contacts start from their impulses of the previous step. Without warm starting, stacks sag.  [W]");
    ImGui::SameLine();
    bool stop_at_each_impact = session.settings().stop_at_each_impact;
    if (toggle("stop at impacts", stop_at_each_impact)) {
        WorldSettings settings = session.settings();
        settings.stop_at_each_impact = stop_at_each_impact;
        apply_settings(session, ui, settings);
    }
    help_tip(stop_at_impacts_help);
    ImGui::EndGroup();
}

}  // namespace toibox::app
