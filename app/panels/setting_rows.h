// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <span>

#include <imgui.h>

namespace toibox::app {

template <class T>
using SettingOf = T WorldSettings::*;

/// Rows of settings: a label (with a dot if changed), a control and a reset button. Controls form a column;
/// lists, and all controls in a narrow panel, go on the line below the label. Collects this frame's edits.
class SettingRows {
public:
    SettingRows(const WorldSettings& current, const WorldSettings& scene) : edited(current), scene_(scene) {}

    /// A collapsible section; false if it is closed.
    static bool begin(const char* title) {
        return ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
    }

    /// Range and format of a number; `format` contains the unit.
    struct NumberRange {
        float min = 0.0f;
        float max = 1.0f;
        const char* format = "%.2f";
        bool logarithmic = false;  ///< For ranges of several powers of ten.
    };
    void number(const char* label, SettingOf<float> field, const NumberRange& range, const char* help);
    void integer(const char* label, SettingOf<int> field, int min, int max, const char* help);
    void flag(const char* label, SettingOf<bool> field, const char* help);
    template <class Enum>
    void choice(const char* label, SettingOf<Enum> field, std::span<const EnumEntry<Enum>> table,
                const char* help) {
        start(label, edited.*field != scene_.*field, help, Width::Line);
        const EnumEntry<Enum>& current = enum_entry(table, edited.*field);
        if (begin_list(current.label.data(), current.help.data())) {
            for (const EnumEntry<Enum>& entry : table) {
                if (option(entry.label.data(), entry.help.data(), entry.value == edited.*field)) {
                    edited.*field = entry.value;
                    changed = true;
                }
            }
            ImGui::EndCombo();
        }
        finish(label, field);
    }

    // For other controls: call start, draw the control with the label "##value", then call finish_custom.
    enum class Width : std::uint8_t { Column, Line };
    void start(const char* label, bool differs, const char* help, Width width = Width::Column);
    /// A list with the help of its selected entry. If true, the list is open: call ImGui::EndCombo.
    static bool begin_list(const char* selected, const char* help);
    /// An entry of an open list; true if it was clicked.
    static bool option(const char* label, const char* help, bool selected);
    /// Names the control for UI scripts; true if its reset button was pressed.
    [[nodiscard]] bool finish_custom(const char* label) const;

    WorldSettings edited;
    bool changed = false;

private:
    template <class Field>
    void finish(const char* label, SettingOf<Field> field) {
        if (finish_custom(label)) {
            edited.*field = scene_.*field;
            changed = true;
        }
    }

    const WorldSettings& scene_;
    bool differs_ = false;
};

class Session;
/// The section of the selected body: overrides of the world's settings. Edits are applied immediately.
void body_setting_rows(SettingRows& rows, Session& session);

}  // namespace toibox::app
