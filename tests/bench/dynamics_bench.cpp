// SPDX-License-Identifier: MIT
// Compares toibox with Box2D 2.4.1 on the benchmark scenes. The engines take turns. The time of an engine is,
// for each step, the fastest of all runs, summed over the steps; this is robust against other load on the
// machine. Touching contacts and the deepest overlap at four points of the run show whether both engines did
// the same work; if they did not, the ratio of their times is meaningless.
#include "toibox/dynamics/settings.h"

#include "app/bench/report.h"
#include "app/bench/toibox_engine.h"
#include "tests/bench/arguments.h"
#include "tests/bench/box2d_engine.h"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace toibox;
using namespace toibox::bench;

struct Options {
    std::vector<const Scene*> scenes;
    int repeat = 3;
    int steps = 0;  ///< Steps per run; 0: Scene::steps.
    bool list = false;
    bool json = false;
    bool baseline = true;              ///< Also run Box2D.
    std::string csv;                   ///< Path of the CSV file; empty: none is written.
    std::optional<SolverKind> solver;  ///< Absent: the default solver.
    Execution execution;               ///< For toibox; Box2D 2.4.1 runs on one thread.
};

constexpr std::string_view usage =
    "dynamics_bench [SCENE…] [--repeat N] [--steps N] [--threads N] [--simd scalar|sse2|avx2]\n"
    "               [--solver NAME] [--json] [--csv FILE] [--no-baseline]\n"
    "dynamics_bench --list\n";

struct Comparison {
    Measurement toibox;
    Measurement box2d;
    std::uint64_t hash = 0;       ///< Hash of toibox's world after the last step.
    bool is_reproducible = true;  ///< Whether all runs of toibox ended with this hash.
    bool failed = false;          ///< Whether a step of toibox failed.
};

void write_csv(std::FILE* file, const Scene& scene, std::string_view engine, int run_index,
               const TimedRun& run) {
    if (file == nullptr) return;
    TimedRun steps_only;
    steps_only.step_times = run.step_times;  // the engines have different stages
    fmt::print(file, "{}", csv_rows(scene.name, engine, run_index, steps_only));
}

Comparison compare(const Scene& scene, const Options& options, std::FILE* csv) {
    const int steps = options.steps > 0 ? options.steps : scene.steps;
    const auto always = [](int) { return true; };
    Comparison result;
    for (int run_index = 0; run_index < options.repeat; ++run_index) {
        WorldSettings settings = settings_of(scene);
        settings.solver = options.solver.value_or(settings.solver);
        if (!are_compatible(settings.solver, settings.continuous))
            settings.continuous = ContinuousPolicy::Off;
        ToiboxEngine toibox_engine(settings, options.execution);
        const TimedRun toibox_run = run_scene(scene, toibox_engine, steps, always);
        result.failed = toibox_run.failed;
        if (result.failed) return result;
        result.toibox.add(toibox_run);
        result.is_reproducible =
            result.is_reproducible && (run_index == 0 || result.hash == toibox_engine.hash());
        result.hash = toibox_engine.hash();
        write_csv(csv, scene, "toibox", run_index, toibox_run);
        if (!options.baseline) continue;
        Box2dEngine box2d_engine(scene);
        const TimedRun box2d_run = run_scene(scene, box2d_engine, steps, always);
        result.box2d.add(box2d_run);
        write_csv(csv, scene, "box2d-2.4.1", run_index, box2d_run);
    }
    return result;
}

/// Box2D's time divided by toibox's time.
double ratio(const Comparison& result) {
    return result.box2d.minimum_total() / result.toibox.minimum_total();
}

void print_json(const Scene& scene, const Options& options, const Comparison& result) {
    std::string text = fmt::format(
        "{{\"scene\":\"{}\",\"threads\":{},\"simd\":\"{}\",\"hash\":\"{:016x}\",\"toibox\":{{{}}}",
        scene.name, options.execution.threads, to_string(options.execution.isa), result.hash,
        json_members(result.toibox));
    if (options.baseline)
        text += fmt::format(",\"box2d_2_4_1\":{{{}}},\"ratio\":{:.4f}", json_members(result.box2d),
                            ratio(result));
    fmt::print("{}}}\n", text);
}

std::string joint_text(const Comparison& result) {
    if (result.toibox.samples.back().joints == 0) return {};
    return fmt::format("  joint gap {} | {} mm", join_gaps(result.toibox, "/"), join_gaps(result.box2d, "/"));
}

void print_row(const Scene& scene, const Options& options, const Comparison& result) {
    fmt::print("{:<14}{:>10.1f}", scene.name, result.toibox.minimum_total());
    if (!options.baseline) {
        fmt::print("  touching {}  overlap {} mm\n", join_touching(result.toibox, "/"),
                   join_overlaps(result.toibox, "/"));
        return;
    }
    fmt::print(
        "{:>10.1f}{:>14.2f}  touching {} | {}  overlap {} | {} mm{}{}\n", result.box2d.minimum_total(),
        ratio(result), join_touching(result.toibox, "/"), join_touching(result.box2d, "/"),
        join_overlaps(result.toibox, "/"), join_overlaps(result.box2d, "/"), joint_text(result),
        scene.differs_in_box2d_2.empty() ? std::string() : fmt::format("  ({})", scene.differs_in_box2d_2));
}

/// Whether both engines had the same numbers of bodies and joints. If not, the comparison is meaningless.
bool have_equal_worlds(const Comparison& result) {
    for (std::size_t i = 0; i < result.toibox.samples.size(); ++i) {
        const WorldStats& toibox_stats = result.toibox.samples[i];
        const WorldStats& box2d_stats = result.box2d.samples[i];
        if (toibox_stats.bodies != box2d_stats.bodies || toibox_stats.joints != box2d_stats.joints)
            return false;
    }
    return true;
}

/// The error text if a comparison is not valid; otherwise empty.
std::string comparison_error(const Comparison& result, bool baseline) {
    if (result.failed) return "a step of toibox failed";
    if (!result.is_reproducible) return "runs ended with different hashes";
    if (baseline && !have_equal_worlds(result))
        return "the two worlds have different numbers of bodies or joints";
    return {};
}

/// Parses an option with a value. Returns false if the name or the value is invalid.
bool read_option(Options& options, std::string_view name, std::string_view value) {
    if (name == "--repeat" || name == "--steps") {
        const std::optional<int> count = count_of(value);
        (name == "--repeat" ? options.repeat : options.steps) = count.value_or(0);
        return count.has_value();
    }
    if (name == "--threads") {
        const std::optional<int> count = count_of(value);
        options.execution.threads = count.value_or(1);
        return count && *count <= max_threads;
    }
    if (name == "--simd") {
        const std::optional<Isa> isa = isa_named(value);
        options.execution.isa = isa.value_or(options.execution.isa);
        return isa && is_available(*isa);
    }
    if (name == "--csv") {
        options.csv = value;
        return true;
    }
    options.solver = value_named(solver_kinds(), value);
    return name == "--solver" && options.solver.has_value();
}

std::optional<Options> parse(const std::vector<std::string_view>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--list") {
            options.list = true;
        } else if (argument == "--json") {
            options.json = true;
        } else if (argument == "--no-baseline") {
            options.baseline = false;
        } else if (argument.starts_with("--")) {
            if (i + 1 == arguments.size() || !read_option(options, argument, arguments[i + 1])) {
                fmt::print(stderr, "{}invalid or incomplete option \"{}\"\n", usage, argument);
                return std::nullopt;
            }
            ++i;
        } else if (const Scene* scene = find_scene(argument)) {
            options.scenes.push_back(scene);
        } else {
            fmt::print(stderr, "{}unknown scene \"{}\"\n", usage, argument);
            return std::nullopt;
        }
    }
    if (options.scenes.empty()) {
        for (const Scene& scene : scenes())
            options.scenes.push_back(&scene);
    }
    return options;
}

/// Returns the exit code: 0, or 1 if a comparison is not valid.
int run_all(const Options& options, std::FILE* csv) {
    if (!options.json && options.baseline)
        fmt::print("{:<14}{:>10}{:>10}{:>14}  toibox | box2d 2.4.1\n", "scene", "toibox ms", "box2d ms",
                   "box2d/toibox");
    double log_sum = 0.0;
    int ratios = 0;
    int exit_code = 0;
    for (const Scene* scene : options.scenes) {
        const Comparison result = compare(*scene, options, csv);
        if (const std::string error = comparison_error(result, options.baseline); !error.empty()) {
            fmt::print(stderr, "{}: {}\n", scene->name, error);
            exit_code = 1;
            if (result.failed) continue;
        }
        if (options.json)
            print_json(*scene, options, result);
        else
            print_row(*scene, options, result);
        std::fflush(stdout);
        if (options.baseline) {
            log_sum += std::log(ratio(result));
            ++ratios;
        }
    }
    if (!options.json && options.baseline && ratios > 0)
        fmt::print("geometric mean of {} ratios: {:.3f}\n", ratios, std::exp(log_sum / ratios));
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    const std::optional<Options> options = parse({argv + 1, argv + argc});
    if (!options) return 2;
    if (options->list) {
        for (const Scene& scene : scenes())
            fmt::print("{}\n", scene.name);
        return 0;
    }
    std::FILE* csv = nullptr;
    if (!options->csv.empty()) {
        csv = std::fopen(options->csv.c_str(), "w");
        if (csv == nullptr) {
            std::perror(options->csv.c_str());
            return 4;
        }
        fmt::print(csv, "{}", csv_header({}));
    }
    const int exit_code = run_all(*options, csv);
    if (csv != nullptr && std::fclose(csv) != 0) return 4;
    return exit_code;
}
