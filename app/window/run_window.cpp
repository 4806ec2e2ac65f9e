// SPDX-License-Identifier: MIT
#include "app/window/run_window.h"

#include "app/platform/clock.h"
#include "app/platform/file_watch.h"
#include "app/window/sandbox.h"
#include "app/window/shell.h"

#include <cstdio>

namespace toibox::app {

namespace {

constexpr int layout_frames =
    5;  ///< Until every panel knows its size: then a picture is what a user would see.

/// The loop: input, one frame of the sandbox, drawing.
int run_loop(Shell& shell, Sandbox& sandbox, const WindowOptions& options) {
    FileWatch watch;
    std::string title;
    bool full_screen = false;
    int frames = 0;
    std::uint64_t last = steady_nanoseconds();
    const auto query = [&](std::string_view key) { return sandbox.query(key); };
    while (shell.begin_frame(query)) {
        const std::uint64_t now = steady_nanoseconds();
        sandbox.frame({.input = shell.input().frame(),
                       .palette = shell.layer().palette(),
                       .fonts = shell.layer().fonts(),
                       .points = shell.window().points(),
                       .pixel_ratio = shell.window().pixel_ratio(),
                       .scale = shell.layer().scale(),
                       .seconds = shell.frame_seconds(),
                       .frame_ms = 1e-6 * static_cast<double>(now - last),
                       .rewinds = shell.input().held(Key::Backspace)});
        last = now;
        shell.begin_drawing();
        sandbox.draw_world(shell.renderer());
        if (sandbox.effects().full_screen) shell.window().set_full_screen(full_screen = !full_screen);
        if (sandbox.effects().picture) shell.request_picture(sandbox.picture_name());
        ++frames;
        if (!options.screenshot.empty() && frames == layout_frames) {
            shell.request_picture(options.screenshot);
            shell.quit();
        }
        shell.end_frame();

        shell.layer().set_look(sandbox.ui().theme, sandbox.ui().ui_scale);
        if (sandbox.title() != title) shell.window().set_title(title = sandbox.title());
        if (watch.path() != sandbox.watched_path()) watch.watch(sandbox.watched_path());
        if (!shell.unattended() && watch.poll(now)) sandbox.reload();
        const bool interrupted = options.interrupted != nullptr && options.interrupted();
        if (sandbox.ui().quit || interrupted) shell.quit();
    }
    return shell.exit_code();
}

}  // namespace

int run_window(const WindowOptions& options) {
    auto settings = SettingsStore::load(options.unattended() ? std::string() : SettingsStore::default_path());
    Sandbox sandbox(options, settings, scenes_folder(options.program));
    // Before the window: what cannot be shown opens none.
    if (const auto opened = sandbox.open_first(options); !opened) {
        std::fputs(opened.error().text.c_str(), stderr);
        return opened.error().exit_code;
    }
    auto shell = Shell::open(options, settings);
    if (!shell) {
        std::fprintf(stderr, "toibox: %s\n", shell.error().message.c_str());
        return shell.error().exit_code;
    }
    const int code = run_loop(**shell, sandbox, options);
    if (!options.unattended()) sandbox.keep();
    return code;
}

}  // namespace toibox::app
