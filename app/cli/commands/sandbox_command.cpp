// SPDX-License-Identifier: MIT
#include "app/cli/commands/sandbox_command.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/output_paths.h"
#include "app/cli/base/version.h"
#include "app/cli/inputs/recording_input.h"
#include "app/cli/inputs/scene_input.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

OptionCheck png_check() {
    return {[](const std::string& text) {
                const std::string extension = std::filesystem::path(text).extension().string();
                const bool good = extension == ".png" || extension == ".PNG";
                return good ? std::string() : fmt::format("must end in .png, got \"{}\"", text);
            },
            "FILE.png"};
}

int check_compared_recording(const SandboxArguments& arguments, const replay::Source& source,
                             const Console& console) {
    if (arguments.compare.empty()) return ExitCode::success;
    const auto document = scene::Document::parse(source.scene, source.path);
    if (!document) return ExitCode::success;  // reported when the recording is opened
    const bool has_error = report_compare_error(*document, arguments.compare, source.variant, console);
    return has_error ? ExitCode::usage : ExitCode::success;
}

/// Checks the scene or recording before the window opens, and prints the same errors as `toibox run`. Returns
/// the exit code.
int check_scene(const SandboxArguments& arguments) {
    const Console console({});
    if (arguments.scene.empty()) return ExitCode::success;
    if (replay::is_recording_file(arguments.scene)) {
        if (!arguments.variant.empty() || !arguments.overrides.empty())
            return usage_error("--variant and --set cannot be used with a recording, which contains both");
        const Result<replay::RecoveredRecording, ReportedError> read =
            load_recording(arguments.scene, console);
        if (!read) return read.error().exit_code;
        return check_compared_recording(arguments, read->recording.source, console);
    }
    const Result<scene::Document, ReportedError> document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    if (!arguments.variant.empty() && report_missing_variant(*document, arguments.variant, console))
        return ExitCode::usage;
    if (!arguments.compare.empty() &&
        report_compare_error(*document, arguments.compare, std::nullopt, console))
        return ExitCode::usage;
    std::vector<std::string> variants = arguments.compare;
    if (variants.empty()) variants.push_back(arguments.variant);
    for (const std::string& variant : variants) {
        const auto scene =
            resolve_scene(*document, document_variant_name(variant), arguments.overrides, console);
        if (!scene) return scene.error().exit_code;
    }
    return ExitCode::success;
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
    const std::string conflict =
        overwrite_conflict({{"the scene", parsed.sandbox.scene}, {"--script", parsed.sandbox.script}},
                           {{"--screenshot", parsed.sandbox.screenshot}});
    if (!conflict.empty()) return usage_error(conflict);
    if (!parsed.sandbox.compare.empty() && !parsed.sandbox.variant.empty())
        return usage_error("--compare and --variant both name variants: use only one");
    if (!parsed.sandbox.compare.empty() && parsed.sandbox.scene.empty())
        return usage_error("--compare needs a scene or a recording: name its file");
    if (const int exit_code = check_scene(parsed.sandbox); exit_code != ExitCode::success) return exit_code;
    parsed.sandbox.meta = version_json();
    for (std::string& variant : parsed.sandbox.compare)
        variant = document_variant_name(variant);
    parsed.sandbox.variant = document_variant_name(parsed.sandbox.variant);
    if (!parsed.sandbox.compare.empty()) parsed.sandbox.variant = parsed.sandbox.compare.front();
    return open_sandbox(parsed.sandbox);
}

}  // namespace

Action declare_sandbox(CommandOptions& options) {
    const auto parsed = std::make_shared<ParsedOptions>();
    SandboxArguments& sandbox = parsed->sandbox;
    sandbox.program = options.host().program;
    options.option("scene", sandbox.scene, "Scene (*.toi.json) or recording (*.toirec) to open",
                   {.kind = "FILE"});
    options.option("--variant", sandbox.variant, "Variant to open; default: base, which is the scene itself",
                   {.kind = "NAME"});
    options.option("--compare", sandbox.compare,
                   "Two to four variants to show side by side, separated by commas; \"base\" is the scene "
                   "itself. With a recording: one to three variants to show beside it",
                   {.kind = "NAMES", .comma_separated = true});
    options.overrides(sandbox.overrides);
    options.option("--screenshot", sandbox.screenshot,
                   "Write a PNG of the window and exit (needs no display)", {.check = png_check()});
    options.option(
        "--at", sandbox.at_step,
        "Steps to run before the screenshot; without --screenshot, the window opens paused after these "
        "steps",
        {.check = steps_check()});
    options.option("--size", parsed->size, "Size of the window in pixels", {.check = size_check()});
    options.option("--ui-scale", sandbox.ui_scale, "Scale of text and controls, 0.5 to 4",
                   {.check = number_check(0.5f, 4.0f, "SCALE")});
    options.option("--theme", sandbox.theme, "Colours of the window",
                   {.check = name_check({"dark", "light", "projector"})});
    options.option("--open,--panel", sandbox.open,
                   fmt::format("Panels to show, separated by commas: {}", options.host().panel_names),
                   {.kind = "NAMES", .comma_separated = true});
    options.option("--select", sandbox.select, "Ids of the bodies to select, separated by commas",
                   {.kind = "IDS", .comma_separated = true});
    options.option("--draw", sandbox.draw,
                   fmt::format("Overlays to show, separated by commas: {} {}", options.host().overlay_names,
                               overlay_help),
                   {.kind = "NAMES", .comma_separated = true});
    options.option("--script", sandbox.script,
                   "UI script to play, then exit; engine/docs/cli.md lists its commands", {.kind = "FILE"});
    options.flag("--version", parsed->version, "Print version, commit, formats, compiler and libraries");
    return [parsed, open_sandbox = options.host().open_sandbox] { return open(*parsed, open_sandbox); };
}

}  // namespace toibox::app
