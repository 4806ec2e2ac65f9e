// SPDX-License-Identifier: MIT
#include "app/panels/setting_rows.h"

namespace toibox::app {

namespace {

constexpr float label_fraction = 0.54f;  ///< Width of the labels as a fraction of the panel.
constexpr float narrow_panel = 17.0f;    ///< In a narrower panel controls go below their labels, em.
constexpr float drag_speed = 0.002f;     ///< Change per point of mouse motion, as a fraction of the range.

}  // namespace

void SettingRows::number(const char* label, SettingOf<float> field, const NumberRange& range,
                         const char* help) {
    start(label, edited.*field != scene_.*field, help);
    if (drag_number(entry, "##value", edited.*field, (range.max - range.min) * drag_speed, range))
        changed = true;
    finish(label, field);
}

void SettingRows::integer(const char* label, SettingOf<int> field, int min, int max, const char* help) {
    start(label, edited.*field != scene_.*field, help);
    const NumberRange range{static_cast<float>(min), static_cast<float>(max), "%d"};
    if (drag_number(entry, "##value", edited.*field, 0.2f, range)) changed = true;
    finish(label, field);
}

void SettingRows::pair(Vec2& value, float speed, const NumberRange& range) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = 0.5f * (ImGui::CalcItemWidth() - gap);
    ImGui::BeginGroup();
    ImGui::SetNextItemWidth(width);
    if (drag_number(entry, "##x", value.x, speed, range)) changed = true;
    ImGui::SameLine(0.0f, gap);
    ImGui::SetNextItemWidth(width);
    if (drag_number(entry, "##y", value.y, speed, range)) changed = true;
    ImGui::EndGroup();
}

void SettingRows::flag(const char* label, SettingOf<bool> field, const char* help) {
    start(label, edited.*field != scene_.*field, help);
    if (checkbox("##value", edited.*field)) changed = true;
    finish(label, field);
}

void SettingRows::start(const char* label, bool differs, const char* help, Width width) {
    ImGui::PushID(label);
    const float left = ImGui::GetCursorPosX();
    const float room = ImGui::GetContentRegionAvail().x;
    const bool narrow = room < narrow_panel * ImGui::GetFontSize();
    if (width == Width::Column) ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    help_tip(help);
    if (differs) {
        ImGui::SameLine();
        ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "•");
    }
    if (width == Width::Column && !narrow) ImGui::SameLine(left + label_fraction * room);
    const float reset_width = differs ? ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x : 0.0f;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - reset_width);
    differs_ = differs;
    // A pane's header names these two rows by their section.
    const std::string_view name(label);
    pane_values_ = pane_values(differences_, name == "Policy"   ? "Continuous"
                                             : name == "Method" ? "Solver"
                                                                : name);
    ImGui::BeginDisabled(!pane_values_.empty());
}

bool SettingRows::begin_list(const char* selected, const char* help) {
    const bool open = ImGui::BeginCombo("##value", selected);
    if (!open && help != nullptr) help_tip(help);
    return open;
}

bool SettingRows::option(const char* label, const char* help, bool selected) {
    const bool clicked = ImGui::Selectable(label, selected);
    name_widget("option", label);
    if (help != nullptr) help_tip(help);
    return clicked;
}

bool SettingRows::finish_custom(const char* label) const {
    name_widget("setting", label);
    ImGui::EndDisabled();
    if (!pane_values_.empty()) help_tip(pane_values_.c_str());
    bool reset = false;
    if (differs_ && pane_values_.empty()) {
        ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
        reset = ImGui::Button("↺", ImVec2(ImGui::GetFrameHeight(), 0.0f));
        name_widget("reset", label);
        help_tip("Reset to the value of the scene");
    }
    ImGui::PopID();
    return reset;
}

}  // namespace toibox::app
