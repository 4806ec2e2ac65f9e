// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/ui_state.h"
#include "app/platform/input.h"
#include "app/session/session.h"

namespace toibox::app {

/// Effects of keys that apply_shortcuts leaves to the caller.
struct ShortcutEffects {
    bool full_screen = false;
    bool picture = false;
    bool cancel = false;     ///< Close open lists and menus.
    int trace = 0;           ///< Steps to go forwards (negative: back) in the distance panel.
    bool trace_end = false;  ///< Go to the first or last step instead.
    float zoom = 1.0f;       ///< Zoom factor about the middle of the world view.
};

/// Applies this frame's shortcuts. The F1 overlay (key_overlay) lists all keys.
ShortcutEffects apply_shortcuts(const FrameInput& input, Session& session, UiState& ui);

}  // namespace toibox::app
