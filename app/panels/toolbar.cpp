// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float control_gap = 4.0f;
constexpr float label_gap = 8.0f;
constexpr float search_width = 220.0f;
constexpr float narrow_search_width = 96.0f;  ///< Shows only the icon and the key.
constexpr float speed_width = 76.0f;
constexpr float policy_list_width = 168.0f;
constexpr float method_list_width = 200.0f;
constexpr int slowest_exponent = -6;  ///< Speed 1/64.
constexpr int fastest_exponent = 3;   ///< Speed 8.

void next_item(float distance = control_gap) {
    ImGui::SameLine(0.0f, distance * design_scale());
}

void next_group() {
    next_item();
    toolbar_separator();
    next_item();
}

/// A grey label in front of a control, at its height.
void control_label(const char* text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", text);
    next_item(label_gap);
}

void time_controls(Session& session, UiState& ui) {
    if (icon_button(Icon::Restart, "restart", "Restart the scene", "R")) restart(session, ui);
    next_item();
    if (icon_button(Icon::StepBack, "step back", "One step back (hold Backspace to rewind)", ","))
        step_back(session, ui, 1);
    next_item();
    const bool playing = session.is_playing();
    if (icon_button(playing ? Icon::Pause : Icon::Play, "play", playing ? "Pause" : "Play", "Space"))
        session.set_playing(!playing);
    next_item();
    if (icon_button(Icon::Step, "step",
                    session.settings().stop_at_each_impact ? "Run to the next impact or the end of the step"
                                                           : "One step",
                    "."))
        session.step_once();
    next_item();
    if (icon_button(Icon::NextEvent, "next event", "Go to the next contact, impact or verdict", "Ctrl+."))
        go_to_next_event(session, ui);
}

std::string speed_text(double speed) {
    return speed < 1.0 ? fmt::format("1/{:.3g}×", 1.0 / speed) : fmt::format("{:.3g}×", speed);
}

void speed_control(Session& session) {
    control_label("Speed");
    ImGui::SetNextItemWidth(speed_width * design_scale());
    const bool is_open = ImGui::BeginCombo("##speed", speed_text(session.speed()).c_str());
    name_widget("speed");
    help_tip(
        "Simulated seconds per real second. The step length is unchanged; only the number of steps per "
        "real second changes.");
    if (!is_open) return;
    for (int exponent = fastest_exponent; exponent >= slowest_exponent; --exponent) {
        const double speed = std::exp2(exponent);
        const std::string text = speed_text(speed);
        if (ImGui::Selectable(text.c_str(), speed == session.speed())) session.set_speed(speed);
        name_widget("speed", text);
    }
    ImGui::EndCombo();
}

void policy_list(Session& session, UiState& ui) {
    const WorldSettings settings = session.settings();
    const auto& policy = enum_entry(continuous_policies(), settings.continuous);
    ImGui::SetNextItemWidth(policy_list_width * design_scale());
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
}

void method_list(Session& session, UiState& ui) {
    const WorldSettings settings = session.settings();
    ImGui::SetNextItemWidth(method_list_width * design_scale());
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
}

void continuous_controls(Session& session, UiState& ui) {
    control_label("Continuous");
    bool on = session.settings().continuous != ContinuousPolicy::Off;
    if (off_on(ui.look(), "continuous", on)) toggle_continuous(session, ui);
    help_tip(
        "Continuous collision. When off, motion is sampled once per step, and fast bodies can pass through "
        "thin ones. When on, motion within the step is checked.  [T]");
    if (!on) return;
    next_item(label_gap);
    policy_list(session, ui);
    next_item();
    method_list(session, ui);
}

void compare_button(UiState& ui) {
    if (tool_button(ui.look(), Icon::Columns, "Compare", ui.compare.is_active())) ui.compare.toggle = true;
    name_widget("compare");
    help_tip("Shows two to four variants side by side, with one clock and shared input  [F7]");
}

/// A button that looks like a text field.
void search_field(UiState& ui, float width) {
    const Look look = ui.look();
    const float scale = design_scale();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = 28.0f * scale;
    if (ImGui::InvisibleButton("##search everything", {width, height})) ui.search_popup.opens = true;
    name_widget("search everything");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + height},
                       to_imgui(ImGui::IsItemHovered() ? look.palette.field_hover : look.palette.field),
                       ImGui::GetStyle().FrameRounding);
    help_tip("Search scenes and commands  [Ctrl+P]");
    const ImU32 grey = to_imgui(look.palette.text_dim);
    draw_icon(list, Icon::Search, {low.x + 8.0f * scale, low.y + 7.0f * scale}, 14.0f * scale, grey);
    if (width > narrow_search_width * scale) {
        list.AddText({low.x + 30.0f * scale, std::floor(low.y + 0.5f * (height - ImGui::GetFontSize()))},
                     grey, "Search everything");
    }
    const char* key = "Ctrl+P";
    draw_key_cap(list, look, {low.x + width - key_cap_width(look, key) - 8.0f * scale, low.y}, height, key);
}

void panel_buttons(UiState& ui) {
    if (icon_button(Icon::PanelLeft, "left panel", "Show or hide scenes and lesson", "", true, ui.shows_left))
        ui.shows_left = !ui.shows_left;
    next_item();
    if (icon_button(Icon::PanelBottom, "bottom panel", "Show or hide statistics, GJK, TOI and other tabs", "",
                    true, ui.shows_bottom))
        ui.shows_bottom = !ui.shows_bottom;
    next_item();
    if (icon_button(Icon::PanelRight, "right panel", "Show or hide settings and drawing options", "", true,
                    ui.shows_right))
        ui.shows_right = !ui.shows_right;
}

}  // namespace

void toolbar(Session& session, UiState& ui) {
    const float scale = design_scale();
    // Controls of the toolbar are 28 design points high.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {label_gap * scale, 6.0f * scale});
    time_controls(session, ui);
    next_group();
    speed_control(session);
    next_group();
    continuous_controls(session, ui);
    next_group();
    compare_button(ui);
    ImGui::SameLine(0.0f, 2.0f * label_gap * scale);
    const float buttons = (3.0f * 28.0f + 2.0f * control_gap + 2.0f * label_gap) * scale;
    const float room = ImGui::GetContentRegionAvail().x - buttons;
    const float left = ImGui::GetCursorPosX();
    const float search = (room < search_width * scale ? narrow_search_width : search_width) * scale;
    ImGui::SetCursorPosX(left + std::max(room - search, 0.0f));
    search_field(ui, search);
    next_item(2.0f * label_gap);
    panel_buttons(ui);
    ImGui::PopStyleVar();
}

}  // namespace toibox::app
