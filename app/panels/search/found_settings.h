// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/setting_rows.h"
#include "app/panels/ui_state.h"
#include "app/session/session.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace toibox::app {

/// A row of the Settings tab, by its label.
struct RowControl {
    std::string label;
};
struct SwitchControl {
    std::function<bool()> is_on;
    std::function<void()> flip;
};
struct ListControl {
    std::vector<ListOption> options;
    std::size_t chosen = 0;  ///< Index of an option.
    std::function<void(std::size_t)> choose;
};
struct NumberControl {
    float* value = nullptr;
    NumberRange range;
};

/// A setting that the search finds and changes in place: a row of the Settings tab, a check box of the Draw
/// tab, or an option of a menu.
struct FoundSetting {
    std::string name;
    std::string place;  ///< Where else it is: "Solver", "Draw", "View".
    std::string help;
    std::variant<RowControl, SwitchControl, ListControl, NumberControl> control;
    std::string key = {};  ///< Its shortcut; may be empty.
};

/// All settings that can be changed now. They refer to the session and the state, and are valid for this
/// frame.
std::vector<FoundSetting> found_settings(Session& session, UiState& ui);

/// Draws the control at the right end of a line. Returns its left edge, points.
float draw_setting(const FoundSetting& setting, const SettingRows::LoneControl& at, Session& session,
                   UiState& ui);

}  // namespace toibox::app
