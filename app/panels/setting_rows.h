// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include "app/panels/widgets/number_field.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/session/comparison/setting_differences.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace toibox::app {

template <class T>
using SettingOf = T WorldSettings::*;

/// Rows of settings. A row has a label and a control, and if its value differs from the scene's, a dot and a
/// reset button. Controls form a column; lists, and all controls in a narrow panel, go on the line below the
/// label. Collects the edits of one frame.
class SettingRows {
public:
    /// `differences`: settings that differ by pane. Their rows are disabled, because a change would apply to
    /// all panes.
    SettingRows(const WorldSettings& current, const WorldSettings& scene, NumberEntry& number_entry,
                const std::vector<SettingDifference>& differences)
        : edited(current), entry(number_entry), scene_(scene), differences_(differences) {}

    /// A collapsible section; false if it is closed.
    static bool begin(const char* title) {
        // Not in the accent, which marks what is chosen.
        ImGui::PushStyleColor(ImGuiCol_Header, ImGui::GetColorU32(ImGuiCol_FrameBg));
        const bool is_open = ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
        ImGui::PopStyleColor();
        return is_open;
    }

    void number(const char* label, SettingOf<float> field, const NumberRange& range, const char* help);
    /// Draws two numbers side by side as the control of a row.
    void pair(Vec2& value, float speed, const NumberRange& range);
    void integer(const char* label, SettingOf<int> field, int min, int max, const char* help);
    void flag(const char* label, SettingOf<bool> field, const char* help);
    template <class Enum>
    void choice(const char* label, SettingOf<Enum> field, std::span<const EnumEntry<Enum>> table,
                const char* help) {
        start(label, edited.*field != scene_.*field, help, Width::Line);
        const EnumEntry<Enum>& current = enum_entry(table, edited.*field);
        if (begin_list(current.label.data(), current.help.data())) {
            for (const EnumEntry<Enum>& listed : table) {
                if (option(listed.label.data(), listed.help.data(), listed.value == edited.*field)) {
                    edited.*field = listed.value;
                    changed = true;
                }
            }
            ImGui::EndCombo();
        }
        finish(label, field);
    }

    // For any other control: call start, draw the control with the label "##value", then call finish_custom.
    enum class Width : std::uint8_t { Column, Line };
    void start(const char* label, bool differs, const char* help, Width width = Width::Column);
    /// Draws a list. While it is closed, its tooltip is `help`, the help of the selected entry. True if it is
    /// open: then draw the options and call ImGui::EndCombo.
    static bool begin_list(const char* selected, const char* help);
    /// Draws an entry of an open list. True if the entry was clicked.
    static bool option(const char* label, const char* help, bool selected);
    /// Names the control for UI scripts and draws its reset button. True if the button was pressed.
    [[nodiscard]] bool finish_custom(const char* label) const;

    WorldSettings edited;
    bool changed = false;
    NumberEntry& entry;

private:
    template <class Field>
    void finish(const char* label, SettingOf<Field> field) {
        if (finish_custom(label)) {
            edited.*field = scene_.*field;
            changed = true;
        }
    }

    const WorldSettings& scene_;
    const std::vector<SettingDifference>& differences_;
    bool differs_ = false;
    std::string pane_values_;  ///< The help of a disabled row; empty if the row does not differ.
};

class Session;
/// Adds the section of the selected body: its overrides of the world's settings. Applies edits immediately.
void body_setting_rows(SettingRows& rows, Session& session);

}  // namespace toibox::app
