// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/clock.h"
#include "app/platform/imgui_layer.h"
#include "app/platform/input.h"
#include "app/platform/scripting/ui_player.h"
#include "app/platform/settings_store.h"
#include "app/platform/window.h"
#include "app/platform/window_options.h"
#include "app/render/renderer.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace toibox::app {

struct AppWindowError {
    std::string message;
    int exit_code = 4;  ///< As listed at run_window.
};

/// The scene-independent part of the window: SDL window, OpenGL, ImGui, input and UI script. Use:
///     while (app_window.begin_frame(query)) {
///         … widgets …
///         app_window.begin_drawing();
///         … app_window.renderer().draw(batch) …
///         app_window.end_frame();
///     }
class AppWindow {
public:
    /// `settings` must outlive the window, whose destructor stores its size there and saves the settings.
    static Result<std::unique_ptr<AppWindow>, AppWindowError> open(const WindowOptions& options,
                                                                   SettingsStore& settings);
    ~AppWindow();
    AppWindow(const AppWindow&) = delete;
    AppWindow& operator=(const AppWindow&) = delete;

    /// Reads events, plays the next transition of the UI script and begins a frame of ImGui. False: exit the
    /// program. `query`: returns values for the script.
    bool begin_frame(UiQuery query);
    /// Clears the framebuffer. Call before using the renderer, and after the frame's picture is requested:
    /// the other frames of an invisible window have no pixels.
    void begin_drawing();
    /// Draws the widgets over the world, takes the requested screenshot and shows the frame.
    void end_frame();

    /// Writes this frame as a PNG when it ends. A failure is printed to stderr and sets the exit code to 4.
    void request_picture(std::string path) { picture_ = std::move(path); }
    /// Where the requested picture was saved, or why it was not; empty: none was requested. Returned once.
    [[nodiscard]] std::string take_message() { return std::exchange(message_, {}); }
    void quit() { running_ = false; }
    /// 0 for success, 1 if an expectation of the script failed, 4 if a picture could not be written.
    [[nodiscard]] int exit_code() const { return exit_code_; }

    [[nodiscard]] const Input& input() const { return input_; }
    [[nodiscard]] Renderer& renderer() { return *renderer_; }
    [[nodiscard]] ImGuiLayer& layer() { return layer_; }
    [[nodiscard]] Window& window() { return window_; }
    /// Whether there is no user: frame times are fixed, and no settings are saved.
    [[nodiscard]] bool unattended() const { return unattended_; }
    /// How far this frame advances the world, seconds: see FrameClock; always 1/60 if unattended.
    [[nodiscard]] double frame_seconds() const { return frame_seconds_; }

private:
    AppWindow(Window window, std::unique_ptr<Renderer> renderer, SettingsStore& settings,
              const WindowOptions& options);
    void read_events();
    void finish_script();
    Result<Unit, std::string> take_picture(const std::string& path);

    Window window_;
    ImGuiLayer layer_;
    std::unique_ptr<Renderer> renderer_;
    SettingsStore& settings_;
    Input input_;
    WidgetRects widget_rects_;
    std::optional<UiPlayer> player_;
    std::string script_path_;  ///< For error messages.
    std::string picture_;
    std::string message_;  ///< See take_message().
    bool unattended_ = false;
    bool running_ = true;
    int exit_code_ = 0;
    FrameClock clock_;
    double frame_seconds_ = 0.0;
};

}  // namespace toibox::app
