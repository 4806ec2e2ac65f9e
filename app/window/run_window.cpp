// SPDX-License-Identifier: MIT
#include "app/window/run_window.h"

#include "app/platform/clock.h"
#include "app/platform/file_watch.h"
#include "app/window/app_window.h"
#include "app/window/sandbox.h"

#include <cstdio>

namespace toibox::app {

namespace {

constexpr int layout_frames = 5;  ///< Frames until the layout of all panels is stable, for screenshots.

/// The main loop: input, one frame of the sandbox, drawing.
int run_loop(AppWindow& app_window, Sandbox& sandbox, const WindowOptions& options) {
    FileWatch watch;
    std::string title;
    bool full_screen = false;
    int frames = 0;
    std::uint64_t last = steady_nanoseconds();
    const auto query = [&](std::string_view key) { return sandbox.query(key); };
    while (app_window.begin_frame(query)) {
        const std::uint64_t now = steady_nanoseconds();
        sandbox.frame({.input = app_window.input().frame(),
                       .palette = app_window.layer().palette(),
                       .fonts = app_window.layer().fonts(),
                       .points = app_window.window().points(),
                       .pixel_ratio = app_window.window().pixel_ratio(),
                       .scale = app_window.layer().scale(),
                       .seconds = app_window.frame_seconds(),
                       .frame_ms = 1e-6 * static_cast<double>(now - last),
                       .rewinds = app_window.input().held(Key::Backspace)});
        last = now;
        if (sandbox.effects().full_screen) app_window.window().set_full_screen(full_screen = !full_screen);
        if (sandbox.effects().picture) app_window.request_picture(sandbox.picture_name());
        ++frames;
        if (!options.screenshot.empty() && frames == layout_frames) {
            app_window.request_picture(options.screenshot);
            app_window.quit();
        }
        app_window.begin_drawing();
        sandbox.draw_world(app_window.renderer());
        app_window.end_frame();
        if (const std::string message = app_window.take_message(); !message.empty()) sandbox.notify(message);

        app_window.layer().set_look(sandbox.ui().theme, sandbox.ui().ui_scale, sandbox.ui().projector.is_on);
        if (sandbox.title() != title) app_window.window().set_title(title = sandbox.title());
        if (watch.path() != sandbox.watched_path()) watch.watch(sandbox.watched_path());
        if (!app_window.unattended() && watch.poll(now)) sandbox.reload();
        const bool interrupted = options.interrupted != nullptr && options.interrupted();
        if (sandbox.ui().quit || interrupted) app_window.quit();
    }
    return app_window.exit_code();
}

}  // namespace

int run_window(const WindowOptions& options) {
    auto settings = SettingsStore::load(options.unattended() ? std::string() : SettingsStore::default_path());
    Sandbox sandbox(options, settings, scenes_folder(options.program));
    // The scene is opened before the window, so that an invalid scene opens no window.
    if (const auto opened = sandbox.open_initial_scene(options); !opened) {
        std::fputs(opened.error().text.c_str(), stderr);
        return opened.error().exit_code;
    }
    auto app_window = AppWindow::open(options, settings);
    if (!app_window) {
        std::fprintf(stderr, "toibox: %s\n", app_window.error().message.c_str());
        return app_window.error().exit_code;
    }
    const int exit_code = run_loop(**app_window, sandbox, options);
    if (!options.unattended()) sandbox.save_state();
    return exit_code;
}

}  // namespace toibox::app
