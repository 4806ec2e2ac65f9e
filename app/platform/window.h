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
    bool any_size = false;      ///< Smaller too than a sandbox can be used at: for pictures.
    bool fits_display = false;  ///< Make it smaller where the display has no room for it.
    bool unattended = false;    ///< Nobody watches: render without a display, never wait for one.
};

/// In points (what SDL and ImGui count in) or pixels (what OpenGL counts in).
struct Extent {
    int width = 0;
    int height = 0;

    friend bool operator==(const Extent&, const Extent&) = default;
};

/// The size of a window that is to stand, with its title bar, in `room`: points.
Extent fit_to_display(Extent wanted, Extent room);

/// A window with an OpenGL 3.3 core context, current on this thread for the life of the object.
/// One at a time: it starts and ends SDL's video.
class Window {
public:
    /// Unattended windows use SDL's offscreen driver unless SDL_VIDEODRIVER names another.
    /// Errors are sentences for people: no display, no OpenGL 3.3.
    static Result<Window, std::string> open(const WindowConfig& config);
    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    ~Window();

    [[nodiscard]] SDL_Window* handle() const;
    [[nodiscard]] void* context() const;
    [[nodiscard]] const Gl& gl() const;
    [[nodiscard]] Extent points() const;
    [[nodiscard]] Extent pixels() const;
    /// Pixels a point: 2 on a Retina-like display, 1 elsewhere.
    [[nodiscard]] float pixel_ratio() const;
    [[nodiscard]] bool minimized() const;
    void set_title(const std::string& title) const;
    void set_full_screen(bool on) const;
    /// Shows what was drawn; waits for the display's refresh.
    void swap() const;

private:
    struct Handles;
    explicit Window(std::unique_ptr<Handles> handles);
    std::unique_ptr<Handles> handles_;
};

}  // namespace toibox::app
