// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/input.h"
#include "app/session/session.h"

namespace toibox::app {

/// What a key did beyond the session and the panels.
struct ShortcutEffects {
    bool full_screen = false;
    bool picture = false;
    bool cancel = false;     ///< Open lists and menus are to close.
    int trace = 0;           ///< Iterations on (back: negative) in the panel that shows some.
    bool trace_end = false;  ///< … as far as they go.
    float zoom = 1.0f;       ///< Factor at the middle of the world.
};

/// Applies this frame's shortcuts; the table of keys is the one that the F1 overlay shows.
ShortcutEffects apply_shortcuts(const FrameInput& input, Session& session, UiState& ui);

}  // namespace toibox::app
