// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"

#include <vector>

namespace toibox::app {

/// A check box of the Draw tab.
struct DrawRow {
    const char* label;
    bool* value;
    const char* key;  ///< Its shortcut; may be empty.
    const char* help;
};

/// The check boxes of the Draw tab, in its order. `value` points into `draw`.
std::vector<DrawRow> draw_rows(DrawChoices& draw);

}  // namespace toibox::app
