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
    bool any_size = false;      ///< Allow sizes below the sandbox's minimum, for images.
    bool fits_display = false;  ///< Shrink the window to fit the display.
    bool unattended = false;    ///< Render without a display and without waiting for its refresh.
};

/// In points (units of SDL and ImGui) or pixels (units of OpenGL).
struct Extent {
    int width = 0;
    int height = 0;

    friend bool operator==(const Extent&, const Extent&) = default;
};

/// The wanted size, reduced so that the window with its title bar fits into `room`. Units: points.
Extent fit_to_display(Extent wanted, Extent room);

/// A window with an OpenGL 3.3 core context, which stays current on this thread.
/// Only one may exist at a time, because it starts and stops SDL's video subsystem.
class Window {
public:
    /// Unattended windows use SDL's offscreen driver unless SDL_VIDEODRIVER names another.
    /// Error: a message for the user, as for a missing display or OpenGL 3.3.
    static Result<Window, std::string> open(const WindowConfig& config);
    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    ~Window();

    [[nodiscard]] SDL_Window* handle() const;
    [[nodiscard]] void* context() const;
    [[nodiscard]] const Gl& gl() const;
    [[nodiscard]] Extent points() const;
    [[nodiscard]] Extent pixels() const;
    /// Pixels per point: 2 on a Retina-like display, usually 1.
    [[nodiscard]] float pixel_ratio() const;
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
