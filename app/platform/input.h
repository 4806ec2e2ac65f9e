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
    bool repeat = false;  ///< Of a key held down.
};

/// What the user did since the last frame, beside what ImGui takes for itself. The mouse is not here: read
/// its place and buttons from ImGuiIO, where scripts put theirs too.
struct FrameInput {
    std::vector<KeyPress> keys;  ///< Shortcuts, in order; none while a text field has the keyboard.
    float wheel = 0.0f;          ///< Notches, fractions on a touch pad; positive away from the user.
    std::vector<std::string> dropped_files;  ///< Paths dropped on the window.
    bool quit = false;                       ///< The window's own close button, or a signal.
};

/// Gathers SDL's events into a FrameInput. Shortcuts come from SDL_KEYDOWN and not from ImGui, whose key
/// names changed their meaning between versions.
class Input {
public:
    void begin_frame() { frame_ = {}; }
    /// `want_text`: io.WantTextInput. (Not WantCaptureKeyboard: that is true whenever a panel has the focus.)
    void handle(const SDL_Event& event, bool want_text);
    [[nodiscard]] const FrameInput& frame() const { return frame_; }
    /// Whether the key is down now, whatever the modifiers; false while a text field has the keyboard.
    [[nodiscard]] bool held(Key key) const { return held_.contains(key); }

private:
    FrameInput frame_;
    std::set<Key> held_;
};

/// SDL's keycode for a key and back: for scripts that press keys through SDL's own queue.
std::int32_t sdl_keycode(Key key);
Key key_from_sdl(std::int32_t keycode);

}  // namespace toibox::app
