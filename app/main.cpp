// SPDX-License-Identifier: MIT
#include "app/cli/cli.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
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

std::string unknown_text(const char* option, const std::string& value, const std::string& known) {
    return std::string(option) + ": there is no \"" + value + "\"; there are: " + known;
}

int unknown(const char* option, const std::string& value, const std::string& known) {
    std::fprintf(stderr, "toibox: %s\n", unknown_text(option, value, known).c_str());
    return ExitCode::usage;
}

/// The command line's words, checked against what the window has.
int open_sandbox(const SandboxArguments& arguments) {
    WindowOptions options{.program = arguments.program,
                          .scene = arguments.scene,
                          .variant = arguments.variant,
                          .overrides = arguments.overrides,
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
        return unknown("--theme", arguments.theme, "dark, light, projector");
    UiState probe;
    for (const std::string& panel : options.open) {
        if (!show_panel(probe, panel)) return unknown("--open", panel, panel_names());
    }
    for (const std::string& draw : options.draw) {
        if (!show_draw(probe, draw)) return unknown("--draw", draw, draw_names());
    }
    // Before SDL, which leaves a signal alone that has a handler.
    const InterruptGuard guard;
    const int code = run_window(options);
    return InterruptGuard::interrupted() ? ExitCode::interrupted : code;
}

class WindowPictures final : public PictureRenderer {
public:
    explicit WindowPictures(std::unique_ptr<WorldPictureRenderer> pictures)
        : pictures_(std::move(pictures)) {}

    void begin(const toibox::scene::Run& run) override { pictures_->begin(run); }
    std::string svg(const toibox::scene::Run& run) override { return pictures_->svg(run); }
    std::span<const std::uint8_t> pixels(const toibox::scene::Run& run) override {
        last_ = &pictures_->pixels(run);
        return last_->rgb;
    }
    toibox::Result<std::string, std::string> png() override { return encode_png(*last_); }

private:
    std::unique_ptr<WorldPictureRenderer> pictures_;
    const Picture* last_ = nullptr;
};

toibox::Result<std::unique_ptr<PictureRenderer>, PictureError> open_pictures(const PictureRequest& request) {
    using toibox::Err;
    PictureStyle look{.width = request.width, .height = request.height};
    look.theme = parse_theme(request.theme).value_or(look.theme);
    UiState ui;
    for (const std::string& draw : request.draw) {
        if (!show_draw(ui, draw))
            return Err{PictureError{unknown_text("--draw", draw, draw_names()), ExitCode::usage}};
    }
    look.draw = ui.draw;
    if (request.view_area)
        look.view_area =
            PictureStyle::ViewArea{{request.view_area->x, request.view_area->y}, request.view_area->height};
    auto pictures = WorldPictureRenderer::open(look, request.pixels);
    if (!pictures) return Err{PictureError{pictures.error() + " (--svg needs no OpenGL)", ExitCode::io}};
    return std::unique_ptr<PictureRenderer>(new WindowPictures(*std::move(pictures)));
}

}  // namespace

int main(int argc, char** argv) {
    return cli_main(argc, argv, {open_sandbox, open_pictures});
}
