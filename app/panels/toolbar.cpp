// SPDX-License-Identifier: MIT
#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

#include <imgui.h>

namespace toibox::app {

namespace {

// Sizes in design points.
constexpr float control_gap = 4.0f;
constexpr float label_gap = 8.0f;
constexpr float search_width = 220.0f;
constexpr float narrow_search_width = 96.0f;  ///< Shows only the icon and the key.
constexpr float search_icon_width = 28.0f;
constexpr float speed_width = 76.0f;
constexpr float policy_list_width = 168.0f;
constexpr float method_list_width = 200.0f;
constexpr float edge_gap = 16.0f;     ///< Around the search field.
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

/// What of the toolbar is shown in the width of the window.
struct ToolbarFit {
    bool has_labels = true;
    float search = search_width;  ///< Design points.
    float lists = 1.0f;           ///< Width of the lists, as a fraction of that of the design.
};
/// From the widest to the narrowest.
constexpr std::array toolbar_fits{ToolbarFit{true, search_width}, ToolbarFit{true, narrow_search_width},
                                  ToolbarFit{false, narrow_search_width},
                                  ToolbarFit{false, search_icon_width}};

float label_width(const char* text) {
    return ImGui::CalcTextSize(text).x + label_gap * design_scale();
}

/// The first fit with which all controls fit into `room`; if there is none, the last with narrower lists.
/// `controls`: width of everything but the labels, the lists and the search field. Points.
ToolbarFit toolbar_fit(float room, float controls, bool has_lists) {
    const float scale = design_scale();
    const float labels = label_width("Speed") + label_width("Continuous");
    const float lists = has_lists ? (policy_list_width + method_list_width) * scale : 0.0f;
    for (const ToolbarFit& fit : toolbar_fits) {
        if (controls + (fit.has_labels ? labels : 0.0f) + lists + fit.search * scale <= room) return fit;
    }
    ToolbarFit narrow = toolbar_fits.back();
    if (has_lists) narrow.lists = std::clamp((room - controls - narrow.search * scale) / lists, 0.1f, 1.0f);
    return narrow;
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
    if (icon_button(Icon::PreviousEvent, "previous event", previous_event_help, "Ctrl+,"))
        go_to_previous_event(session, ui);
    next_item();
    if (icon_button(Icon::NextEvent, "next event", next_event_help, "Ctrl+.")) go_to_next_event(session, ui);
}

void speed_control(Session& session, const ToolbarFit& fit) {
    if (fit.has_labels) control_label("Speed");
    ImGui::SetNextItemWidth(speed_width * design_scale());
    const bool is_open = ImGui::BeginCombo("##speed", speed_text(session.effective_speed()).c_str());
    name_widget("speed");
    help_tip(
        "Speed: simulated seconds per real second. The step length is unchanged; only the number of steps "
        "per real second changes. A choice ends the slow motion of a scene.");
    if (!is_open) return;
    for (int exponent = fastest_exponent; exponent >= slowest_exponent; --exponent) {
        const double speed = std::exp2(exponent);
        const std::string text = speed_text(speed);
        if (ImGui::Selectable(text.c_str(), speed == session.effective_speed())) session.set_speed(speed);
        name_widget("speed", text);
    }
    ImGui::EndCombo();
}

/// Disables the control of a setting that differs between the panes of a comparison. Its tooltip is `help`,
/// or the values of the panes.
class PaneSetting {
public:
    PaneSetting(const UiState& ui, std::string_view name, const char* help)
        : values_(pane_values(ui.compare.differences, name)), help_(help) {
        ImGui::BeginDisabled(differs());
    }
    PaneSetting(const PaneSetting&) = delete;
    PaneSetting& operator=(const PaneSetting&) = delete;
    ~PaneSetting() {
        ImGui::EndDisabled();
        help_tip(differs() ? values_.c_str() : help_);
    }
    [[nodiscard]] bool differs() const { return !values_.empty(); }

private:
    std::string values_;
    const char* help_;
};

constexpr const char* differs_text = "Differs by pane";

void policy_list(Session& session, UiState& ui, float width) {
    const WorldSettings settings = session.settings();
    const auto& policy = enum_entry(continuous_policies(), settings.continuous);
    const PaneSetting setting(ui, "Continuous", policy.help.data());
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##policy", setting.differs() ? differs_text : policy.label.data())) {
        for (const auto& entry : continuous_policies()) {
            if (entry.value == ContinuousPolicy::Off) continue;
            if (ImGui::Selectable(entry.label.data(), entry.value == settings.continuous)) {
                WorldSettings changed = settings;
                changed.continuous = entry.value;
                ui.policy_when_on = entry.value;
                ui.policy_turned_off.reset();
                apply_settings(session, ui, changed);
            }
            help_tip(entry.help.data());
        }
        ImGui::EndCombo();
    }
    name_widget("policy");
}

void method_list(Session& session, UiState& ui, float width) {
    const WorldSettings settings = session.settings();
    const PaneSetting setting(ui, "TOI method", promises(settings.toi).summary.data());
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##toi", setting.differs() ? differs_text : promises(settings.toi).label.data())) {
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
}

/// Whether continuous collision is on; nullopt: in some panes of a comparison.
std::optional<bool> is_continuous(const Comparison& comparison) {
    const auto is_on = [&](std::size_t pane) {
        return comparison.pane(pane).settings().continuous != ContinuousPolicy::Off;
    };
    for (std::size_t i = 1; i < comparison.size(); ++i) {
        if (is_on(i) != is_on(0)) return std::nullopt;
    }
    return is_on(0);
}

void continuous_controls(Session& session, UiState& ui, std::optional<bool> is_on, const ToolbarFit& fit) {
    if (fit.has_labels) control_label("Continuous");
    constexpr const char* help =
        "Continuous collision. When off, motion is sampled once per step, and fast bodies can pass through "
        "thin ones. When on, motion within the step is checked.  [T]";
    if (!is_on) {
        const PaneSetting setting(ui, "Continuous", help);
        off_on(ui.look(), "continuous");
        return;
    }
    bool on = *is_on;
    if (off_on(ui.look(), "continuous", on)) toggle_continuous(session, ui);
    help_tip(help);
    if (!on) return;
    const float scale = fit.lists * design_scale();
    next_item(label_gap);
    policy_list(session, ui, policy_list_width * scale);
    next_item();
    method_list(session, ui, method_list_width * scale);
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
    if (width < narrow_search_width * scale) return;
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

void toolbar(Session& session, const Comparison& comparison, UiState& ui) {
    const float scale = design_scale();
    // Controls of the toolbar are 28 design points high.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {label_gap * scale, 6.0f * scale});
    const float left = ImGui::GetCursorPosX();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::optional<bool> is_on = is_continuous(comparison);
    const bool has_lists = is_on.value_or(false);
    const ToolbarFit fit = toolbar_fit(room, ui.toolbar_controls_width, has_lists);
    const bool locked = is_locked(session, ui);
    ImGui::BeginDisabled(locked);
    time_controls(session, ui);
    ImGui::EndDisabled();
    next_group();
    speed_control(session, fit);
    next_group();
    continuous_controls(session, ui, is_on, fit);
    next_group();
    ImGui::BeginDisabled(locked);
    compare_button(ui);
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, edge_gap * scale);
    const float end = ImGui::GetCursorPosX();
    const float buttons = (3.0f * 28.0f + 2.0f * control_gap + edge_gap) * scale;
    const float search = fit.search * scale;
    ImGui::SetCursorPosX(std::max(left + room - buttons - search, end));
    search_field(ui, search);
    next_item(edge_gap);
    panel_buttons(ui);
    ImGui::PopStyleVar();
    const float labels = fit.has_labels ? label_width("Speed") + label_width("Continuous") : 0.0f;
    const float lists = has_lists ? fit.lists * (policy_list_width + method_list_width) * scale : 0.0f;
    ui.toolbar_controls_width = end - left - labels - lists + buttons;
}

}  // namespace toibox::app
