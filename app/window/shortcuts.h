// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/input.h"
#include "app/session/session.h"

namespace toibox::app {

/// Effects of keys that the caller of apply_shortcuts must carry out.
struct ShortcutEffects {
    bool full_screen = false;
    bool picture = false;
    bool cancel = false;   ///< Close open lists and menus.
    bool answers = false;  ///< Press the primary button of the question; without one, play or pause.
    int trace_steps = 0;   ///< Steps or iterations of the shown method to go forwards (negative: back).
    bool goes_to_trace_end = false;  ///< Go to the first (negative trace_steps) or last step instead.
    float zoom = 1.0f;               ///< Zoom factor about the centre of the world view.
};

/// Applies the shortcuts of a frame. The F1 overlay (key_overlay) lists all keys.
ShortcutEffects apply_shortcuts(const FrameInput& input, Session& session, UiState& ui);

}  // namespace toibox::app
