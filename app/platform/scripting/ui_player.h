// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_layer.h"
#include "app/platform/scripting/ui_script.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toibox::app {

/// Plays a UI script in a running window: one input transition per frame. Keys go through the event queue of
/// SDL, like keys pressed by a user; the mouse is set in ImGui (compat::set_mouse).
class UiPlayer {
public:
    explicit UiPlayer(UiScript script) : script_(std::move(script)) {}

    /// Makes the next input transition. Call before the events of a frame are read. `rects`: widgets of the
    /// last frame. `query`: returns values for expect, await and tell.
    void advance(const WidgetRects& rects, UiQuery query);
    /// The scripted mouse; nullopt if the script does not use the mouse.
    [[nodiscard]] std::optional<ScriptedMouse> mouse() const {
        return script_.has_mouse() ? std::optional(mouse_) : std::nullopt;
    }
    /// Lines to print; each is returned once.
    [[nodiscard]] std::vector<std::string> take_output() { return std::exchange(output_, {}); }
    [[nodiscard]] bool wants_screenshot() const { return screenshot_.has_value(); }
    /// Path of the screenshot to take when this frame is drawn; nullopt: none. Returned once.
    [[nodiscard]] std::optional<std::string> take_screenshot();
    [[nodiscard]] bool done() const;
    /// Messages of failed commands: "line 7: expected paused = true, got false".
    [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

private:
    using Transition = std::function<void()>;

    void begin(const UiCommand& command, const WidgetRects& rects, UiQuery query);
    // The functions up to move_mouse_to add the transitions of a command to pending_.
    void pause(float frames);
    void press(int button);
    void release_all();
    void click(int button, int times);
    void move_by(float dx, float dy);
    void drag(float dx, float dy, int button);
    void press_key(const std::string& chord_name);
    void type(std::string_view text);
    bool move_mouse_to(const UiCommand& command, const WidgetRects& rects);
    /// Waits one more frame for a widget or value to appear. When the time is up, ends the command and
    /// returns true.
    bool times_out();
    [[nodiscard]] std::optional<UiRect> find(const UiCommand& command, const WidgetRects& rects);
    void tell(const UiCommand& command, const WidgetRects& rects, UiQuery query);
    void await(const UiCommand& command, UiQuery query);
    void expect(const UiCommand& command, UiQuery query);
    void fail(const UiCommand& command, const std::string& message);

    UiScript script_;
    std::size_t next_ = 0;
    std::deque<Transition> pending_;  ///< Input transitions of the current command, one per frame.
    int frames_left_ = 0;  ///< Frames until waiting for a widget or value times out; 0: not waiting.
    ScriptedMouse mouse_;
    std::optional<std::string> screenshot_;
    std::vector<std::string> output_;
    std::vector<std::string> failures_;
};

}  // namespace toibox::app
