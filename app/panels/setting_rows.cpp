// SPDX-License-Identifier: MIT
#include "app/panels/setting_rows.h"

#include "app/platform/theme.h"

#include <cmath>

namespace toibox::app {

namespace {

constexpr float label_fraction = 0.54f;  ///< Width of the labels as a fraction of the panel.
constexpr float narrow_panel = 17.0f;    ///< In a narrower panel controls go below their labels, em.
constexpr float drag_speed = 0.002f;     ///< Change per point of mouse motion, as a fraction of the range.

}  // namespace

bool SettingRows::begin(const char* title) {
    const std::string_view text(title);
    section_ = text.substr(0, std::min(text.find("##"), text.find(':')));
    if (!is_panel()) return true;
    // Not in the accent, which marks what is chosen.
    ImGui::PushStyleColor(ImGuiCol_Header, ImGui::GetColorU32(ImGuiCol_FrameBg));
    const bool is_open = ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    return is_open;
}

void SettingRows::number(const char* label, SettingOf<float> field, const NumberRange& range,
                         const char* help) {
    if (!start(label, edited.*field != scene_.*field, help)) return;
    if (drag(edited.*field, (range.max - range.min) * drag_speed, range)) changed = true;
    finish(label, field);
}

void SettingRows::integer(const char* label, SettingOf<int> field, int min, int max, const char* help) {
    if (!start(label, edited.*field != scene_.*field, help)) return;
    const NumberRange range{static_cast<float>(min), static_cast<float>(max), "%d"};
    if (take_activation()) entry.begin("##value", static_cast<double>(edited.*field), range);
    if (drag_number(entry, "##value", edited.*field, 0.2f, range)) changed = true;
    finish(label, field);
}

bool SettingRows::drag(float& value, float speed, const NumberRange& range) {
    if (take_activation()) entry.begin("##value", static_cast<double>(value), range);
    return drag_number(entry, "##value", value, speed, range);
}

bool SettingRows::drag_pair(Vec2& value, float speed, const NumberRange& range) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = 0.5f * (ImGui::CalcItemWidth() - gap);
    ImGui::BeginGroup();
    ImGui::SetNextItemWidth(width);
    if (take_activation()) entry.begin("##x", static_cast<double>(value.x), range);
    const bool has_changed_x = drag_number(entry, "##x", value.x, speed, range);
    ImGui::SameLine(0.0f, gap);
    ImGui::SetNextItemWidth(width);
    const bool has_changed_y = drag_number(entry, "##y", value.y, speed, range);
    ImGui::EndGroup();
    return has_changed_x || has_changed_y;
}

void SettingRows::flag(const char* label, SettingOf<bool> field, const char* help) {
    if (!start(label, edited.*field != scene_.*field, help)) return;
    if (is_panel()) {
        if (checkbox("##value", edited.*field)) changed = true;
    } else {
        if (take_activation()) {
            edited.*field = !(edited.*field);
            changed = true;
        }
        if (toggle_switch("##value", lone_.top_right, lone_.height, edited.*field)) changed = true;
    }
    finish(label, field);
}

std::optional<std::size_t> SettingRows::list(const char* label, const char* help,
                                             std::span<const ListOption> options, std::size_t current,
                                             std::size_t scene) {
    if (!start(label, current != scene, help, Width::Line)) return std::nullopt;
    std::optional<std::size_t> picked;
    if (take_activation()) picked = (current + 1) % options.size();
    const ListOption& chosen = options[current];
    const bool is_open = ImGui::BeginCombo("##value", chosen.label);
    if (!is_open && chosen.help != nullptr) help_tip(chosen.help);
    for (std::size_t i = 0; is_open && i < options.size(); ++i) {
        if (ImGui::Selectable(options[i].label, i == current)) picked = i;
        name_widget("option", options[i].label);
        if (options[i].help != nullptr) help_tip(options[i].help);
    }
    if (is_open) ImGui::EndCombo();
    if (finish_custom(label)) picked = scene;
    return picked;
}

bool SettingRows::start(const char* label, bool differs, const char* help, Width width) {
    if (mode_ == Mode::List) listed_.push_back({label, section_, help});
    if (mode_ == Mode::List || (mode_ == Mode::Lone && lone_label_ != label)) return false;
    differs_ = differs;
    ImGui::PushID(label);
    if (is_panel()) {
        draw_label(label, help, width);
    } else {
        lone_left_ = lone_.place(width == Width::Line ? lone_list_width : lone_number_width);
    }
    // A pane's header names these two rows by their section.
    const std::string_view name(label);
    pane_values_ = pane_values(differences_, name == "Policy"   ? "Continuous"
                                             : name == "Method" ? "Solver"
                                                                : name);
    ImGui::BeginDisabled(!pane_values_.empty());
    if (!pane_values_.empty()) lone_.activates = false;
    return true;
}

void SettingRows::draw_label(const char* label, const char* help, Width width) const {
    const float left = ImGui::GetCursorPosX();
    const float room = ImGui::GetContentRegionAvail().x;
    const bool narrow = room < narrow_panel * ImGui::GetFontSize();
    if (width == Width::Column) ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    help_tip(help);
    if (differs_) {
        ImGui::SameLine();
        ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "•");
    }
    if (width == Width::Column && !narrow) ImGui::SameLine(left + label_fraction * room);
    const float reset_width =
        differs_ ? ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x : 0.0f;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - reset_width);
}

float SettingRows::LoneControl::place(float width) const {
    const float points = width * design_scale();
    const float left = top_right.x - points;
    ImGui::SetCursorScreenPos({left, std::floor(top_right.y + 0.5f * (height - ImGui::GetFrameHeight()))});
    ImGui::SetNextItemWidth(points);
    return left;
}

bool SettingRows::finish_custom(const char* label) const {
    if (is_panel()) name_widget("setting", label);
    ImGui::EndDisabled();
    if (!pane_values_.empty()) help_tip(pane_values_.c_str());
    bool reset = false;
    if (is_panel() && differs_ && pane_values_.empty()) {
        ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
        reset = ImGui::Button("↺", ImVec2(ImGui::GetFrameHeight(), 0.0f));
        name_widget("reset", label);
        help_tip("Reset to the value of the scene");
    }
    ImGui::PopID();
    return reset;
}

}  // namespace toibox::app
