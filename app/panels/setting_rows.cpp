// SPDX-License-Identifier: MIT
#include "app/panels/setting_rows.h"

namespace toibox::app {

namespace {

constexpr float label_share = 0.54f;   ///< Of the panel's width.
constexpr float narrow_panel = 17.0f;  ///< In widths of a letter: controls go below their labels.
constexpr float drag_speed = 0.002f;   ///< Of the range, a point.

}  // namespace

void SettingRows::number(const char* label, SettingOf<float> field, const Scale& scale, const char* help) {
    start(label, edited.*field != scene_.*field, help);
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_AlwaysClamp | (scale.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    if (ImGui::DragFloat("##value", &(edited.*field), (scale.high - scale.low) * drag_speed, scale.low,
                         scale.high, scale.format, flags)) {
        changed = true;
    }
    finish(label, field);
}

void SettingRows::integer(const char* label, SettingOf<int> field, int low, int high, const char* help) {
    start(label, edited.*field != scene_.*field, help);
    if (ImGui::DragInt("##value", &(edited.*field), 0.2f, low, high, "%d", ImGuiSliderFlags_AlwaysClamp))
        changed = true;
    finish(label, field);
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
    if (width == Width::Column && !narrow) ImGui::SameLine(left + label_share * room);
    const float reset = differs ? ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x : 0.0f;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - reset);
    differs_ = differs;
}

bool SettingRows::list(const char* chosen, const char* help) {
    const bool open = ImGui::BeginCombo("##value", chosen);
    if (!open && help != nullptr) help_tip(help);
    return open;
}

bool SettingRows::option(const char* label, const char* help, bool chosen) {
    const bool pressed = ImGui::Selectable(label, chosen);
    name_widget("option", label);
    if (help != nullptr) help_tip(help);
    return pressed;
}

bool SettingRows::finish_custom(const char* label) const {
    name_widget("setting", label);
    bool reset = false;
    if (differs_) {
        ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
        reset = ImGui::Button("↺", ImVec2(ImGui::GetFrameHeight(), 0.0f));
        name_widget("reset", label);
        help_tip("Back to the scene's value");
    }
    ImGui::PopID();
    return reset;
}

}  // namespace toibox::app
