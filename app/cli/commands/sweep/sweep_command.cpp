// SPDX-License-Identifier: MIT
// `toibox sweep`: runs a scene over a grid of parameter values and writes a table with one row per run.
// Failed claims are part of the table; the exit code only reports runs that could not start or were aborted.

#include "toibox/dynamics/world.h"
#include "toibox/scene/suggest.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/ordered_jobs.h"
#include "app/cli/base/output_paths.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/sweep/parameter_sweep_table.h"
#include "app/cli/commands/variant_run.h"
#include "app/cli/inputs/scene_files.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/output_file.h"
#include "app/cli/output/progress.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <tuple>
#include <utility>

namespace toibox::app {

namespace {

struct ParameterSweepArguments {
    std::string scene;
    std::vector<std::string> vary;
    std::vector<std::string> sweeps;    ///< Names of parameter sweeps that the scene defines.
    std::vector<std::string> variants;  ///< "all" means base and all variants. Empty: the base scene.
    Overrides overrides;
    std::optional<std::int64_t> steps;
    std::vector<std::string> measures;
    std::string shard = "1/1";
    int jobs = 1;
    int threads = 1;  ///< Per run.
    bool no_header = false;
    bool json = false;
    std::string output = "-";
    ConsoleOptions console;
};

/// What to run and which columns to write.
struct ParameterSweepPlan {
    scene::Document document;
    ParameterGrid grid;
    std::vector<Measure> measures = {};
    ParameterSweepColumns columns = {};
    std::size_t first = 0;  ///< Grid points of the shard: [first, last).
    std::size_t last = 0;
};

Overrides overrides_at(const ParameterGrid& grid, const ParameterGrid::Point& point, const Overrides& given) {
    Overrides overrides = given;
    for (std::size_t i = 0; i < point.values.size(); ++i)
        overrides.emplace_back(grid.axes()[i].pointer, point.values[i]);
    return overrides;
}

/// Whether each parameter is varied only once and the number of runs is within the limit. If not, prints an
/// error.
bool is_valid_grid(const ParameterGrid& grid, const Console& console) {
    for (const ParameterAxis& axis : grid.axes()) {
        const auto same = [&](const ParameterAxis& other) { return other.pointer == axis.pointer; };
        if (std::count_if(grid.axes().begin(), grid.axes().end(), same) < 2) continue;
        console.error(fmt::format("{} is varied twice: remove one", axis.pointer));
        return false;
    }
    if (grid.size() < ParameterGrid::max_points) return true;
    console.error(
        fmt::format("more than {} runs: use fewer parameters or values", ParameterGrid::max_points - 1));
    return false;
}

Result<std::vector<std::string>, ReportedError> variants_of(const scene::Document& document,
                                                            const ParameterSweepArguments& arguments,
                                                            const Console& console) {
    std::vector<std::string> variants;
    for (const std::string& name : arguments.variants) {
        if (name == "all") return variant_names(document);
        if (report_missing_variant(document, name, console)) return Err{ReportedError{ExitCode::usage}};
        if (std::find(variants.begin(), variants.end(), name) == variants.end()) variants.push_back(name);
    }
    if (variants.empty()) variants.emplace_back(base_variant);
    return variants;
}

/// The axes of --vary, then those of --sweep.
Result<std::vector<ParameterAxis>, ReportedError> axes_of(const scene::Document& document,
                                                          const ParameterSweepArguments& arguments,
                                                          const Console& console) {
    std::vector<ParameterAxis> axes;
    for (const std::string& text : arguments.vary)
        axes.push_back(*parse_axis(text));
    if (arguments.sweeps.empty()) return axes;
    const Result<scene::Scene, ReportedError> scene = resolve_scene(document, {}, {}, console);
    if (!scene) return Err{scene.error()};
    for (const std::string& name : arguments.sweeps) {
        const auto found =
            std::find_if(scene->sweeps.begin(), scene->sweeps.end(),
                         [&](const scene::ParameterSweepEntry& sweep) { return sweep.name == name; });
        if (found != scene->sweeps.end()) {
            axes.push_back(axis_of(*found));
            continue;
        }
        std::vector<std::string_view> known;
        for (const scene::ParameterSweepEntry& sweep : scene->sweeps)
            known.push_back(sweep.name);
        const std::string hint =
            known.empty() ? "it has no sweeps, use --vary" : scene::suggestion(name, known);
        console.error(fmt::format("the scene has no sweep \"{}\": {}", name, hint));
        return Err{ReportedError{ExitCode::usage}};
    }
    return axes;
}

/// The scene at the variant's first grid point whose overrides are valid; nullopt if no such point is among
/// the first `max_attempts`. Invalid values at later points are reported in their table rows.
std::optional<scene::Scene> sample_scene(const ParameterSweepPlan& plan, std::size_t variant,
                                         const Overrides& given) {
    constexpr std::size_t max_attempts = 1000;
    const std::size_t points = plan.grid.size() / plan.grid.variants().size();
    for (std::size_t i = 0; i < std::min(points, max_attempts); ++i) {
        const ParameterGrid::Point point = plan.grid.at(variant * points + i);
        auto scene = plan.document.resolve(document_variant_name(plan.grid.variants()[variant]),
                                           overrides_at(plan.grid, point, given));
        if (scene) return std::move(*scene);
    }
    return std::nullopt;
}

/// Whether the scene has everything that the measures refer to. If not, prints errors.
bool can_measure(scene::Scene scene, const std::vector<Measure>& measures, const Console& console) {
    scene.expect.clear();
    for (const Measure& measure : measures)
        scene.expect.push_back(measure.claim);
    const scene::Diagnostics errors = scene::check_claims(scene);
    for (const scene::Diagnostic& diagnostic : errors)
        console.error(fmt::format("--measure: {}: {}", diagnostic.message, diagnostic.hint));
    return errors.empty();
}

Result<Unit, ReportedError> fill_columns(ParameterSweepPlan& plan, const ParameterSweepArguments& arguments,
                                         const Console& console) {
    bool has_scene = false;
    for (std::size_t i = 0; i < plan.grid.variants().size(); ++i) {
        std::optional<scene::Scene> scene = sample_scene(plan, i, arguments.overrides);
        if (!scene) continue;
        has_scene = true;
        plan.columns.add(claims_of(*scene));
        if (!can_measure(std::move(*scene), plan.measures, console))
            return Err{ReportedError{ExitCode::usage}};
    }
    if (has_scene) {
        for (const ParameterAxis& axis : plan.grid.axes())
            plan.columns.parameters.push_back(axis.pointer);
        for (const Measure& measure : plan.measures)
            plan.columns.measures.push_back(measure.name);
        return Unit{};
    }
    const Overrides overrides = overrides_at(plan.grid, plan.grid.at(0), arguments.overrides);
    const std::string variant = document_variant_name(plan.grid.variants().front());
    const auto scene = plan.document.resolve(variant, overrides);
    return Err{report_resolve_error(plan.document, variant, overrides, scene.error(), console)};
}

/// Whether the name of each measure differs from all other column names. If not, prints an error.
bool has_unique_measure_names(const ParameterSweepColumns& columns, const Console& console) {
    const std::vector<std::string> names = columns.names();
    for (const std::string& measure : columns.measures) {
        if (std::count(names.begin(), names.end(), measure) < 2) continue;
        console.error(
            fmt::format("--measure: column \"{}\" already exists: use another name, NAME=EXPR", measure));
        return false;
    }
    return true;
}

Result<ParameterSweepPlan, ReportedError> make_plan(const ParameterSweepArguments& arguments,
                                                    const Console& console) {
    Result<scene::Document, ReportedError> document = load_scene(arguments.scene, console);
    if (!document) return Err{document.error()};
    Result<std::vector<std::string>, ReportedError> variants = variants_of(*document, arguments, console);
    if (!variants) return Err{variants.error()};
    Result<std::vector<ParameterAxis>, ReportedError> axes = axes_of(*document, arguments, console);
    if (!axes) return Err{axes.error()};
    ParameterSweepPlan plan{.document = std::move(*document),
                            .grid = {std::move(*variants), std::move(*axes)}};
    if (!is_valid_grid(plan.grid, console)) return Err{ReportedError{ExitCode::usage}};
    for (const std::string& text : arguments.measures)
        plan.measures.push_back(*parse_measure(text));
    if (const Result<Unit, ReportedError> filled = fill_columns(plan, arguments, console); !filled)
        return Err{filled.error()};
    if (!has_unique_measure_names(plan.columns, console)) return Err{ReportedError{ExitCode::usage}};
    std::tie(plan.first, plan.last) = parse_shard(arguments.shard)->range_in(plan.grid.size());
    return plan;
}

ParameterSweepRow run_point(const ParameterSweepPlan& plan, std::size_t index,
                            const ParameterSweepArguments& arguments) {
    ParameterGrid::Point point = plan.grid.at(index);
    VariantRunOptions options{.name = plan.grid.variants()[point.variant],
                              .overrides = overrides_at(plan.grid, point, arguments.overrides),
                              .steps = arguments.steps,
                              .threads = arguments.threads,
                              .evaluate_rates = false};
    for (const Measure& measure : plan.measures)
        options.measures.push_back(measure.claim);
    ParameterSweepRow row{
        .number = index + 1, .variant = options.name, .parameter_values = std::move(point.values)};
    Result<VariantResult, scene::Diagnostics> result = run_variant(plan.document, options);
    if (result) {
        row.result = std::move(*result);
        row.error = row.result.failure;
    } else {
        const scene::Diagnostic& first = result.error().front();
        row.error = first.hint.empty() ? first.message : fmt::format("{}: {}", first.message, first.hint);
    }
    return row;
}

struct RunCounts {
    std::size_t rows = 0;
    std::size_t not_started = 0;
    std::size_t aborted = 0;
};

RunCounts run_all(const ParameterSweepPlan& plan, const ParameterSweepArguments& arguments, OutputFile& out,
                  const Console& console) {
    const std::size_t count = plan.last - plan.first;
    std::vector<std::optional<ParameterSweepRow>> rows(count);
    Progress progress("sweep", static_cast<std::int64_t>(count), !console.quiet());
    RunCounts counts;
    run_ordered({.count = count,
                 .threads = arguments.jobs,
                 .work = [&](std::size_t i) { rows[i] = run_point(plan, plan.first + i, arguments); },
                 .deliver =
                     [&](std::size_t i) {
                         const ParameterSweepRow row = *std::exchange(rows[i], std::nullopt);
                         if (row.result.interrupted) return;
                         ++counts.rows;
                         if (!row.error.empty())
                             ++(row.result.failure.empty() ? counts.not_started : counts.aborted);
                         out.write(arguments.json ? json_row(plan.columns, row) : csv_row(plan.columns, row));
                     },
                 .progress = [&](std::size_t done) { progress.update(static_cast<std::int64_t>(done)); }});
    return counts;
}

/// Prints a summary and returns the exit code.
int report_results(const ParameterSweepPlan& plan, const RunCounts& counts, const std::string& output,
                   const Console& console) {
    const std::size_t count = plan.last - plan.first;
    if (counts.rows < count) {
        console.error(fmt::format("interrupted: {} of {} are in {}", counts.rows, count_text(count, "run"),
                                  output == "-" ? "standard output" : output));
        return ExitCode::interrupted;
    }
    std::string line = count_text(count, "run");
    if (counts.not_started > 0) line += fmt::format(", {} could not be started", counts.not_started);
    if (counts.aborted > 0) line += fmt::format(", {} aborted", counts.aborted);
    if (counts.not_started + counts.aborted > 0) line += ": see the column \"error\"";
    console.say(line);
    if (counts.aborted > 0) return ExitCode::aborted;
    return counts.not_started > 0 ? ExitCode::check_failed : ExitCode::success;
}

int sweep_command(const ParameterSweepArguments& arguments) {
    const Console console(arguments.console);
    if (arguments.vary.empty() && arguments.sweeps.empty() && arguments.variants.empty())
        return usage_error(
            "nothing to vary: use --vary POINTER=FROM:TO:COUNT, --sweep NAME or --variant NAME", "sweep");
    const std::string conflict =
        overwrite_conflict({{"the scene", arguments.scene}}, {{"--output", arguments.output}});
    if (!conflict.empty()) return usage_error(conflict, "sweep");
    const Result<ParameterSweepPlan, ReportedError> plan = make_plan(arguments, console);
    if (!plan) return plan.error().exit_code;
    Result<OutputFile, std::string> out = OutputFile::create(arguments.output);
    if (!out) {
        console.error(out.error());
        return ExitCode::io;
    }
    const InterruptGuard guard;
    if (!arguments.json && !arguments.no_header) out->write(csv_header(plan->columns));
    const RunCounts counts = run_all(*plan, arguments, *out, console);
    if (const Result<Unit, std::string> written = out->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    return report_results(*plan, counts, arguments.output, console);
}

/// An option check that runs `parse` and discards its value.
template <class Parse>
OptionCheck parsed_check(Parse parse, std::string kind) {
    return {[parse](const std::string& text) {
                const auto parsed = parse(text);
                return parsed ? std::string() : parsed.error();
            },
            std::move(kind)};
}

}  // namespace

Action declare_sweep(CommandOptions& options) {
    const auto arguments = std::make_shared<ParameterSweepArguments>();
    constexpr int max_jobs = 1024;
    options.option("scene", arguments->scene, "Scene (*.toi.json)", {.kind = "FILE", .required = true});
    options.option(
        "--vary", arguments->vary,
        "Values to try: POINTER=FROM:TO:COUNT[:log] or POINTER=A,B,C; if repeated, all combinations",
        {.check = parsed_check(parse_axis, "POINTER=VALUES"), .repeated = true});
    options.option("--sweep", arguments->sweeps,
                   "Name of a parameter sweep that the scene defines; may be repeated",
                   {.kind = "NAME", .repeated = true});
    options.option("--variant", arguments->variants,
                   "Variant to run, or \"all\" for the base scene and every variant; may be repeated; "
                   "default: base",
                   {.kind = "NAME", .repeated = true});
    options.overrides(arguments->overrides);
    options.option("--steps", arguments->steps, "Steps to run; default: the scene's duration",
                   {.check = steps_check()});
    options.option("--measure", arguments->measures,
                   "Expression (as in claims) evaluated at the end of each run, such as max(ball.speed); may "
                   "be repeated",
                   {.check = parsed_check(parse_measure, "[NAME=]EXPR"), .repeated = true});
    options.option("-j,--jobs", arguments->jobs, jobs_help, {.check = count_check(max_jobs)});
    options.option("--threads", arguments->threads, threads_per_run_help,
                   {.check = count_check(max_threads)});
    options.option("--shard", arguments->shard,
                   "Run only part I of N equal parts of the grid, such as 1/4; default: 1/1, the whole grid",
                   {.check = parsed_check(parse_shard, "I/N")});
    options.flag("--no-header", arguments->no_header, "Omit the header line of the CSV");
    options.flag("--json", arguments->json, "Print one JSON object per run instead of CSV");
    options.option("-o,--output", arguments->output, "File to write; default: standard output (-)",
                   {.kind = "FILE"});
    options.console(arguments->console);
    return [arguments] { return sweep_command(*arguments); };
}

}  // namespace toibox::app
