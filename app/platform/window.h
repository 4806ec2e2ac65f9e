// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/gl.h"

#include <memory>

struct SDL_Window;

namespace toibox::app {

struct WindowConfig {
    std::string title = "toibox";
    int width = 1440;  ///< Points.
    int height = 900;
    bool any_size = false;      ///< Allow sizes below the minimum of the sandbox, for pictures.
    bool fits_display = false;  ///< Shrink the window to fit the display.
    bool unattended = false;    ///< Render without a display; never wait for a display's refresh.
};

/// A size in points (unit of SDL and ImGui) or pixels (unit of OpenGL).
struct Extent {
    int width = 0;
    int height = 0;

    friend bool operator==(const Extent&, const Extent&) = default;
};

/// The wanted size, reduced so that the window and its title bar fit into `room`, but not below the minimum
/// size. Units: points.
Extent fit_to_display(Extent wanted, Extent room);

/// A window with an OpenGL 3.3 core context, which stays current on this thread.
/// Only one window may exist at a time, because a Window starts and stops SDL's video subsystem.
class Window {
public:
    /// Unattended windows use SDL's offscreen driver unless SDL_VIDEODRIVER names another.
    /// Error: text for the user, for example if there is no display or no OpenGL 3.3.
    static Result<Window, std::string> open(const WindowConfig& config);
    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    ~Window();

    [[nodiscard]] SDL_Window* handle() const;
    [[nodiscard]] void* context() const;  ///< SDL_GLContext.
    [[nodiscard]] const Gl& gl() const;
    [[nodiscard]] Extent points() const;
    [[nodiscard]] Extent pixels() const;
    /// Pixels per point: 2 on a Retina-like display, usually 1.
    [[nodiscard]] float pixel_ratio() const;
    /// Whether SDL's driver shows no windows. Requires: SDL's video subsystem is started.
    [[nodiscard]] static bool is_invisible();
    [[nodiscard]] bool minimized() const;
    void set_title(const std::string& title) const;
    void set_full_screen(bool on) const;
    /// Swaps the buffers; waits for the display's refresh unless unattended.
    void swap() const;

private:
    struct Handles;
    explicit Window(std::unique_ptr<Handles> handles);
    std::unique_ptr<Handles> handles_;
};

}  // namespace toibox::app
