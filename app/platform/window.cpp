// SPDX-License-Identifier: MIT
#include "app/platform/window.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#ifdef __GLIBC__
    #include <malloc.h>
#endif

#include <SDL.h>

namespace toibox::app {

struct Window::Handles {
    SDL_Window* window = nullptr;
    SDL_GLContext context = nullptr;
    Gl gl;

    Handles() = default;
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;
    ~Handles() {
        if (context != nullptr) SDL_GL_DeleteContext(context);
        if (window != nullptr) SDL_DestroyWindow(window);
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
};

namespace {

constexpr Extent min_window_size{640, 400};
/// Assumed height, points. The real height is known only once the window exists.
constexpr int title_bar_height = 32;

std::string sdl_error_text(std::string_view message) {
    return std::string(message) + ": " + SDL_GetError();
}

/// Starts the video subsystem of SDL. Without a display, SDL silently falls back to drivers that show
/// nothing; such a driver is an error unless unattended.
Result<Unit, std::string> start_video(bool unattended) {
    constexpr const char* hint = "Set DISPLAY or WAYLAND_DISPLAY, or write a picture with --screenshot FILE";
    // If none of these is set, there is no display, and SDL would let libwayland print an error.
    const auto is_set = [](const char* name) { return std::getenv(name) != nullptr; };
    if (!unattended && !is_set("SDL_VIDEODRIVER") && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") &&
        !is_set("XDG_RUNTIME_DIR"))
        return Err{std::string("no display found. ") + hint};
    SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
    // The environment overrides the hint, so SDL_VIDEODRIVER=x11 still gives an unattended run a real window.
    if (unattended) SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        return Err{sdl_error_text("cannot start the video system")};
    }
    if (Window::is_invisible() && !unattended) {
        const std::string driver = SDL_GetCurrentVideoDriver();
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return Err{"no display found (SDL would render invisibly, with the driver \"" + driver + "\"). " +
                   hint};
    }
    return Unit{};
}

/// Makes glibc keep freed memory. A software rasteriser allocates and frees megabytes per frame; by default
/// glibc returns them to the system, and every page faults again. With kept memory, the draw calls of 1,000
/// bodies with boxes and contacts take 1.5 ms, not 4 ms.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

void request_core_context() {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    // The shaders do the antialiasing: multisampling would cost time and differ between machines.
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 0);
}

/// The configured size, limited to the usable area of the display if that area is known.
Extent size_on_display(const WindowConfig& config) {
    const Extent wanted{config.width, config.height};
    SDL_Rect room;
    if (!config.fits_display || SDL_GetDisplayUsableBounds(0, &room) != 0) return wanted;
    return fit_to_display(wanted, {room.w, room.h});
}

}  // namespace

Extent fit_to_display(Extent wanted, Extent room) {
    return {std::max(std::min(wanted.width, room.width), min_window_size.width),
            std::max(std::min(wanted.height, room.height - title_bar_height), min_window_size.height)};
}

Result<Window, std::string> Window::open(const WindowConfig& config) {
    keep_freed_memory();
    if (auto started = start_video(config.unattended); !started) return Err{started.error()};
    auto handles = std::make_unique<Handles>();
    request_core_context();
    const Extent size = size_on_display(config);
    const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    handles->window = SDL_CreateWindow(config.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                       size.width, size.height, flags);
    if (handles->window == nullptr) return Err{sdl_error_text("cannot open a window")};
    if (!config.any_size)
        SDL_SetWindowMinimumSize(handles->window, min_window_size.width, min_window_size.height);
    handles->context = SDL_GL_CreateContext(handles->window);
    if (handles->context == nullptr) return Err{sdl_error_text("cannot create an OpenGL 3.3 context")};
    if (SDL_GL_MakeCurrent(handles->window, handles->context) != 0) {
        return Err{sdl_error_text("cannot use the OpenGL context")};
    }
    // Adaptive vsync if the driver has it: a late frame is shown immediately, not at the next refresh.
    if (config.unattended) {
        SDL_GL_SetSwapInterval(0);
    } else if (SDL_GL_SetSwapInterval(-1) != 0) {
        SDL_GL_SetSwapInterval(1);
    }
    auto gl = load_gl();
    if (!gl) return Err{gl.error()};
    handles->gl = *gl;
    return Window(std::move(handles));
}

Window::Window(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

SDL_Window* Window::handle() const {
    return handles_->window;
}
void* Window::context() const {
    return handles_->context;
}
const Gl& Window::gl() const {
    return handles_->gl;
}

Extent Window::points() const {
    Extent extent;
    SDL_GetWindowSize(handles_->window, &extent.width, &extent.height);
    return extent;
}

Extent Window::pixels() const {
    Extent extent;
    SDL_GL_GetDrawableSize(handles_->window, &extent.width, &extent.height);
    return extent;
}

float Window::pixel_ratio() const {
    const int width = points().width;
    return width > 0 ? static_cast<float>(pixels().width) / static_cast<float>(width) : 1.0f;
}

bool Window::is_invisible() {
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    return driver == "offscreen" || driver == "dummy" || driver == "evdev";
}

bool Window::minimized() const {
    return (SDL_GetWindowFlags(handles_->window) & SDL_WINDOW_MINIMIZED) != 0;
}

void Window::set_title(const std::string& title) const {
    SDL_SetWindowTitle(handles_->window, title.c_str());
}

void Window::set_full_screen(bool on) const {
    SDL_SetWindowFullscreen(handles_->window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void Window::swap() const {
    SDL_GL_SwapWindow(handles_->window);
}

}  // namespace toibox::app
