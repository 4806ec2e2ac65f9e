// SPDX-License-Identifier: MIT
#include "app/window/app_window.h"

#include "toibox/io/atomic_file.h"

#include "app/platform/clock.h"
#include "app/render/picture.h"

#include <cstdio>
#include <utility>

#include <SDL.h>

namespace toibox::app {
namespace {

constexpr std::size_t max_script_bytes = 1u << 20u;
constexpr double unattended_frame_seconds = 1.0 / 60.0;
constexpr std::uint32_t minimized_wait_ms = 50;  ///< Milliseconds per frame while minimised.

Result<std::optional<UiPlayer>, AppWindowError> load_script(const std::string& path) {
    if (path.empty()) return std::optional<UiPlayer>();
    const auto text = io::read_file(path, max_script_bytes);
    if (!text) return Err{AppWindowError{text.error()}};
    auto script = UiScript::parse(*text);
    if (!script) return Err{AppWindowError{path + ": " + script.error(), 3}};
    return std::optional<UiPlayer>(UiPlayer(*std::move(script)));
}

}  // namespace

Result<std::unique_ptr<AppWindow>, AppWindowError> AppWindow::open(const WindowOptions& options,
                                                                   SettingsStore& settings) {
    auto player = load_script(options.script);
    if (!player) return Err{player.error()};
    WindowConfig config{.unattended = options.unattended()};
    config.width = options.width > 0 ? options.width : settings.integer("window.width", 1440, 640, 16384);
    config.height = options.height > 0 ? options.height : settings.integer("window.height", 900, 400, 16384);
    config.fits_display = !config.unattended && options.width == 0 && options.height == 0;
    auto window = Window::open(config);
    if (!window) return Err{AppWindowError{window.error()}};
    auto renderer = Renderer::create(window->gl());
    if (!renderer) return Err{AppWindowError{renderer.error()}};
    std::unique_ptr<AppWindow> app_window(
        new AppWindow(*std::move(window), *std::move(renderer), settings, options));
    app_window->player_ = *std::move(player);
    app_window->script_path_ = options.script;
    return app_window;
}

AppWindow::AppWindow(Window window, std::unique_ptr<Renderer> renderer, SettingsStore& settings,
                     const WindowOptions& options)
    : window_(std::move(window)),
      layer_(window_),
      renderer_(std::move(renderer)),
      settings_(settings),
      unattended_(options.unattended()) {
    const auto saved_theme = parse_theme(settings_.text("ui.theme")).value_or(ThemeKind::Dark);
    const float scale =
        options.ui_scale > 0.0f ? options.ui_scale : settings_.number("ui.scale", 1.0f, 0.75f, 4.0f);
    layer_.set_look(options.theme.value_or(saved_theme), scale);
}

AppWindow::~AppWindow() {
    if (unattended_) return;
    const Extent size = window_.points();
    settings_.set("window.width", size.width);
    settings_.set("window.height", size.height);
    if (const auto result = settings_.save(); !result)
        std::fprintf(stderr, "toibox: %s\n", result.error().c_str());
}

void AppWindow::read_events() {
    input_.begin_frame();
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        layer_.process_event(event);
        input_.handle(event, layer_.wants_text());
    }
    if (input_.frame().quit) running_ = false;
}

bool AppWindow::begin_frame(UiQuery query) {
    if (window_.minimized()) SDL_Delay(minimized_wait_ms);
    const double elapsed = clock_.begin_frame(steady_nanoseconds());
    frame_seconds_ = unattended_ ? unattended_frame_seconds : elapsed;
    if (player_) {
        player_->advance(widget_rects_, query);
        for (const std::string& line : player_->take_output()) {
            std::printf("%s\n", line.c_str());
            std::fflush(stdout);
        }
    }
    read_events();
    if (player_ && player_->done()) finish_script();
    if (!running_) return false;

    FrameTiming timing{.dt = static_cast<float>(frame_seconds_), .fixed = unattended_};
    if (player_) timing.mouse = player_->mouse();
    layer_.new_frame(timing);
    widget_rects_.begin_frame();
    set_widget_rects(player_ ? &widget_rects_ : nullptr);
    return true;
}

void AppWindow::begin_drawing() {
    const bool is_seen =
        !Window::is_invisible() || !picture_.empty() || (player_ && player_->wants_screenshot());
    renderer_->compute_pixels(is_seen);
    renderer_->begin_frame(window_.pixels(), layer_.palette().canvas);
}

void AppWindow::end_frame() {
    layer_.render();
    if (player_) {
        if (const auto path = player_->take_screenshot()) static_cast<void>(take_picture(*path));
    }
    if (!picture_.empty()) {
        const std::string path = std::exchange(picture_, {});
        const auto result = take_picture(path);
        message_ = result ? "Picture saved: " + path : "The picture was not saved: " + result.error();
    }
    window_.swap();
    clock_.end_frame(steady_nanoseconds());
}

void AppWindow::finish_script() {
    for (const std::string& failure : player_->failures()) {
        std::fprintf(stderr, "toibox: %s: %s\n", script_path_.c_str(), failure.c_str());
    }
    if (!player_->failures().empty() && exit_code_ == 0) exit_code_ = 1;
    running_ = false;
}

Result<Unit, std::string> AppWindow::take_picture(const std::string& path) {
    const Picture picture = read_picture(window_.gl(), window_.pixels());
    auto result = write_png(picture, path);
    if (!result) {
        std::fprintf(stderr, "toibox: %s\n", result.error().c_str());
        exit_code_ = 4;
    }
    return result;
}

}  // namespace toibox::app
