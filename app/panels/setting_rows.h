// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include "app/panels/widgets.h"
#include "app/platform/ui_marks.h"

#include <span>

#include <imgui.h>

namespace toibox::app {

template <class T>
using SettingOf = T WorldSettings::*;

/// Rows of settings: label with a dot if changed, the control, a reset. Controls stand in a column of their
/// own; lists of words, and everything in a narrow panel, get a line of their own. Collects this frame's
/// edit.
class SettingRows {
public:
    SettingRows(const WorldSettings& now, const WorldSettings& scene) : edited(now), scene_(scene) {}

    /// A section that can be folded.
    static bool begin(const char* title) {
        return ImGui::CollapsingHeader(title, ImGuiTreeNodeFlags_DefaultOpen);
    }

    /// What a number may be and how it reads; `format` carries the unit.
    struct Scale {
        float low = 0.0f;
        float high = 1.0f;
        const char* format = "%.2f";
        bool logarithmic = false;  ///< For what spans several powers of ten.
    };
    void number(const char* label, SettingOf<float> field, const Scale& scale, const char* help);
    void integer(const char* label, SettingOf<int> field, int low, int high, const char* help);
    void flag(const char* label, SettingOf<bool> field, const char* help);
    template <class Enum>
    void choice(const char* label, SettingOf<Enum> field, std::span<const EnumEntry<Enum>> table,
                const char* help) {
        start(label, edited.*field != scene_.*field, help, Width::Line);
        const EnumEntry<Enum>& now = enum_entry(table, edited.*field);
        if (list(now.label.data(), now.help.data())) {
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

    // For controls of another kind: start, the control with the label "##value", finish_custom.
    enum class Width : std::uint8_t { Column, Line };
    void start(const char* label, bool differs, const char* help, Width width = Width::Column);
    /// A list, with the help of what is chosen; true while it is open, and EndCombo is due.
    static bool list(const char* chosen, const char* help);
    /// An entry of an open list; true if it was chosen.
    static bool option(const char* label, const char* help, bool chosen);
    /// Names the control for scripts; true if the reset beside it was pressed.
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
/// The section of the selected body: what it has of its own. Its edits go to the session at once.
void body_setting_rows(SettingRows& rows, Session& session);

}  // namespace toibox::app
