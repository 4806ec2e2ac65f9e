// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/imgui_layer.h"
#include "app/platform/input.h"
#include "app/platform/settings_store.h"
#include "app/platform/ui_player.h"
#include "app/platform/window.h"
#include "app/platform/window_options.h"
#include "app/render/renderer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace toibox::app {

struct AppWindowError {
    std::string message;
    int exit_code = 4;  ///< As run_window's.
};

/// Everything that a frame needs and that knows no scene: window, OpenGL, ImGui, input, script.
/// A frame is
///     while (shell.begin_frame(query)) {
///         … widgets …
///         shell.begin_drawing();
///         … shell.renderer().draw(batch) …
///         shell.end_frame();
///     }
class AppWindow {
public:
    /// `settings` outlives the shell, which keeps the window's size in them and saves them when it closes.
    static Result<std::unique_ptr<AppWindow>, AppWindowError> open(const WindowOptions& options,
                                                                   SettingsStore& settings);
    ~AppWindow();
    AppWindow(const AppWindow&) = delete;
    AppWindow& operator=(const AppWindow&) = delete;

    /// Reads events, plays the script's next transition, opens ImGui's frame. False: the program is to end.
    /// `query` answers the script's expectations.
    bool begin_frame(UiQuery query);
    /// Clears the framebuffer; from here on the renderer may draw.
    void begin_drawing();
    /// Draws the widgets over the world, takes the picture that was asked for, shows the frame.
    void end_frame();

    /// Writes this frame as a PNG when it ends; a failure is told on stderr and makes the exit code 4.
    void request_picture(std::string path) { picture_ = std::move(path); }
    void quit() { running_ = false; }
    /// 0, 1 if an expectation of the script failed, 4 if a picture could not be written.
    [[nodiscard]] int exit_code() const { return exit_code_; }

    [[nodiscard]] const Input& input() const { return input_; }
    [[nodiscard]] Renderer& renderer() { return *renderer_; }
    [[nodiscard]] ImGuiLayer& layer() { return layer_; }
    [[nodiscard]] Window& window() { return window_; }
    /// Nobody watches: times are fixed and nothing is kept.
    [[nodiscard]] bool unattended() const { return unattended_; }
    /// Since the last frame, at most a quarter of a second; 1/60 s when unattended.
    [[nodiscard]] double frame_seconds() const { return frame_seconds_; }

private:
    AppWindow(Window window, std::unique_ptr<Renderer> renderer, SettingsStore& settings,
              const WindowOptions& options);
    void read_events();
    void finish_script();
    void take_picture(const std::string& path);

    Window window_;
    ImGuiLayer layer_;
    std::unique_ptr<Renderer> renderer_;
    SettingsStore& settings_;
    Input input_;
    WidgetRects widget_rects_;
    std::optional<UiPlayer> player_;
    std::string script_path_;  ///< For what it has to complain of.
    std::string picture_;
    bool unattended_ = false;
    bool running_ = true;
    bool first_frame_ = true;
    int exit_code_ = 0;
    double frame_seconds_ = 0.0;
    std::uint64_t frame_start_ = 0;
};

}  // namespace toibox::app
