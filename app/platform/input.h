// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/key.h"

#include <set>
#include <string>
#include <vector>

union SDL_Event;

namespace toibox::app {

struct KeyPress {
    KeyChord chord;
    bool repeat = false;  ///< Whether the keyboard repeated a held key.
};

/// User input since the last frame, other than what ImGui handles. For mouse position and buttons, use
/// ImGuiIO, which also reflects mouse input from UI scripts.
struct FrameInput {
    std::vector<KeyPress> keys;             ///< In order; empty while a text field has the keyboard.
    std::vector<KeyPress> text_field_keys;  ///< The keys that went to a text field.
    float wheel = 0.0f;  ///< Notches, fractional on a touchpad; positive if turned away from the user.
    std::vector<std::string> dropped_files;  ///< Paths dropped on the window.
    bool quit = false;                       ///< Whether the window was closed or a signal arrived.
};

/// Collects SDL events into a FrameInput. Shortcuts come from SDL_KEYDOWN, not from the keys of ImGui, whose
/// meaning changed between versions.
class Input {
public:
    void begin_frame() { frame_ = {}; }
    /// `want_text`: io.WantTextInput, not WantCaptureKeyboard, which is true whenever a panel has the focus.
    void handle(const SDL_Event& event, bool want_text);
    [[nodiscard]] const FrameInput& frame() const { return frame_; }
    /// Whether the key is down, with any modifiers. Ignores keys pressed while a text field has the keyboard.
    [[nodiscard]] bool held(Key key) const { return held_.contains(key); }

private:
    FrameInput frame_;
    std::set<Key> held_;
};

/// Converts between keys and SDL keycodes. UI scripts press keys through SDL's event queue.
std::int32_t sdl_keycode(Key key);
Key key_from_sdl(std::int32_t keycode);

}  // namespace toibox::app
