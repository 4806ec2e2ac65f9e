// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_layer.h"
#include "app/platform/ui_script.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// Plays a GUI script into a running window: one input transition a frame. The keyboard goes through SDL's
/// own queue, so that scripts and people take the same way; the mouse is put into ImGui (see
/// compat::set_mouse).
class UiPlayer {
public:
    explicit UiPlayer(UiScript script) : script_(std::move(script)) {}

    /// Before the frame's events are read. `marks`: where widgets were in the last frame. `query`: for
    /// expect.
    void advance(const WidgetRects& marks, UiQuery query);
    /// None if the script has no mouse of its own.
    [[nodiscard]] std::optional<ScriptedMouse> mouse() const {
        return script_.has_mouse() ? std::optional(mouse_) : std::nullopt;
    }
    /// Lines to print, once.
    [[nodiscard]] std::vector<std::string> take_output() { return std::exchange(output_, {}); }
    /// The picture to take of this frame, once it is drawn.
    [[nodiscard]] std::optional<std::string> take_screenshot();
    [[nodiscard]] bool done() const;
    /// One sentence each: "line 7: expected paused = true, but it is false".
    [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

private:
    using Transition = std::function<void()>;

    void begin(const UiCommand& command, const WidgetRects& marks, UiQuery query);
    void press(int button, int times);
    void drag(float dx, float dy, int button);
    bool move_mouse_to(const UiCommand& command, const WidgetRects& marks);
    /// Waits one more frame for a name to appear. After the last it ends the command and returns true.
    bool times_out();
    [[nodiscard]] std::optional<UiRect> find(const UiCommand& command, const WidgetRects& marks);
    void print_rect(const UiCommand& command, const WidgetRects& marks, UiQuery query);
    void await(const UiCommand& command, UiQuery query);
    void expect(const UiCommand& command, UiQuery query);
    void fail(const UiCommand& command, const std::string& what);

    UiScript script_;
    std::size_t next_ = 0;
    std::deque<Transition> pending_;  ///< One a frame.
    int frames_left_ = 0;             ///< Frames left for the widget to appear, or the value to come.
    ScriptedMouse mouse_;
    std::optional<std::string> screenshot_;
    std::vector<std::string> output_;
    std::vector<std::string> failures_;
};

}  // namespace toibox::app
