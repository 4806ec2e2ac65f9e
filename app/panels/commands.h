// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/render/icons.h"
#include "app/session/session.h"

#include <span>

namespace toibox::app {

/// A command of a menu or a key.
struct Command {
    Icon icon;
    const char* name;
    const char* key;  ///< Its shortcut; may be empty.
    void (*run)(Session&, UiState&);
    const char* help = "";  ///< What else it does; may be empty.
};

/// All commands that the search offers.
std::span<const Command> commands();

}  // namespace toibox::app
