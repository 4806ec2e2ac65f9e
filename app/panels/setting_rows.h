// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"

#include "app/panels/widgets/number_field.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/session/comparison/setting_differences.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

namespace toibox::app {

template <class T>
using SettingOf = T WorldSettings::*;

// Widths of controls without a label, design points.
inline constexpr float lone_number_width = 120.0f;
inline constexpr float lone_list_width = 200.0f;

/// An entry of a list.
struct ListOption {
    const char* label = "";
    const char* help = nullptr;  ///< May be null.
};

/// Rows of settings. A row has a label and a control, and if its value differs from the scene's, a dot and a
/// reset button. Controls form a column; lists, and all controls in a narrow panel, go on the line below the
/// label. Collects the edits of one frame.
///
/// The same rows can also be listed without drawing them, and one of them can be drawn without its label, for
/// the search.
class SettingRows {
public:
    /// `differences`: settings that differ by pane. Their rows are disabled, because a change would apply to
    /// all panes.
    SettingRows(const WorldSettings& current, const WorldSettings& scene, NumberEntry& number_entry,
                const std::vector<SettingDifference>& differences)
        : edited(current), entry(number_entry), scene_(scene), differences_(differences) {}

    struct ListedRow {
        std::string label;
        std::string section;
        std::string help;
    };
    /// From now on, rows are listed and not drawn.
    void list_only() { mode_ = Mode::List; }
    [[nodiscard]] const std::vector<ListedRow>& listed() const { return listed_; }
    /// Where a control without a label is drawn: at the right end of a line.
    struct LoneControl {
        ImVec2 top_right;     ///< Of the line, screen.
        float height = 0.0f;  ///< Of the line, points.
        /// Flips a check box, chooses the next entry of a list, or starts to type a number.
        bool activates = false;

        /// Places the cursor for a control of a width in design points. Returns its left edge.
        [[nodiscard]] float place(float width) const;
    };
    /// From now on, only the control of the row with this label is drawn.
    void draw_only(std::string label, LoneControl at) {
        mode_ = Mode::Lone;
        lone_label_ = std::move(label);
        lone_ = at;
    }
    /// The left edge of that control, if it was drawn, points.
    [[nodiscard]] float lone_left() const { return lone_left_; }
    [[nodiscard]] bool is_panel() const { return mode_ == Mode::Panel; }

    /// A collapsible section; false if it is closed.
    bool begin(const char* title);

    void number(const char* label, SettingOf<float> field, const NumberRange& range, const char* help);
    void integer(const char* label, SettingOf<int> field, int min, int max, const char* help);
    void flag(const char* label, SettingOf<bool> field, const char* help);
    template <class Enum>
    void choice(const char* label, SettingOf<Enum> field, std::span<const EnumEntry<Enum>> table,
                const char* help) {
        std::vector<ListOption> options;
        for (const EnumEntry<Enum>& listed : table)
            options.push_back({listed.label.data(), listed.help.data()});
        const auto index_of = [&](Enum value) {
            return static_cast<std::size_t>(&enum_entry(table, value) - table.data());
        };
        const auto picked = list(label, help, options, index_of(edited.*field), index_of(scene_.*field));
        if (!picked) return;
        edited.*field = table[*picked].value;
        changed = true;
    }
    /// A list. `current`, `scene`: indices of the options chosen now and by the scene. Returns the option
    /// that the user chose, or that of the scene on a reset.
    std::optional<std::size_t> list(const char* label, const char* help, std::span<const ListOption> options,
                                    std::size_t current, std::size_t scene);

    // For any other control: call start, and if it returns true, draw the control, then call finish_custom.
    enum class Width : std::uint8_t { Column, Line };
    [[nodiscard]] bool start(const char* label, bool differs, const char* help, Width width = Width::Column);
    /// Draw a number, and two numbers side by side, as the control of a row. True if the value changed.
    bool drag(float& value, float speed, const NumberRange& range);
    bool drag_pair(Vec2& value, float speed, const NumberRange& range);
    /// Whether the control is to act as if the user had clicked it. Only once.
    bool take_activation() { return std::exchange(lone_.activates, false); }
    /// Names the control for UI scripts and draws its reset button. True if the button was pressed.
    [[nodiscard]] bool finish_custom(const char* label) const;

    WorldSettings edited;
    bool changed = false;
    NumberEntry& entry;

private:
    enum class Mode : std::uint8_t { Panel, List, Lone };

    void draw_label(const char* label, const char* help, Width width) const;
    template <class Field>
    void finish(const char* label, SettingOf<Field> field) {
        if (finish_custom(label)) {
            edited.*field = scene_.*field;
            changed = true;
        }
    }

    const WorldSettings& scene_;
    const std::vector<SettingDifference>& differences_;
    Mode mode_ = Mode::Panel;
    std::string section_;
    std::vector<ListedRow> listed_;
    std::string lone_label_;
    LoneControl lone_;
    float lone_left_ = 0.0f;
    bool differs_ = false;
    std::string pane_values_;  ///< The help of a disabled row; empty if the row does not differ.
};

class Session;
struct UiState;
/// All rows of the Settings tab.
void setting_rows(SettingRows& rows, Session& session);
/// Applies the edits of the rows.
void apply_rows(SettingRows& rows, Session& session, UiState& ui);
/// Adds the section of the selected body: its overrides of the world's settings. Applies edits immediately.
void body_setting_rows(SettingRows& rows, Session& session);

}  // namespace toibox::app
