// SPDX-License-Identifier: MIT
// `toibox test`: checks all claims of all variants of many scenes. Each job is one variant rather than one
// scene, because the durations of variants differ less. The report is written scene by scene, in order.

#include "toibox/dynamics/world.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/ordered_jobs.h"
#include "app/cli/base/output_paths.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/test/test_report.h"
#include "app/cli/commands/variant_run.h"
#include "app/cli/inputs/scene_files.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/output_file.h"
#include "app/cli/output/progress.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace toibox::app {

namespace {

struct TestArguments {
    std::vector<std::string> paths;
    std::string format = "human";
    std::string output = "-";
    std::optional<std::string> variant;  ///< Absent: base and all variants.
    int jobs = 1;
    int threads = 1;  ///< Per run.
    ConsoleOptions console;
};

/// A scene under test.
struct TestScene {
    std::optional<scene::Document> document;
    SceneReport report;
};

struct TestRun {
    std::size_t scene = 0;    ///< Index of the scene.
    std::size_t variant = 0;  ///< Index in SceneReport::variants.
    bool is_last = false;     ///< Whether this is the last run of the scene.
};

TestScene read_test_scene(const std::string& path, const std::optional<std::string>& variant) {
    TestScene test;
    test.report.path = path;
    Result<scene::Document, scene::Diagnostics> document = read_scene_file(path);
    if (!document) {
        test.report.errors = document.error();
        return test;
    }
    for (const std::string& name : variant_names(*document)) {
        if (variant && name != *variant) continue;
        test.report.variants.emplace_back();
        test.report.variants.back().result.name = name;
    }
    test.document = std::move(*document);
    return test;
}

/// The runs of all scenes. A scene that could not be read gets one empty run, so that it is reported.
std::vector<TestRun> runs_of(const std::vector<TestScene>& scenes) {
    std::vector<TestRun> runs;
    for (std::size_t scene = 0; scene < scenes.size(); ++scene) {
        const std::size_t variants = std::max<std::size_t>(scenes[scene].report.variants.size(), 1);
        for (std::size_t i = 0; i < variants; ++i)
            runs.push_back({scene, i, i + 1 == variants});
    }
    return runs;
}

void run_test_variant(TestScene& test, std::size_t variant, int threads) {
    if (!test.document) return;
    VariantReport& report = test.report.variants[variant];
    Result<VariantResult, scene::Diagnostics> result =
        run_variant(*test.document, {.name = report.result.name, .threads = threads});
    if (!result) {
        report.errors = result.error();
        return;
    }
    report.result = std::move(*result);
    for (const scene::Claim& claim : report.result.claims)
        report.places.push_back(test.document->locate(claim.pointer));
}

bool was_interrupted(const SceneReport& scene) {
    return std::any_of(scene.variants.begin(), scene.variants.end(),
                       [](const VariantReport& variant) { return variant.result.interrupted; });
}

int exit_code_of(const TestTotals& totals, bool all_read) {
    if (InterruptGuard::interrupted()) return ExitCode::interrupted;
    if (!all_read) return ExitCode::io;
    if (totals.errors > 0) return ExitCode::bad_input;
    if (totals.aborted > 0) return ExitCode::aborted;
    const bool nothing_tested = totals.scenes > 0 && totals.scenes_without_claims == totals.scenes;
    return totals.failed > 0 || nothing_tested ? ExitCode::check_failed : ExitCode::success;
}

std::unique_ptr<TestFormat> format_of(const TestArguments& arguments) {
    if (arguments.format == "tap") return tap_format();
    if (arguments.format == "junit") return junit_format();
    ConsoleOptions options = arguments.console;
    if (arguments.output != "-" && options.color == ColorChoice::Auto) options.color = ColorChoice::Never;
    return human_format(Console(options));
}

/// Reads the scenes to test. Scenes without the requested variant are skipped; if no scene has the variant,
/// an error is printed.
Result<std::vector<TestScene>, ReportedError> read_all(const std::vector<std::string>& files,
                                                       const TestArguments& arguments,
                                                       const Console& console) {
    std::vector<TestScene> scenes;
    std::optional<scene::Document> without_variant;
    for (const std::string& file : files) {
        TestScene test = read_test_scene(file, arguments.variant);
        if (test.document && test.report.variants.empty()) {
            without_variant = test.document;
            if (console.verbose()) console.say(fmt::format("{}: skipped, has no such variant", file));
        } else {
            scenes.push_back(std::move(test));
        }
    }
    if (!scenes.empty() || !without_variant) return scenes;
    if (files.size() == 1) {
        report_missing_variant(*without_variant, *arguments.variant, console);
    } else {
        console.error(
            fmt::format("none of the {} scenes has a variant \"{}\"", files.size(), *arguments.variant));
    }
    return Err{ReportedError{ExitCode::usage}};
}

TestTotals run_all(std::vector<TestScene>& scenes, const TestArguments& arguments, TestFormat& format,
                   OutputFile& out, const Console& console) {
    const std::vector<TestRun> runs = runs_of(scenes);
    Progress progress("test", static_cast<std::int64_t>(runs.size()), !console.quiet());
    TestTotals totals;
    run_ordered({.count = runs.size(),
                 .threads = arguments.jobs,
                 .work =
                     [&](std::size_t i) {
                         run_test_variant(scenes[runs[i].scene], runs[i].variant, arguments.threads);
                     },
                 .deliver =
                     [&](std::size_t i) {
                         const TestRun& run = runs[i];
                         if (!run.is_last) return;
                         const SceneReport& report = scenes[run.scene].report;
                         if (was_interrupted(report)) return;
                         totals = totals + totals_of(report);
                         for (const VariantReport& variant : report.variants) {
                             for (const std::string& warning : variant.result.warnings)
                                 console.say(fmt::format("warning: {}: {}: {}", report.path,
                                                         variant.result.name, warning));
                         }
                         out.write(format.scene(report));
                     },
                 .progress = [&](std::size_t done) { progress.update(static_cast<std::int64_t>(done)); }});
    return totals;
}

int test_command(const TestArguments& arguments) {
    const Console console(arguments.console);
    bool all_read = true;
    const std::vector<std::string> files = scene_files(arguments.paths, console, all_read);
    std::vector<NamedPath> inputs;
    for (const std::string& file : files)
        inputs.push_back({"a scene", file});
    if (const std::string conflict = overwrite_conflict(inputs, {{"--output", arguments.output}});
        !conflict.empty())
        return usage_error(conflict, "test");
    Result<std::vector<TestScene>, ReportedError> scenes = read_all(files, arguments, console);
    if (!scenes) return scenes.error().exit_code;
    Result<OutputFile, std::string> out = OutputFile::create(arguments.output);
    if (!out) {
        console.error(out.error());
        return ExitCode::io;
    }
    const InterruptGuard guard;
    const std::unique_ptr<TestFormat> format = format_of(arguments);
    out->write(format->begin());
    const auto start = std::chrono::steady_clock::now();
    TestTotals totals = run_all(*scenes, arguments, *format, *out, console);
    // With several jobs, the scenes take more time in total than the command.
    totals.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const int exit_code = exit_code_of(totals, all_read);
    const bool interrupted = exit_code == ExitCode::interrupted;
    out->write(format->end(totals, interrupted));
    if (const Result<Unit, std::string> written = out->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    if (interrupted)
        console.error(fmt::format("interrupted after {} of {} scenes", totals.scenes, scenes->size()));
    return exit_code;
}

}  // namespace

Action declare_test(CommandOptions& options) {
    const auto arguments = std::make_shared<TestArguments>();
    constexpr int max_jobs = 1024;
    options.option("path", arguments->paths, "Scene files, and folders to search for *.toi.json",
                   {.kind = "PATH", .required = true});
    options.option("--format", arguments->format, "Format of the report; default: human",
                   {.check = name_check({"human", "tap", "junit"})});
    options.option("-o,--output", arguments->output, "File to write; default: standard output (-)",
                   {.kind = "FILE"});
    options.option("--variant", arguments->variant, "Run only this variant, in the scenes that have it",
                   {.kind = "NAME"});
    options.option("-j,--jobs", arguments->jobs, jobs_help, {.check = count_check(max_jobs)});
    options.option("--threads", arguments->threads, threads_per_run_help,
                   {.check = count_check(max_threads)});
    options.console(arguments->console);
    return [arguments] { return test_command(*arguments); };
}

}  // namespace toibox::app
