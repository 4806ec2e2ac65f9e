// SPDX-License-Identifier: MIT
#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/cli.h"
#include "app/panels/panels.h"
#include "app/render/picture.h"
#include "app/window/run_window.h"
#include "app/window/world_pictures.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace toibox::app;

std::string unknown_value_text(const char* option, const std::string& value, const std::string& known) {
    return std::string(option) + " must be one of " + known + ", got \"" + value + "\"";
}

int report_unknown_value(const char* option, const std::string& value, const std::string& known) {
    std::fprintf(stderr, "toibox: %s\n", unknown_value_text(option, value, known).c_str());
    return ExitCode::usage;
}

/// Opens the window after checking the names on the command line. Returns the exit code.
int open_sandbox(const SandboxArguments& arguments) {
    WindowOptions options{.program = arguments.program,
                          .scene = arguments.scene,
                          .variant = arguments.variant,
                          .overrides = arguments.overrides,
                          .compare = arguments.compare,
                          .screenshot = arguments.screenshot,
                          .at_step = arguments.at_step,
                          .width = arguments.width,
                          .height = arguments.height,
                          .ui_scale = arguments.ui_scale,
                          .theme = parse_theme(arguments.theme),
                          .open = arguments.open,
                          .select = arguments.select,
                          .draw = arguments.draw,
                          .script = arguments.script,
                          .meta = arguments.meta,
                          .interrupted = &InterruptGuard::interrupted};
    if (!arguments.theme.empty() && !options.theme)
        return report_unknown_value("--theme", arguments.theme, "dark, light, projector");
    UiState unused;  // only to check names
    for (const std::string& panel : options.open) {
        if (!show_panel(unused, panel)) return report_unknown_value("--open", panel, panel_names());
    }
    for (const std::string& draw : options.draw) {
        if (!show_overlay(unused, draw)) return report_unknown_value("--draw", draw, overlay_names());
    }
    // Installed before SDL starts, because SDL keeps an existing signal handler.
    const InterruptGuard guard;
    const int code = run_window(options);
    return InterruptGuard::interrupted() ? ExitCode::interrupted : code;
}

class WindowPictures final : public PictureRenderer {
public:
    explicit WindowPictures(std::unique_ptr<WorldPictureRenderer> pictures)
        : pictures_(std::move(pictures)) {}

    std::string svg(Comparison& comparison) override { return pictures_->svg(comparison); }
    toibox::Result<std::string, std::string> png(Comparison& comparison) override {
        return encode_png(pictures_->still(comparison));
    }
    std::span<const std::uint8_t> movie_frame(Comparison& comparison,
                                              const std::string& pause_text) override {
        return pictures_->movie_frame(comparison, pause_text).rgb;
    }

private:
    std::unique_ptr<WorldPictureRenderer> pictures_;
};

toibox::Result<std::unique_ptr<PictureRenderer>, PictureError> open_pictures(const PictureRequest& request) {
    using toibox::Err;
    PictureStyle style{.width = request.width, .height = request.height};
    style.theme = parse_theme(request.theme).value_or(style.theme);
    UiState ui;
    for (const std::string& draw : request.draw) {
        if (!show_overlay(ui, draw))
            return Err{PictureError{unknown_value_text("--draw", draw, overlay_names()), ExitCode::usage}};
    }
    style.draw = ui.draw;
    if (request.view_area)
        style.view_area =
            PictureStyle::ViewArea{{request.view_area->x, request.view_area->y}, request.view_area->height};
    auto pictures = WorldPictureRenderer::open(style, request.needs_pixels);
    if (!pictures) return Err{PictureError{pictures.error() + " (--svg needs no OpenGL)", ExitCode::io}};
    return std::unique_ptr<PictureRenderer>(new WindowPictures(*std::move(pictures)));
}

}  // namespace

int main(int argc, char** argv) {
    return cli_main(argc, argv, {open_sandbox, open_pictures, panel_names(), overlay_names()});
}
