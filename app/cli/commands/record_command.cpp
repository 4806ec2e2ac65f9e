// SPDX-License-Identifier: MIT
// `toibox record`: runs a scene and writes the recording while it runs.

#include "toibox/replay/tuning.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/commands.h"
#include "app/cli/inputs/recording_input.h"
#include "app/cli/inputs/scene_files.h"
#include "app/cli/output/failed_step.h"
#include "app/cli/output/progress.h"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace toibox::app {

namespace {

struct RecordArguments {
    std::string scene;
    std::string output;
    std::optional<std::int64_t> steps;
    std::string variant{base_variant};
    Overrides overrides;
    int threads = 1;
    ConsoleOptions console;
};

/// Runs `steps` steps. Stops early if a step fails (then `failure` has the reason), on a write error or on an
/// interrupt.
void record(replay::History& history, replay::RecordingWriter& writer, std::int64_t steps,
            const Console& console, std::string& failure) {
    const scene::Run& run = run_of(history.simulation());
    Progress progress("recording", steps, !console.quiet());
    constexpr std::chrono::duration<double> flush_interval(replay::tuning::sync_seconds);
    auto flushed = std::chrono::steady_clock::now();
    while (run.steps() < steps && !InterruptGuard::interrupted() && writer.error().empty()) {
        const StepReport& report = history.step();
        for (const std::string& error : run.script_errors())
            console.say(console.colorize(Console::Stream::Err, TextColor::Warning, "warning: ") + error);
        if (report.failed()) {
            failure = failed_step_text(run, report);
            return;
        }
        progress.update(run.steps());
        const auto now = std::chrono::steady_clock::now();
        if (now - flushed < flush_interval) continue;
        writer.sync(history.recording());
        flushed = now;
    }
}

int record_command(const RecordArguments& arguments) {
    const Console console(arguments.console);
    if (const std::string error_text =
            recording_output_error({"the scene", arguments.scene}, arguments.output);
        !error_text.empty())
        return usage_error(error_text, "record");
    const Result<scene::Document, ReportedError> document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    if (report_missing_variant(*document, arguments.variant, console)) return ExitCode::usage;
    const std::string variant = document_variant_name(arguments.variant);
    Result<scene::Scene, ReportedError> scene =
        resolve_scene(*document, variant, arguments.overrides, console);
    if (!scene) return scene.error().exit_code;
    const double step = scene->step;
    const std::int64_t steps = arguments.steps.value_or(scene->duration_steps());
    Result<scene::Run, scene::Diagnostics> run = scene::Run::start(std::move(*scene));
    if (!run) {
        print_diagnostics(run.error(), console);
        return ExitCode::bad_input;
    }
    run->world().set_execution({.threads = arguments.threads});

    constexpr std::size_t no_states_in_memory = 0;
    replay::History history(std::make_unique<SceneSimulation>(std::move(*run)),
                            make_recording(*document, variant, arguments.overrides, step, version_json()),
                            no_states_in_memory);
    history.record_keyframes(true);
    std::error_code ignored;
    if (const std::string part = arguments.output + ".part"; std::filesystem::exists(part, ignored)) {
        warn(console, fmt::format("{} exists from an unfinished recording and is left untouched "
                                  "(`toibox repair` can read it)",
                                  part));
    }
    auto writer = replay::RecordingWriter::create(arguments.output, history.recording());
    if (!writer) {
        console.error(writer.error());
        return ExitCode::io;
    }
    const InterruptGuard guard;
    std::string failure;
    record(history, *writer, steps, console, failure);
    const Result<Unit, std::string> written = writer->finish(history.recording());
    if (!written) {
        console.error(written.error());
        return ExitCode::io;
    }
    const std::int64_t completed = run_of(history.simulation()).steps();
    console.say(fmt::format("{}: {} of {}, {:.0f} kB, hash {:016x}", arguments.output,
                            count_text(static_cast<std::size_t>(completed), "step"), arguments.variant,
                            static_cast<double>(writer->bytes()) / 1000.0,
                            history.simulation().world().hash()));
    if (!failure.empty()) {
        console.error(failure);
        return ExitCode::aborted;
    }
    if (completed == steps) return ExitCode::success;
    console.error(
        fmt::format("interrupted: {} contains the first {} of {} steps", arguments.output, completed, steps));
    return ExitCode::interrupted;
}

}  // namespace

Action declare_record(CommandOptions& options) {
    const auto arguments = std::make_shared<RecordArguments>();
    options.option("scene", arguments->scene, "Scene (*.toi.json)", {.kind = "FILE", .required = true});
    options.option("-o,--output", arguments->output,
                   "Recording to write (*.toirec); written as FILE.part (or FILE.2.part, … if that exists) "
                   "and renamed when complete",
                   {.kind = "FILE", .required = true});
    options.option("--steps", arguments->steps, "Steps to run; default: the scene's duration",
                   {.check = steps_check()});
    options.option("--variant", arguments->variant,
                   "Variant to record; default: base, which is the scene itself", {.kind = "NAME"});
    options.overrides(arguments->overrides);
    options.option("--threads", arguments->threads, threads_help, {.check = count_check(max_threads)});
    options.console(arguments->console);
    return [arguments] { return record_command(*arguments); };
}

}  // namespace toibox::app
