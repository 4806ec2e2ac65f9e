// SPDX-License-Identifier: MIT
#include "app/cli/commands/bench_command.h"

#include "toibox/dynamics/settings.h"
#include "toibox/scene/suggest.h"

#include "app/bench/report.h"
#include "app/bench/toibox_engine.h"
#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/json_text.h"
#include "app/cli/commands/commands.h"
#include "app/cli/output/output_file.h"
#include "app/cli/output/progress.h"

#include <fmt/format.h>
#include <memory>
#include <optional>

namespace toibox::app {

namespace {

void report_unknown_name(const Console& console, std::string_view kind, std::string_view name,
                         const std::vector<std::string_view>& known) {
    console.error(fmt::format("unknown {} \"{}\": {}", kind, name, scene::suggestion(name, known)));
}

/// The requested scenes. For an unknown name, prints an error and returns nullopt.
std::optional<std::vector<const bench::Scene*>> chosen_scenes(const BenchArguments& arguments,
                                                              const Console& console) {
    std::vector<const bench::Scene*> chosen;
    std::vector<std::string_view> names;
    for (const bench::Scene& scene : bench::scenes()) {
        names.push_back(scene.name);
        if (arguments.scenes.empty()) chosen.push_back(&scene);
    }
    for (const std::string& name : arguments.scenes) {
        chosen.push_back(bench::find_scene(name));
        if (chosen.back() != nullptr) continue;
        report_unknown_name(console, "benchmark scene", name, names);
        return std::nullopt;
    }
    return chosen;
}

/// The solver called `name`, or the default if `name` is empty. For an unknown name, prints an error and
/// returns nullopt.
std::optional<SolverKind> chosen_solver(const std::string& name, const Console& console) {
    if (name.empty()) return WorldSettings{}.solver;
    std::vector<std::string_view> names;
    for (const EnumEntry<SolverKind>& entry : solver_kinds()) {
        if (entry.name == name) return entry.value;
        names.push_back(entry.name);
    }
    report_unknown_name(console, "solver", name, names);
    return std::nullopt;
}

/// The requested threads and instruction set. If this machine or build lacks the instruction set, prints an
/// error and returns nullopt.
std::optional<Execution> chosen_execution(const BenchArguments& arguments, const Console& console) {
    Execution execution{.threads = arguments.threads};
    if (arguments.simd.empty()) return execution;
    const std::optional<Isa> isa = bench::isa_named(arguments.simd);
    if (!isa || !is_available(*isa)) {
        console.error(fmt::format("this machine or build has no \"{}\" kernels", arguments.simd));
        return std::nullopt;
    }
    execution.isa = *isa;
    return execution;
}

/// Settings that the runs of all scenes have in common.
struct RunSetup {
    SolverKind solver{};
    Execution execution;
};

/// The runs of one scene and how they ended.
struct Outcome {
    bench::Measurement measurement;
    std::uint64_t hash = 0;  ///< Hash of the world after the last step of the last run.
    int exit_code = ExitCode::success;
};

Outcome measure(const bench::Scene& scene, const RunSetup& setup, const BenchArguments& arguments,
                const Console& console, OutputFile* csv) {
    const int steps = arguments.steps > 0 ? arguments.steps : scene.steps;
    Progress progress(std::string(scene.name), std::int64_t{steps} * arguments.repeat, !console.quiet());
    WorldSettings settings = bench::settings_of(scene);
    settings.solver = setup.solver;
    if (!are_compatible(settings.solver, settings.continuous)) settings.continuous = ContinuousPolicy::Off;
    Outcome outcome;
    for (int run_index = 0; run_index < arguments.repeat; ++run_index) {
        bench::ToiboxEngine engine(settings, setup.execution);
        const bench::TimedRun run = bench::run_scene(scene, engine, steps, [&](int step) {
            progress.update(std::int64_t{steps} * run_index + step);
            return !InterruptGuard::interrupted();
        });
        if (run.failed) {
            outcome.exit_code = InterruptGuard::interrupted() ? ExitCode::interrupted : ExitCode::aborted;
            return outcome;
        }
        if (run_index > 0 && engine.hash() != outcome.hash) outcome.exit_code = ExitCode::check_failed;
        outcome.hash = engine.hash();
        outcome.measurement.add(run);
        if (csv != nullptr) csv->write(bench::csv_rows(scene.name, "toibox", run_index, run));
    }
    return outcome;
}

std::string failure_text(std::string_view scene, int exit_code) {
    if (exit_code == ExitCode::interrupted) return "interrupted";
    if (exit_code == ExitCode::check_failed)
        return fmt::format("{}: runs of the same scene ended with different hashes", scene);
    return fmt::format("{}: a state became infinite or not a number", scene);
}

void print_text(const bench::Scene& scene, const RunSetup& setup, const Outcome& outcome,
                const Console& console) {
    const bench::Measurement& measured = outcome.measurement;
    const bench::WorldStats& end = measured.samples.back();
    const bench::TimeDistribution times = bench::time_distribution(measured.step_times);
    const std::size_t steps = measured.step_times.size();
    std::string stages;
    double other_time = times.mean;
    const std::vector<double> means = measured.stage_means();
    for (std::size_t i = 0; i < means.size(); ++i) {
        stages += fmt::format("{}{} {:.4f}", i == 0 ? "" : ", ", measured.stage_names[i], means[i]);
        other_time -= means[i];
    }
    console.out(fmt::format("{}: {} bodies, {} joints, {} steps, {} {}, {} {}, {}", scene.name, end.bodies,
                            end.joints, steps, measured.runs, measured.runs == 1 ? "run" : "runs",
                            setup.execution.threads, setup.execution.threads == 1 ? "thread" : "threads",
                            to_string(setup.execution.isa)));
    console.out(fmt::format(
        "  step      {:.4f} ms (median {:.4f}, min {:.4f}, p99 {:.4f}, max {:.4f} = {:.1f} medians)",
        times.mean, times.median, times.min, times.p99, times.max,
        times.median > 0.0 ? times.max / times.median : 0.0));
    console.out(fmt::format("  stages    {} ms", stages));
    console.out(fmt::format("  other     {:.4f} ms: checks, sleep{}", other_time > 0.0 ? other_time : 0.0,
                            setup.execution.threads > 1 ? ", thread synchronisation" : ""));
    console.out(fmt::format("  touching  {} at 25, 50, 75, 100 %", bench::join_touching(measured, ", ")));
    console.out(fmt::format("  overlap   {} mm", bench::join_overlaps(measured, ", ")));
    if (end.joints > 0)
        console.out(fmt::format("  gaps      {} mm in joints", bench::join_gaps(measured, ", ")));
    console.out(fmt::format("  hash      {:016x}", outcome.hash));
}

void print_json(const bench::Scene& scene, const RunSetup& setup, const Outcome& outcome,
                const Console& console) {
    console.out(fmt::format("{{\"scene\":{},\"threads\":{},\"simd\":{},{},\"hash\":\"{:016x}\"}}",
                            json_string(scene.name), setup.execution.threads,
                            json_string(to_string(setup.execution.isa)),
                            bench::json_members(outcome.measurement), outcome.hash));
}

void list_scenes(const Console& console) {
    for (const bench::Scene& scene : bench::scenes())
        console.out(fmt::format("{:<14} {:>5} steps  {}", scene.name, scene.steps, scene.help));
}

/// Measures and prints one scene after the other. Stops if a scene is interrupted or aborted. Returns the
/// exit code.
int measure_all(const std::vector<const bench::Scene*>& scenes, const RunSetup& setup,
                const BenchArguments& arguments, const Console& console, OutputFile* csv) {
    const InterruptGuard guard;
    int exit_code = ExitCode::success;
    for (const bench::Scene* scene : scenes) {
        const Outcome outcome = measure(*scene, setup, arguments, console, csv);
        if (outcome.exit_code != ExitCode::success) {
            console.error(failure_text(scene->name, outcome.exit_code));
            exit_code = outcome.exit_code;
        }
        if (exit_code > ExitCode::check_failed) return exit_code;
        if (arguments.json)
            print_json(*scene, setup, outcome, console);
        else if (arguments.csv != "-")
            print_text(*scene, setup, outcome, console);
    }
    return exit_code;
}

}  // namespace

int bench_command(const BenchArguments& arguments) {
    const Console console(arguments.console);
    if (arguments.list) {
        list_scenes(console);
        return ExitCode::success;
    }
    const auto scenes = chosen_scenes(arguments, console);
    const auto solver = chosen_solver(arguments.solver, console);
    const auto execution = chosen_execution(arguments, console);
    if (!scenes || !solver || !execution) return ExitCode::usage;

    if (execution->threads > 1 && *solver != SolverKind::SoftStep) {
        console.say(fmt::format("only soft-step uses several threads; {} runs on one",
                                enum_entry(solver_kinds(), *solver).name));
    }

    std::optional<OutputFile> csv;
    if (!arguments.csv.empty()) {
        Result<OutputFile, std::string> file = OutputFile::create(arguments.csv);
        if (!file) {
            console.error(file.error());
            return ExitCode::io;
        }
        csv.emplace(std::move(*file));
        csv->write(bench::csv_header(bench::ToiboxEngine(WorldSettings{}).stage_names()));
    }
    const int exit_code =
        measure_all(*scenes, {*solver, *execution}, arguments, console, csv ? &*csv : nullptr);
    if (!csv || exit_code > ExitCode::check_failed) return exit_code;
    if (const Result<Unit, std::string> written = csv->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    return exit_code;
}

Action declare_bench(CommandOptions& options) {
    const auto arguments = std::make_shared<BenchArguments>();
    constexpr int max_steps_or_runs = 1000000;
    options.option("name", arguments->scenes, "Names of benchmark scenes (see --list); default: all",
                   {.kind = "NAME"});
    options.option("--steps", arguments->steps, "Number of steps per run; default: see --list",
                   {.check = count_check(max_steps_or_runs)});
    options.option("--repeat", arguments->repeat,
                   "Number of runs per scene; for each step the fastest run counts; default: 1",
                   {.check = count_check(max_steps_or_runs)});
    options.option("--threads", arguments->threads, threads_help, {.check = count_check(max_threads)});
    options.option(
        "--simd", arguments->simd,
        "SIMD instruction set; results are the same for any; default: the widest that this machine "
        "has",
        {.check = name_check({"scalar", "sse2", "avx2"})});
    options.option("--solver", arguments->solver,
                   fmt::format("Solver: {}; default: {}", name_list(solver_kinds()),
                               enum_entry(solver_kinds(), WorldSettings{}.solver).name),
                   {.kind = "NAME"});
    options.flag("--list", arguments->list, "Print the name, number of steps and content of each scene");
    options.flag("--json", arguments->json, "Print one JSON object per scene instead of text");
    options.option("--csv", arguments->csv,
                   "CSV file to write (- for standard output): the time of each step of each run",
                   {.kind = "FILE"});
    options.console(arguments->console);
    return [arguments] {
        if (arguments->json && arguments->csv == "-")
            return usage_error("--json and --csv - both write to standard output: use only one");
        return bench_command(*arguments);
    };
}

}  // namespace toibox::app
