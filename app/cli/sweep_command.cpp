// SPDX-License-Identifier: MIT
// `toibox sweep`: a scene over a grid of values. A table says what came of each run; claims that fail are
// data here, so the exit code tells only of runs that could not be made.

#include "toibox/dynamics/world.h"
#include "toibox/scene/suggest.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/in_order.h"
#include "app/cli/interrupt.h"
#include "app/cli/output_file.h"
#include "app/cli/output_paths.h"
#include "app/cli/progress.h"
#include "app/cli/scene_argument.h"
#include "app/cli/scene_files.h"
#include "app/cli/sweep_table.h"
#include "app/cli/variant_run.h"

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
    std::vector<std::string> sweeps;    ///< Names of the scene's own.
    std::vector<std::string> variants;  ///< "all": the base scene and each. Empty: the base scene.
    Overrides overrides;
    std::optional<std::int64_t> steps;
    std::vector<std::string> measures;
    std::string shard = "1/1";
    int jobs = 1;
    int threads = 1;  ///< Of each run.
    bool no_header = false;
    bool json = false;
    std::string output = "-";
    ConsoleOptions console;
};

/// What is to be run, and how it is to be told.
struct ParameterSweepPlan {
    scene::Document document;
    ParameterGrid grid;
    std::vector<Measure> measures = {};
    ParameterSweepColumns columns = {};
    std::size_t first = 0;  ///< Points of the grid, [first, last).
    std::size_t last = 0;
};

Overrides overrides_at(const ParameterGrid& grid, const ParameterGrid::Point& point, const Overrides& given) {
    Overrides overrides = given;
    for (std::size_t i = 0; i < point.values.size(); ++i)
        overrides.emplace_back(grid.axes()[i].pointer, point.values[i]);
    return overrides;
}

/// Tells of what is asked for twice, or is too much.
bool is_valid_grid(const ParameterGrid& grid, const Console& console) {
    for (const ParameterAxis& axis : grid.axes()) {
        const auto same = [&](const ParameterAxis& other) { return other.pointer == axis.pointer; };
        if (std::count_if(grid.axes().begin(), grid.axes().end(), same) < 2) continue;
        console.error(fmt::format("{} is varied twice: leave one of them out", axis.pointer));
        return false;
    }
    if (grid.size() < ParameterGrid::max_points) return true;
    console.error(
        fmt::format("more than {} runs: vary less, or in fewer values", ParameterGrid::max_points - 1));
    return false;
}

Result<std::vector<std::string>, ReportedError> variants_of(const scene::Document& document,
                                                            const ParameterSweepArguments& arguments,
                                                            const Console& console) {
    std::vector<std::string> variants;
    for (const std::string& name : arguments.variants) {
        if (name == "all") return variant_names(document);
        if (!has_variant(document, name, console)) return Err{ReportedError{ExitCode::usage}};
        if (std::find(variants.begin(), variants.end(), name) == variants.end()) variants.push_back(name);
    }
    if (variants.empty()) variants.emplace_back(base_variant);
    return variants;
}

/// Those of --vary, then those of the scene's named sweeps.
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
        const std::string hint = known.empty() ? "it has none: use --vary" : scene::suggestion(name, known);
        console.error(fmt::format("the scene has no sweep \"{}\": {}", name, hint));
        return Err{ReportedError{ExitCode::usage}};
    }
    return axes;
}

/// The scene at the first point of a variant at which there is one. Looks at so many: that a pointer leads
/// nowhere shows at the first, and who sweeps through nonsense is told in each row.
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

/// Whether what is to be measured is there; told, if not.
bool can_measure(scene::Scene scene, const std::vector<Measure>& measures, const Console& console) {
    scene.expect.clear();
    for (const Measure& measure : measures)
        scene.expect.push_back(measure.claim);
    const scene::Diagnostics wrong = scene::check_claims(scene);
    for (const scene::Diagnostic& diagnostic : wrong)
        console.error(fmt::format("--measure: {}: {}", diagnostic.message, diagnostic.hint));
    return wrong.empty();
}

Result<Unit, ReportedError> fill_columns(ParameterSweepPlan& plan, const ParameterSweepArguments& arguments,
                                         const Console& console) {
    bool any = false;
    for (std::size_t i = 0; i < plan.grid.variants().size(); ++i) {
        std::optional<scene::Scene> scene = sample_scene(plan, i, arguments.overrides);
        if (!scene) continue;
        any = true;
        plan.columns.add(claims_of(*scene));
        if (!can_measure(std::move(*scene), plan.measures, console))
            return Err{ReportedError{ExitCode::usage}};
    }
    if (any) {
        for (const ParameterAxis& axis : plan.grid.axes())
            plan.columns.pointers.push_back(axis.pointer);
        for (const Measure& measure : plan.measures)
            plan.columns.measures.push_back(measure.name);
        return Unit{};
    }
    const Overrides overrides = overrides_at(plan.grid, plan.grid.at(0), arguments.overrides);
    const std::string variant = document_variant_name(plan.grid.variants().front());
    const auto scene = plan.document.resolve(variant, overrides);
    return Err{report_resolve_error(plan.document, variant, overrides, scene.error(), console)};
}

/// Whether what is measured can be told from all else; told, if not.
bool has_unique_measure_names(const ParameterSweepColumns& columns, const Console& console) {
    const std::vector<std::string> names = columns.names();
    for (const std::string& measure : columns.measures) {
        if (std::count(names.begin(), names.end(), measure) < 2) continue;
        console.error(
            fmt::format("--measure: there is a column \"{}\" already: name another, NAME=EXPR", measure));
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
    std::tie(plan.first, plan.last) = parse_shard(arguments.shard)->of(plan.grid.size());
    return plan;
}

ParameterSweepRow run_point(const ParameterSweepPlan& plan, std::size_t index,
                            const ParameterSweepArguments& arguments) {
    ParameterGrid::Point point = plan.grid.at(index);
    VariantRunOptions options{.name = plan.grid.variants()[point.variant],
                              .overrides = overrides_at(plan.grid, point, arguments.overrides),
                              .steps = arguments.steps,
                              .threads = arguments.threads,
                              .rates = false};
    for (const Measure& measure : plan.measures)
        options.measures.push_back(measure.claim);
    ParameterSweepRow row{.number = index + 1, .variant = options.name, .values = std::move(point.values)};
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

struct Tally {
    std::size_t rows = 0;
    std::size_t refused = 0;
    std::size_t aborted = 0;
};

Tally run_all(const ParameterSweepPlan& plan, const ParameterSweepArguments& arguments, OutputFile& out,
              const Console& console) {
    const std::size_t count = plan.last - plan.first;
    std::vector<std::optional<ParameterSweepRow>> rows(count);
    Progress progress("sweep", static_cast<std::int64_t>(count), !console.quiet());
    Tally tally;
    run_ordered({.count = count,
                 .threads = arguments.jobs,
                 .work = [&](std::size_t i) { rows[i] = run_point(plan, plan.first + i, arguments); },
                 .deliver =
                     [&](std::size_t i) {
                         const ParameterSweepRow row = *std::exchange(rows[i], std::nullopt);
                         if (row.result.interrupted) return;
                         ++tally.rows;
                         if (!row.error.empty())
                             ++(row.result.failure.empty() ? tally.refused : tally.aborted);
                         out.write(arguments.json ? json_row(plan.columns, row) : csv_row(plan.columns, row));
                     },
                 .progress = [&](std::size_t done) { progress.update(static_cast<std::int64_t>(done)); }});
    return tally;
}

/// What came of it, in a sentence, and the exit code.
int report_results(const ParameterSweepPlan& plan, const Tally& tally, const std::string& output,
                   const Console& console) {
    const std::size_t count = plan.last - plan.first;
    if (tally.rows < count) {
        console.error(fmt::format("interrupted: {} of {} are in {}", tally.rows, count_text(count, "run"),
                                  output == "-" ? "standard output" : output));
        return ExitCode::interrupted;
    }
    std::string line = count_text(count, "run");
    if (tally.refused > 0) line += fmt::format(", {} could not be started", tally.refused);
    if (tally.aborted > 0) line += fmt::format(", {} aborted", tally.aborted);
    if (tally.refused + tally.aborted > 0) line += ": see the column \"error\"";
    console.say(line);
    if (tally.aborted > 0) return ExitCode::aborted;
    return tally.refused > 0 ? ExitCode::check_failed : ExitCode::success;
}

int sweep_command(const ParameterSweepArguments& arguments) {
    const Console console(arguments.console);
    if (arguments.vary.empty() && arguments.sweeps.empty() && arguments.variants.empty())
        return usage_error(
            "there is nothing to vary: --vary POINTER=FROM:TO:COUNT, --sweep NAME, or --variant", "sweep");
    const std::string clash =
        overwrite_conflict({{"the scene", arguments.scene}}, {{"--output", arguments.output}});
    if (!clash.empty()) return usage_error(clash, "sweep");
    const Result<ParameterSweepPlan, ReportedError> plan = make_plan(arguments, console);
    if (!plan) return plan.error().exit_code;
    Result<OutputFile, std::string> out = OutputFile::create(arguments.output);
    if (!out) {
        console.error(out.error());
        return ExitCode::io;
    }
    const InterruptGuard guard;
    if (!arguments.json && !arguments.no_header) out->write(csv_header(plan->columns));
    const Tally tally = run_all(*plan, arguments, *out, console);
    if (const Result<Unit, std::string> written = out->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    return report_results(*plan, tally, arguments.output, console);
}

/// A check by a parser, whose result is needed later.
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
    const auto to = std::make_shared<ParameterSweepArguments>();
    constexpr int max_jobs = 1024;
    options.option("scene", to->scene, "Scene (*.toi.json)", {.required = true});
    options.option(
        "--vary", to->vary,
        "Values to try: POINTER=FROM:TO:COUNT[:log] or POINTER=A,B,C; of several, all combinations",
        {.check = parsed_check(parse_axis, "POINTER=VALUES"), .repeated = true});
    options.option("--sweep", to->sweeps, "A named sweep of the scene; may be repeated", {.repeated = true});
    options.option("--variant", to->variants, "Variants to run; may be repeated; all: base and each",
                   {.repeated = true});
    options.overrides(to->overrides);
    options.option("--steps", to->steps, "Steps to run; default: the scene's duration",
                   {.check = steps_check()});
    options.option("--measure", to->measures,
                   "An expression of claims to read at the end, max(ball.speed); may be repeated",
                   {.check = parsed_check(parse_measure, "[NAME=]EXPR"), .repeated = true});
    options.option("-j,--jobs", to->jobs, "Runs at once; changes no result",
                   {.check = count_check(max_jobs)});
    options.option("--threads", to->threads, "Threads of each run; changes no result",
                   {.check = count_check(max_threads)});
    options.option("--shard", to->shard, "Part I of N of the grid, from 1; the parts in order are the whole",
                   {.check = parsed_check(parse_shard, "I/N")});
    options.flag("--no-header", to->no_header, "Leave out the names of the columns");
    options.flag("--json", to->json, "Print one JSON object a run instead of CSV");
    options.option("-o,--output", to->output, "File to write; default: standard output (-)");
    options.console(to->console);
    return [to] { return sweep_command(*to); };
}

}  // namespace toibox::app
