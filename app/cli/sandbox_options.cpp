// SPDX-License-Identifier: MIT
#include "app/cli/sandbox_options.h"

#include "app/cli/exit_code.h"
#include "app/cli/output_paths.h"
#include "app/cli/recording_argument.h"
#include "app/cli/scene_argument.h"
#include "app/cli/version.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

OptionCheck png_check() {
    return {[](const std::string& text) {
                const std::string ending = std::filesystem::path(text).extension().string();
                const bool good = ending == ".png" || ending == ".PNG";
                return good ? std::string() : fmt::format("must end in .png, is \"{}\"", text);
            },
            "FILE.png"};
}

/// What is wrong with the scene named for the window is told before there is one, as `run` tells it.
int check_scene(const SandboxArguments& arguments) {
    const Console console({});
    if (arguments.scene.empty()) return ExitCode::success;
    if (replay::is_recording(arguments.scene)) {
        if (!arguments.variant.empty() || !arguments.overrides.empty())
            return usage_error(
                "a recording has its variant and its settings: --variant and --set go with scenes");
        const Result<replay::RecoveredRecording, ReportedError> read =
            load_recording(arguments.scene, console);
        return read ? ExitCode::success : read.error().exit_code;
    }
    const Result<scene::Document, ReportedError> document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    if (!arguments.variant.empty() && !has_variant(*document, arguments.variant, console))
        return ExitCode::usage;
    const auto scene =
        resolve_scene(*document, document_variant_name(arguments.variant), arguments.overrides, console);
    return scene ? ExitCode::success : scene.error().exit_code;
}

struct ParsedOptions {
    SandboxArguments sandbox;
    std::string size;
    bool version = false;
};

int open(ParsedOptions& parsed, OpenSandbox open_sandbox) {
    if (parsed.version) {
        fmt::print("{}\n", version_text());
        return ExitCode::success;
    }
    if (const auto size = parse_size(parsed.size)) {
        parsed.sandbox.width = size->first;
        parsed.sandbox.height = size->second;
    }
    const std::string clash =
        overwrite_conflict({{"the scene", parsed.sandbox.scene}, {"--script", parsed.sandbox.script}},
                           {{"--screenshot", parsed.sandbox.screenshot}});
    if (!clash.empty()) return usage_error(clash);
    if (const int refused = check_scene(parsed.sandbox); refused != ExitCode::success) return refused;
    parsed.sandbox.meta = version_json();
    parsed.sandbox.variant = document_variant_name(parsed.sandbox.variant);
    return open_sandbox(parsed.sandbox);
}

}  // namespace

Action declare_sandbox(CommandOptions& options) {
    const auto parsed = std::make_shared<ParsedOptions>();
    SandboxArguments& to = parsed->sandbox;
    to.program = options.host().program;
    options.option("scene", to.scene, "Scene (*.toi.json) or recording (*.toirec) to open");
    options.option("--variant", to.variant, "Variant of the scene");
    options.overrides(to.overrides);
    options.option("--screenshot", to.screenshot, "Write a PNG of the window and end; needs no display",
                   {.check = png_check()});
    options.option("--at", to.at_step, "Steps to run before the screenshot", {.check = steps_check()});
    options.option("--size", parsed->size, "Size of the window", {.check = size_check()});
    options.option("--ui-scale", to.ui_scale, "Size of text and controls",
                   {.check = number_check(0.5f, 4.0f, "SCALE")});
    options.option("--theme", to.theme, "dark, light or projector",
                   {.check = name_check({"dark", "light", "projector"})});
    options.option("--open,--panel", to.open, "Panels to show: NAME,…", {.comma_separated = true});
    options.option("--select", to.select, "Bodies to select: ID,…", {.comma_separated = true});
    options.option("--draw", to.draw, "Draws to switch on: NAME,…", {.comma_separated = true});
    options.option("--script", to.script, "Play a script of the user interface and end");
    options.flag("--version", parsed->version, "Version, commit, formats, compiler, libraries");
    return [parsed, open_sandbox = options.host().open_sandbox] { return open(*parsed, open_sandbox); };
}

}  // namespace toibox::app
