// SPDX-License-Identifier: MIT
// Compares how many bodies escape in the storm (storm.h): in toibox with a continuous policy and a
// time-of-impact method, in toibox with continuous collision off, and in Box2D 2.4.1, whose continuous
// collision handles up to eight impacts per body and step. The engines take turns after each step, so that
// other load on the machine slows all of them. The full storm is `storm_bench --bodies 2000 --steps 10000`;
// the default storm is small. Exit code: 1 if toibox lost a body under a policy other than "off" or a step
// failed, 2 for a usage error, else 0.
#include "toibox/dynamics/state_io.h"

#include "app/bench/toibox_engine.h"
#include "tests/bench/arguments.h"
#include "tests/bench/box2d_engine.h"
#include "tests/bench/storm.h"

#include <algorithm>
#include <array>
#include <box2d/box2d.h>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace toibox;
using namespace toibox::bench;

struct Options {
    StormPlan plan;
    int steps = 180;
    WorldSettings settings{.gravity = {0.0f, -10.0f}, .toi = ToiMethod::Certified};
    Execution execution;
    bool baseline = true;  ///< Also run Box2D.
    bool run_off = true;   ///< Also run toibox with continuous collision off.
    bool json = false;
    std::string save;  ///< Path of the saved world; empty: nothing is saved.
};

constexpr std::string_view usage =
    "storm_bench [--bodies N] [--steps N] [--seed N] [--policy NAME] [--toi NAME] [--threads N]\n"
    "            [--no-baseline] [--no-off] [--json] [--save FILE]\n"
    "--save: write the world as it was before the first step that loses a body (format: "
    "dynamics/state_io.h)\n";

/// An engine in the storm and its results.
struct BenchSetup {
    std::string name;
    std::unique_ptr<Engine> engine = {};
    std::unique_ptr<StormScene> storm = {};
    ToiboxEngine* toibox = nullptr;  ///< The engine, if it is toibox; null for Box2D.
    int first_loss = 0;          ///< Number (from 1) of the step in which the first body escaped; 0: none.
    double ms = 0.0;             ///< Time of all steps.
    double continuous_ms = 0.0;  ///< Time of the CCD stage in all steps.
    StepReport sum{};            ///< Sums of the counters that are printed.
    bool failed = false;
};

void add_report(StepReport& sum, const StepReport& report) {
    sum.merge(report);
    sum.impacts += report.impacts;
    sum.exhausted_budgets += report.exhausted_budgets;
    sum.time_lost += report.time_lost;
}

BenchSetup setup_of(std::string name, std::unique_ptr<Engine> engine, const StormPlan& plan) {
    BenchSetup setup{.name = std::move(name), .engine = std::move(engine)};
    setup.storm = std::make_unique<StormScene>(plan, *setup.engine);
    return setup;
}

BenchSetup toibox_setup(const Options& options, ContinuousPolicy policy) {
    WorldSettings settings = options.settings;
    settings.continuous = policy;
    auto engine = std::make_unique<ToiboxEngine>(settings, options.execution);
    ToiboxEngine* const toibox_engine = engine.get();
    std::string name = fmt::format("toibox {}", enum_entry(continuous_policies(), policy).name);
    if (uses_time_of_impact(policy)) name += fmt::format(" {}", promises(settings.toi).name);
    BenchSetup setup = setup_of(std::move(name), std::move(engine), options.plan);
    setup.toibox = toibox_engine;
    return setup;
}

std::vector<BenchSetup> setups_of(const Options& options) {
    std::vector<BenchSetup> setups;
    setups.push_back(toibox_setup(options, options.settings.continuous));
    if (options.run_off) setups.push_back(toibox_setup(options, ContinuousPolicy::Off));
    if (options.baseline) {
        const Scene scene{.gravity = options.settings.gravity, .sleeping = options.settings.sleeping};
        setups.push_back(setup_of("box2d 2.4.1", std::make_unique<Box2dEngine>(scene), options.plan));
    }
    return setups;
}

/// Writes the world to a file. Returns false if the file could not be written.
bool save_state(const World& world, const std::string& path) {
    const std::vector<std::byte> bytes = write_state(world.state());
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return false;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && written;
}

double continuous_time(const Engine& engine) {
    const auto names = engine.stage_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == to_string(Stage::Continuous)) return engine.stage_times()[i];
    }
    return 0.0;
}

void step(BenchSetup& setup, int index, const Options& options) {
    setup.storm->apply_gust(index);
    const bool may_save = setup.toibox != nullptr && !options.save.empty() && setup.first_loss == 0;
    const std::optional<World> before = may_save ? std::optional(setup.toibox->world()) : std::nullopt;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    setup.failed = !setup.engine->step();
    setup.ms += std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    setup.continuous_ms += continuous_time(*setup.engine);
    if (setup.toibox != nullptr) add_report(setup.sum, setup.toibox->last_report());
    if (setup.storm->remove_escaped() == 0 || setup.first_loss > 0) return;
    setup.first_loss = index + 1;
    const bool is_off = before && before->settings().continuous == ContinuousPolicy::Off;
    if (before && !is_off && !save_state(*before, options.save)) std::perror(options.save.c_str());
}

struct Result {
    const BenchSetup& setup;
    double ms_step;              ///< Mean time of a step, ms.
    double continuous_fraction;  ///< Fraction of the time spent in the CCD stage.
    double ratio;                ///< Time divided by Box2D's time; 0 if Box2D does not run.
};
std::vector<Result> results_of(const std::vector<BenchSetup>& setups, const Options& options, int steps) {
    const double box2d_ms = options.baseline ? setups.back().ms : 0.0;
    std::vector<Result> results;
    for (const BenchSetup& setup : setups) {
        results.push_back({setup, setup.ms / steps, setup.continuous_ms / setup.ms,
                           box2d_ms > 0.0 ? setup.ms / box2d_ms : 0.0});
    }
    return results;
}

void print(const std::vector<Result>& results, const Options& options, int steps) {
    fmt::print("{} bodies, {} steps, seed {}, toibox with {} thread(s)\n", options.plan.bodies, steps,
               options.plan.seed, options.execution.threads);
    fmt::print("{:<36}{:>7}{:>7}{:>9}{:>8}{:>12}{:>10}{:>7}{:>9}{:>10}\n", "", "lost", "first", "ms/step",
               "ratio", "continuous", "impacts", "deep", "budget", "lost s");
    for (const Result& result : results) {
        const BenchSetup& setup = result.setup;
        fmt::print("{:<36}{:>7}{:>7}{:>9.3f}{:>8.3f}{:>11.1f}%", setup.name, setup.storm->escaped_count(),
                   setup.first_loss > 0 ? fmt::format("{}", setup.first_loss) : "-", result.ms_step,
                   result.ratio, 100.0 * result.continuous_fraction);
        if (setup.toibox != nullptr)
            fmt::print("{:>10}{:>7}{:>9}{:>10.4f}", setup.sum.impacts, setup.sum.deep_starts,
                       setup.sum.exhausted_budgets, setup.sum.time_lost);
        fmt::print("\n");
    }
    if (options.baseline)
        fmt::print(
            "box2d 2.4.1 limits motion to {:g} m and {:.4g} rad per step; "
            "a gust needs up to {:.3g} m and {:.4g} rad\n",
            static_cast<double>(b2_maxTranslation), static_cast<double>(b2_maxRotation),
            static_cast<double>(storm_speed * time_step), static_cast<double>(storm_spin * time_step));
}

void print_json(const std::vector<Result>& results, const Options& options, int steps) {
    std::string engines;
    for (const Result& result : results) {
        const BenchSetup& setup = result.setup;
        engines += fmt::format(R"({}{{"name":"{}","lost":{},"first_loss":{},"ms_step":{:.4f},"ratio":{:.4f},)"
                               R"("continuous_share":{:.4f})",
                               engines.empty() ? "" : ",", setup.name, setup.storm->escaped_count(),
                               setup.first_loss, result.ms_step, result.ratio, result.continuous_fraction);
        if (setup.toibox != nullptr)
            engines += fmt::format(
                R"(,"impacts":{},"deep_starts":{},"budget_spent":{},"exhausted":{},"time_lost":{},"hash":"{:016x}")",
                setup.sum.impacts, setup.sum.deep_starts, setup.sum.exhausted_budgets,
                setup.sum.toi.exhausted, setup.sum.time_lost, setup.toibox->hash());
        engines += "}";
    }
    fmt::print(R"({{"bench":"storm","bodies":{},"steps":{},"seed":{},"threads":{},"simd":"{}",)"
               R"("box2d_max_translation":{},"box2d_max_rotation":{},"engines":[{}]}})"
               "\n",
               options.plan.bodies, steps, options.plan.seed, options.execution.threads,
               to_string(options.execution.isa), b2_maxTranslation, b2_maxRotation, engines);
}

/// Prints intermediate results to stderr, because the full storm takes an hour, most of it in Box2D.
void print_progress(const std::vector<BenchSetup>& setups, int steps) {
    std::string text = fmt::format("step {}:", steps);
    for (const BenchSetup& setup : setups)
        text += fmt::format(" {} {} lost, {:.3f} ms per step;", setup.name, setup.storm->escaped_count(),
                            setup.ms / steps);
    fmt::print(stderr, "{}\n", text);
}

/// Returns the exit code.
int run(const Options& options) {
    std::vector<BenchSetup> setups = setups_of(options);
    int steps = 0;
    bool failed = false;
    while (steps < options.steps && !failed) {
        for (BenchSetup& setup : setups) {
            step(setup, steps, options);
            failed = failed || setup.failed;
        }
        ++steps;
        if (steps % 1000 == 0 && steps < options.steps) print_progress(setups, steps);
    }
    const std::vector<Result> results = results_of(setups, options, steps);
    options.json ? print_json(results, options, steps) : print(results, options, steps);
    if (failed) fmt::print(stderr, "a step of toibox failed\n");
    const bool is_continuous = options.settings.continuous != ContinuousPolicy::Off;
    return failed || (is_continuous && setups.front().storm->escaped_count() > 0) ? 1 : 0;
}

std::optional<ToiMethod> method_named(std::string_view name) {
    for (const ToiPromises& method : toi_methods()) {
        if (method.name == name) return method.method;
    }
    return std::nullopt;
}

/// The names of the table's entries, for error messages.
template <class Entry>
std::string names_of(std::span<const Entry> table) {
    std::string names;
    for (const Entry& entry : table)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.name);
    return names;
}

/// The variable that stores the value of an integer option; null if the option has none.
int* number_of(Options& options, std::string_view name) {
    if (name == "--bodies") return &options.plan.bodies;
    if (name == "--steps") return &options.steps;
    if (name == "--threads") return &options.execution.threads;
    return nullptr;
}

bool takes_value(std::string_view name) {
    constexpr std::array names{"--save", "--policy", "--toi", "--bodies", "--steps", "--seed", "--threads"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Stores the value of an option. If the value is invalid, returns what it must be; otherwise returns an
/// empty text.
std::string read_option(Options& options, std::string_view name, std::string_view value) {
    if (name == "--save") {
        options.save = value;
    } else if (name == "--policy") {
        const std::optional<ContinuousPolicy> policy = value_named(continuous_policies(), value);
        if (!policy) return "one of " + names_of(continuous_policies());
        options.settings.continuous = *policy;
    } else if (name == "--toi") {
        const std::optional<ToiMethod> method = method_named(value);
        if (!method) return "one of " + names_of(toi_methods());
        options.settings.toi = *method;
    } else {
        const std::optional<int> count = count_of(value);
        const bool is_threads = name == "--threads";
        if (!count || (is_threads && *count > max_threads))
            return is_threads ? fmt::format("a whole number from 1 to {}", max_threads)
                              : "a whole number, 1 or more";
        if (int* const number = number_of(options, name)) *number = *count;
        if (name == "--seed") options.plan.seed = static_cast<std::uint64_t>(*count);
    }
    return {};
}

/// Prints an error and the usage.
std::optional<Options> usage_error(const std::string& message) {
    fmt::print(stderr, "storm_bench: {}\n{}", message, usage);
    return std::nullopt;
}

std::optional<Options> parse(const std::vector<std::string_view>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--json") {
            options.json = true;
        } else if (argument == "--no-baseline") {
            options.baseline = false;
        } else if (argument == "--no-off") {
            options.run_off = false;
        } else if (!takes_value(argument)) {
            return usage_error(fmt::format("unknown option \"{}\"", argument));
        } else if (i + 1 == arguments.size()) {
            return usage_error(fmt::format("{} needs a value", argument));
        } else {
            const std::string_view value = arguments[++i];
            if (const std::string expected = read_option(options, argument, value); !expected.empty())
                return usage_error(fmt::format("{} must be {}, got \"{}\"", argument, expected, value));
        }
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    const std::optional<Options> options = parse({argv + 1, argv + argc});
    return options ? run(*options) : 2;
}
