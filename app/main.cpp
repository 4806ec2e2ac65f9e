// SPDX-License-Identifier: MIT
#include "app/cli/cli.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/panels/panels.h"
#include "app/window/run_window.h"

#include <cstdio>
#include <string>

namespace {

using namespace toibox::app;

int unknown(const char* option, const std::string& value, const std::string& known) {
    std::fprintf(stderr, "toibox: %s: there is no \"%s\"; there are: %s\n", option, value.c_str(),
                 known.c_str());
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

}  // namespace

int main(int argc, char** argv) {
    return cli_main(argc, argv, open_sandbox);
}
