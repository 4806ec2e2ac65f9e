// SPDX-License-Identifier: MIT
#include "app/cli/commands/run_command.h"

#include "toibox/dynamics/world.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/variant_run.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/body_csv.h"
#include "app/cli/output/output_file.h"
#include "app/cli/output/picture_files.h"
#include "app/cli/output/playback_pictures.h"
#include "app/cli/output/progress.h"
#include "app/cli/output/run_result.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <utility>

namespace toibox::app {

namespace {

int exit_code_of(const std::vector<VariantResult>& results, bool steps_given) {
    const auto any = [&](auto predicate) { return std::any_of(results.begin(), results.end(), predicate); };
    if (any([](const VariantResult& result) { return result.interrupted; })) return ExitCode::interrupted;
    if (any([](const VariantResult& result) { return !result.failure.empty(); })) return ExitCode::aborted;
    const Totals totals = count(results);
    const bool success = totals.failed == 0 && (totals.not_reached == 0 || steps_given);
    return success ? ExitCode::success : ExitCode::check_failed;
}

/// The stream for claims: standard error if data goes to standard output.
Console::Stream claims_stream(const RunArguments& arguments) {
    const bool data = arguments.hash || arguments.csv == "-" || arguments.pictures.on_standard_output() > 0;
    return data ? Console::Stream::Err : Console::Stream::Out;
}

void print(const RunArguments& arguments, const VariantResult& result, const Console& console) {
    if (arguments.json) return;
    print_claims(result, console, claims_stream(arguments), arguments.steps.has_value());
    if (!result.failure.empty()) console.error(fmt::format("{}: {}", result.name, result.failure));
    if (console.verbose()) {
        console.say(fmt::format("{}: {} bodies, {} steps, t {:.6g} s, hash {:016x}", result.name,
                                result.bodies, result.steps, result.time, result.hash));
    }
    // An interrupted run ends at an arbitrary step, so its hash is meaningless.
    if (arguments.hash && !result.interrupted) console.out(hash_line(result));
}

void print_summary(const RunArguments& arguments, const std::string& title,
                   const std::vector<VariantResult>& results, const Console& console) {
    if (arguments.json) console.out(to_json(arguments.scene, title, results));
    const Totals totals = count(results);
    std::string line = (title.empty() ? arguments.scene : title) + ": ";
    line += totals.passed + totals.failed + totals.not_reached == 0
                ? std::string("no claims")
                : fmt::format("{} passed, {} failed", totals.passed, totals.failed);
    if (totals.not_reached > 0) line += fmt::format(", {} not reached", totals.not_reached);
    console.say(line);
}

/// The images show the first variants that run: those of --compare, or else one.
std::size_t shown_variants(const RunArguments& arguments) {
    return std::max<std::size_t>(arguments.compare.size(), 1);
}

/// Reports where the run was interrupted and up to which step the CSV table is complete.
void print_interruption(const RunArguments& arguments, const std::vector<VariantResult>& results,
                        const Console& console) {
    const VariantResult& last = results.back();
    std::string line = fmt::format("interrupted: {} was at step {} of {} (t {:.6g} s)", last.name, last.steps,
                                   last.requested_steps, last.time);
    if (last.steps == last.requested_steps) line += ", evaluating its rate() claims";
    if (!arguments.csv.empty()) {
        line += fmt::format("; {} {} step {} of {}",
                            arguments.csv == "-" ? std::string("standard output") : arguments.csv,
                            results.size() > 1 ? "is complete up to" : "goes up to", results.front().steps,
                            results.front().name);
    }
    if (arguments.pictures.any() && results.size() <= shown_variants(arguments))
        line += "; no image was written";
    console.error(line);
}

/// The requested images and movies; null if there are none. Errors are printed.
Result<std::unique_ptr<PictureFiles>, ReportedError> open_pictures(const RunArguments& arguments,
                                                                   const scene::Document& document,
                                                                   const std::string& variant,
                                                                   const Console& console) {
    if (!arguments.pictures.any()) return std::unique_ptr<PictureFiles>();
    Result<scene::Scene, ReportedError> scene =
        resolve_scene(document, document_variant_name(variant), arguments.overrides, console);
    if (!scene) return Err{scene.error()};
    const std::int64_t last = arguments.steps.value_or(scene->duration_steps());
    return PictureFiles::open(arguments.pictures, arguments.open_pictures, {scene->step, last}, "run",
                              console);
}

/// The output files. CSV contains only the first variant that runs; see draw_variants() for the pictures.
struct RunOutputs {
    std::unique_ptr<PictureFiles> pictures;
    std::optional<OutputFile> csv = std::nullopt;
    bool pictures_ok = true;  ///< False if an image or movie could not be written.
};

/// Opens the output files. Errors are printed.
Result<RunOutputs, ReportedError> open_outputs(const RunArguments& arguments, const scene::Document& document,
                                               const std::string& variant, const Console& console) {
    auto pictures = open_pictures(arguments, document, variant, console);
    if (!pictures) return Err{pictures.error()};
    RunOutputs outputs{.pictures = *std::move(pictures)};
    if (arguments.csv.empty()) return outputs;
    Result<OutputFile, std::string> file = OutputFile::create(arguments.csv);
    if (!file) {
        console.error(file.error());
        return Err{ReportedError{ExitCode::io}};
    }
    outputs.csv.emplace(std::move(*file));
    outputs.csv->write(body_csv_header);
    return outputs;
}

/// A callback that writes each state to the CSV file; empty if there is none.
std::function<void(const scene::Run&)> make_state_writer(RunOutputs& outputs) {
    if (!outputs.csv) return {};
    return [&outputs](const scene::Run& run) { outputs.csv->write(body_csv_rows(run)); };
}

/// Draws the shown variants side by side. Returns false if an image or movie could not be written; errors are
/// printed. A failed step ends the movies.
bool draw_variants(const RunArguments& arguments, const scene::Document& document,
                   const std::vector<std::string>& variants, PictureFiles& pictures, const Console& console) {
    Session leader;
    leader.set_execution({.threads = arguments.threads});
    const std::string first = document_variant_name(variants.front());
    if (const auto opened = leader.open(document, first, arguments.overrides); !opened) {
        print_diagnostics(opened.error(), console);
        return false;
    }
    std::vector<PaneSetup> others;
    for (std::size_t i = 1; i < shown_variants(arguments); ++i)
        others.push_back({document_variant_name(variants[i])});
    const PlaybackEnd end = draw_playback(leader, std::move(others), pictures, console);
    return (end == PlaybackEnd::Complete || end == PlaybackEnd::StepFailed) && pictures.finish();
}

/// Runs one variant; `write_state` is called at each state. Errors are printed.
Result<VariantResult, ReportedError> run_one(const RunArguments& arguments, const scene::Document& document,
                                             const std::string& name,
                                             std::function<void(const scene::Run&)> write_state,
                                             const Console& console) {
    std::optional<Progress> progress;
    const RunCallbacks callbacks{.state = std::move(write_state),
                                 .progress = [&](std::int64_t done, std::int64_t total) {
                                     if (!progress) progress.emplace(name, total, !console.quiet());
                                     progress->update(done);
                                 }};
    Result<VariantResult, scene::Diagnostics> result = run_variant(document,
                                                                   {.name = name,
                                                                    .overrides = arguments.overrides,
                                                                    .steps = arguments.steps,
                                                                    .threads = arguments.threads},
                                                                   callbacks);
    progress.reset();
    if (result) return std::move(*result);
    return Err{report_resolve_error(document, document_variant_name(name), arguments.overrides,
                                    result.error(), console)};
}

/// Runs all variants; after an interrupt, returns the results so far.
Result<std::vector<VariantResult>, ReportedError> run_all(const RunArguments& arguments,
                                                          const scene::Document& document,
                                                          const std::vector<std::string>& variants,
                                                          RunOutputs& outputs, const Console& console) {
    std::vector<VariantResult> results;
    for (const std::string& name : variants) {
        auto write_state = results.empty() ? make_state_writer(outputs) : nullptr;
        Result<VariantResult, ReportedError> result =
            run_one(arguments, document, name, std::move(write_state), console);
        if (!result) return Err{result.error()};
        results.push_back(std::move(*result));
        print_warnings(results.back(), console);
        print(arguments, results.back(), console);
        if (results.back().interrupted) break;
        if (results.size() == shown_variants(arguments) && outputs.pictures)
            outputs.pictures_ok = draw_variants(arguments, document, variants, *outputs.pictures, console);
        if (!outputs.pictures_ok && InterruptGuard::interrupted()) break;
    }
    return results;
}

/// Commits the CSV file and prints the summary. Returns the exit code.
int report_results(const RunArguments& arguments, const std::string& title,
                   const std::vector<VariantResult>& results, RunOutputs& outputs, const Console& console) {
    if (outputs.csv) {
        if (const Result<Unit, std::string> written = outputs.csv->commit(); !written) {
            console.error(written.error());
            return ExitCode::io;
        }
    }
    if (!outputs.pictures_ok && InterruptGuard::interrupted()) {
        console.error("interrupted: no image was written");
        return ExitCode::interrupted;
    }
    const int exit_code = exit_code_of(results, arguments.steps.has_value());
    if (exit_code == ExitCode::interrupted) {
        print_interruption(arguments, results, console);
        return exit_code;
    }
    print_summary(arguments, title, results, console);
    return outputs.pictures_ok || exit_code == ExitCode::aborted ? exit_code : ExitCode::io;
}

/// The error text if options contradict each other; otherwise empty.
std::string arguments_error(const RunArguments& arguments) {
    const int standard_outputs = (arguments.json ? 1 : 0) + (arguments.hash ? 1 : 0) +
                                 (arguments.csv == "-" ? 1 : 0) + arguments.pictures.on_standard_output();
    if (standard_outputs > 1)
        return "--json, --hash, --csv - and images to - each write to standard output: use only one";
    if (!arguments.compare.empty() && arguments.variant)
        return "--compare and --variant both name variants: use only one";
    if (!arguments.compare.empty() && !arguments.pictures.svg.empty())
        return "an SVG shows one world: use PNG, GIF or MP4 with --compare";
    std::vector<NamedPath> outputs = arguments.pictures.outputs();
    outputs.push_back({"--csv", arguments.csv});
    const std::string conflict = overwrite_conflict({{"the scene", arguments.scene}}, outputs);
    return conflict.empty() ? picture_usage_error(arguments.pictures) : conflict;
}

}  // namespace

int run_command(const RunArguments& arguments) {
    const Console console(arguments.console);
    const Result<scene::Document, ReportedError> document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    if (arguments.variant && report_missing_variant(*document, *arguments.variant, console))
        return ExitCode::usage;
    if (!arguments.compare.empty() &&
        report_compare_error(*document, arguments.compare, std::nullopt, console))
        return ExitCode::usage;
    const std::vector<std::string> variants = !arguments.compare.empty() ? arguments.compare
                                              : arguments.variant        ? std::vector{*arguments.variant}
                                                                         : variant_names(*document);
    const InterruptGuard guard;
    Result<RunOutputs, ReportedError> outputs = open_outputs(arguments, *document, variants.front(), console);
    if (!outputs) return outputs.error().exit_code;
    const auto results = run_all(arguments, *document, variants, *outputs, console);
    if (!results) return results.error().exit_code;
    return report_results(arguments, document->title(), *results, *outputs, console);
}

Action declare_run(CommandOptions& options) {
    const auto arguments = std::make_shared<RunArguments>();
    options.option("scene", arguments->scene, "Scene (*.toi.json)", {.kind = "FILE", .required = true});
    options.option("--steps", arguments->steps, "Steps to run; default: the scene's duration",
                   {.check = steps_check()});
    options.option("--variant", arguments->variant, "Run only this variant; \"base\" is the scene itself",
                   {.kind = "NAME"});
    options.option("--compare", arguments->compare,
                   "Run only these two to four variants, separated by commas; \"base\" is the scene itself. "
                   "PNG, GIF and MP4 show them side by side, CSV the first of them",
                   {.kind = "NAMES", .comma_separated = true});
    options.overrides(arguments->overrides);
    options.option("--threads", arguments->threads, threads_help, {.check = count_check(max_threads)});
    options.flag("--hash", arguments->hash,
                 "Print each variant's name and the hash of its final state; claims then go to standard "
                 "error");
    options.option(
        "--csv", arguments->csv,
        "CSV file to write (- for standard output): the motion of all bodies, of the base scene, of the "
        "variant given by --variant, or of the first of --compare",
        {.kind = "FILE"});
    options.flag("--json", arguments->json, "Print one JSON object instead of text");
    PictureOptions& pictures = arguments->pictures;
    options.option("--png", pictures.png,
                   "PNG file to write, of the base scene, of the variant given by --variant, or of all "
                   "variants of --compare",
                   {.kind = "FILE"});
    options.option(
        "--svg", pictures.svg,
        "SVG file to write, of the base scene or of the variant given by --variant (needs no OpenGL; not "
        "with --compare)",
        {.kind = "FILE"});
    options.option("--gif", pictures.gif,
                   "Animated GIF to write, of the base scene, of the variant given by --variant, or of all "
                   "variants of --compare",
                   {.kind = "FILE"});
    options.option(
        "--mp4", pictures.mp4,
        "MP4 file to write, of the base scene, of the variant given by --variant, or of all variants of "
        "--compare; needs ffmpeg (install it first)",
        {.kind = "FILE"});
    options.option("--at", pictures.at, "PNG and SVG: the step to show; default: the last",
                   {.check = steps_check()});
    declare_range(options, pictures, "Movies: ");
    declare_picture_style(options, pictures);
    options.console(arguments->console);
    arguments->open_pictures = options.host().open_pictures;
    return [arguments] {
        const std::string error = arguments_error(*arguments);
        return error.empty() ? run_command(*arguments) : usage_error(error, "run");
    };
}

}  // namespace toibox::app
