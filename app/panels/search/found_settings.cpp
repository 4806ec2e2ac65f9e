// SPDX-License-Identifier: MIT
#include "app/panels/search/found_settings.h"

#include "app/panels/draw_rows.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/slider.h"
#include "app/platform/scripting/widget_rects.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <imgui.h>

namespace toibox::app {

namespace {

struct Scale {
    float factor;
    const char* label;
};
constexpr std::array scales{Scale{0.75f, "75 %"}, Scale{1.0f, "100 %"}, Scale{1.25f, "125 %"},
                            Scale{1.5f, "150 %"}, Scale{2.0f, "200 %"}, Scale{3.0f, "300 %"}};

/// Two rows of the Settings tab have names that only their sections explain.
std::string full_name(const std::string& row) {
    return row == "Policy" ? "Continuous policy" : row == "Method" ? "Solver method" : row;
}

void add_rows(std::vector<FoundSetting>& found, Session& session, UiState& ui) {
    SettingRows rows(session.settings(), session.scene_settings(), ui.number_entry, ui.compare.differences);
    rows.list_only();
    setting_rows(rows, session);
    for (const SettingRows::ListedRow& row : rows.listed())
        found.push_back({full_name(row.label), row.section, row.help, RowControl{row.label}});
}

SwitchControl switch_of(bool& value) {
    return {[&value] { return value; }, [&value] { value = !value; }};
}

void add_draws(std::vector<FoundSetting>& found, UiState& ui) {
    for (const DrawRow& row : draw_rows(ui.draw)) {
        // The Settings tab has a row of this name, too.
        const std::string_view label(row.label);
        const char* name = label == "Broad phase" ? "Draw the broad phase" : row.label;
        found.push_back({name, "Draw", row.help, switch_of(*row.value), row.key});
    }
    found.push_back({"Length of trails", "Draw", "How much of the past a trail shows.",
                     NumberControl{&ui.draw.trail_seconds, {0.1f, 10.0f, "%.1f s", true}}});
    found.push_back({"Arrow scale", "Draw", "Length of the arrows of impulses and velocities.",
                     NumberControl{&ui.draw.arrow_scale, {0.05f, 20.0f, "%.2f×", true}}});
}

ListControl theme_list(ThemeKind& theme) {
    ListControl list;
    for (const ThemeName& entry : theme_names) {
        if (entry.kind == theme) list.chosen = list.options.size();
        list.options.push_back({entry.label.data()});
    }
    list.choose = [&theme](std::size_t option) { theme = theme_names[option].kind; };
    return list;
}

ListControl scale_list(float& ui_scale) {
    ListControl list;
    for (const Scale& entry : scales) {
        if (entry.factor <= ui_scale) list.chosen = list.options.size();
        list.options.push_back({entry.label});
    }
    list.choose = [&ui_scale](std::size_t option) { ui_scale = scales[option].factor; };
    return list;
}

void add_view(std::vector<FoundSetting>& found, UiState& ui) {
    found.push_back({"Theme", "View", "Colours of the window.", theme_list(ui.theme)});
    // The mode that is not shown.
    const char* other_theme =
        ui.projector.is_on ? "Theme of the window with panels" : "Theme of projector mode";
    found.push_back({other_theme, "View", "Colours of this mode.", theme_list(ui.projector.other_theme)});
    found.push_back({"Scale", "View", "Size of texts and controls.", scale_list(ui.ui_scale)});
    found.push_back({"Reduce motion", "View",
                     "Verdicts and questions appear without animation, and the camera jumps.",
                     switch_of(ui.reduces_motion)});
    found.push_back(
        {"Hints", "View", "The window asks questions about what happened.", switch_of(ui.shows_hint_cards)});
    found.push_back({"Real-time factor and state hash", "View", "Shown in the status bar.",
                     switch_of(ui.shows_run_details)});
}

void add_simulate(std::vector<FoundSetting>& found, Session& session, UiState& ui) {
    found.push_back(
        {"Continuous collision", "Simulate",
         "Keeps fast bodies from tunnelling. On selects the last policy used.",
         SwitchControl{[&session] { return session.settings().continuous != ContinuousPolicy::Off; },
                       [&session, &ui] { toggle_continuous(session, ui); }},
         "T"});
    // Also a row of the Settings tab, if the policy has impacts.
    if (std::ranges::find(found, "Stop at impacts", &FoundSetting::name) != found.end()) return;
    found.push_back({"Stop at impacts", "Simulate", stop_at_impacts_help,
                     SwitchControl{[&session] { return session.settings().stop_at_each_impact; },
                                   [&session, &ui] { toggle_stop_at_impacts(session, ui); }}});
}

// Each draws a control and returns its left edge.

using LoneControl = SettingRows::LoneControl;

float draw_row(const RowControl& row, const LoneControl& at, Session& session, UiState& ui) {
    SettingRows rows(session.settings(), session.scene_settings(), ui.number_entry, ui.compare.differences);
    rows.draw_only(row.label, at);
    setting_rows(rows, session);
    apply_rows(rows, session, ui);
    return rows.lone_left();
}

float draw_switch(const SwitchControl& control, const LoneControl& at) {
    const float left = at.place(lone_number_width);
    bool value = control.is_on();
    if (toggle_switch("##value", at.top_right, at.height, value) || at.activates) control.flip();
    return left;
}

float draw_list(const ListControl& list, const LoneControl& at) {
    const float left = at.place(lone_list_width);
    std::optional<std::size_t> picked;
    if (at.activates) picked = (list.chosen + 1) % list.options.size();
    if (ImGui::BeginCombo("##value", list.options[list.chosen].label)) {
        for (std::size_t i = 0; i < list.options.size(); ++i) {
            if (ImGui::Selectable(list.options[i].label, i == list.chosen)) picked = i;
            name_widget("option", list.options[i].label);
        }
        ImGui::EndCombo();
    }
    if (picked) list.choose(*picked);
    return left;
}

float draw_number(const NumberControl& number, const LoneControl& at, NumberEntry& entry) {
    const float left = at.place(lone_number_width);
    if (at.activates) entry.begin("##value", static_cast<double>(*number.value), number.range);
    slider(entry, "##value", *number.value, number.range);
    return left;
}

}  // namespace

std::vector<FoundSetting> found_settings(Session& session, UiState& ui) {
    std::vector<FoundSetting> found;
    if (session.is_open()) {
        add_rows(found, session, ui);
        add_simulate(found, session, ui);
    }
    add_draws(found, ui);
    add_view(found, ui);
    return found;
}

float draw_setting(const FoundSetting& setting, const LoneControl& at, Session& session, UiState& ui) {
    ImGui::PushID(setting.name.c_str());
    float left = 0.0f;
    if (const auto* row = std::get_if<RowControl>(&setting.control)) left = draw_row(*row, at, session, ui);
    if (const auto* control = std::get_if<SwitchControl>(&setting.control)) left = draw_switch(*control, at);
    if (const auto* list = std::get_if<ListControl>(&setting.control)) left = draw_list(*list, at);
    if (const auto* number = std::get_if<NumberControl>(&setting.control))
        left = draw_number(*number, at, ui.number_entry);
    ImGui::PopID();
    name_widget("found setting", setting.name);
    return left;
}

}  // namespace toibox::app
