// SPDX-License-Identifier: MIT
// toibox against Box2D 2.4.1 on the benchmark scenes, in one run: the engines take turns, repeat by repeat,
// and each is given the sum over steps of its least times, which other work on the machine moves least.
// Beside each ratio stand the touching contacts and the deepest overlap at four points of the run: a ratio
// counts only where the work was equal.
#include "toibox/dynamics/settings.h"

#include "app/bench/run.h"
#include "app/bench/toibox_engine.h"
#include "tests/bench/box2d_engine.h"

#include <charconv>
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
    int steps = 0;  ///< 0: the scene's own.
    bool json = false;
    bool baseline = true;  ///< Whether Box2D runs too.
    std::string csv;       ///< Path; empty for none.
    std::optional<SolverKind> solver;
};

constexpr std::string_view usage =
    "dynamics_bench [SCENE…] [--repeat N] [--steps N] [--solver NAME] [--json] [--csv FILE] "
    "[--no-baseline]\n";

/// One engine's side of a scene.
struct Side {
    Best best;
    std::array<Figures, sample_count> samples{};
    std::vector<std::string_view> stages;
    std::uint64_t hash = 0;
    bool failed = false;
    bool repeats = true;  ///< Every run ended in the same hash.
};

void take(Side& side, const Engine& engine, const Run& run) {
    side.failed = side.failed || run.failed;
    if (side.failed) return;
    side.best.add(run);
    side.samples = run.samples;
    side.stages.assign(engine.stage_names().begin(), engine.stage_names().end());
}

void write_csv(std::FILE* file, const Scene& scene, std::string_view name, int repeat, const Run& run) {
    for (std::size_t k = 0; k < run.step_times.size(); ++k)
        fmt::print(file, "{},{},{},{},{:.6f}\n", scene.name, name, repeat, k, run.step_times[k]);
}

struct Comparison {
    Side ours;
    Side theirs;
};

Comparison compare(const Scene& scene, const Options& options, int steps, std::FILE* csv) {
    Comparison result;
    const auto always = [](int) { return true; };
    for (int repeat = 0; repeat < options.repeat; ++repeat) {
        {
            WorldSettings settings = settings_of(scene);
            settings.solver = options.solver.value_or(settings.solver);
            ToiboxEngine engine(settings);
            const Run run = run_scene(scene, engine, steps, always);
            take(result.ours, engine, run);
            result.ours.repeats = result.ours.repeats && (repeat == 0 || result.ours.hash == engine.hash());
            result.ours.hash = engine.hash();
            if (csv != nullptr) write_csv(csv, scene, "toibox", repeat, run);
        }
        if (options.baseline) {
            Box2dEngine engine(scene);
            const Run run = run_scene(scene, engine, steps, always);
            take(result.theirs, engine, run);
            if (csv != nullptr) write_csv(csv, scene, "box2d-2.4.1", repeat, run);
        }
    }
    return result;
}

/// "1/2/3/4"
template <class Value>
std::string samples_text(const Side& side, std::string_view format, Value value) {
    std::string text;
    for (const Figures& figures : side.samples) {
        if (!text.empty()) text += '/';
        text += fmt::format(fmt::runtime(format), value(figures));
    }
    return text;
}
std::string touching_text(const Side& side) {
    return samples_text(side, "{}", [](const Figures& figures) { return figures.touching; });
}
std::string depth_text(const Side& side) {
    return samples_text(side, "{:.1f}", [](const Figures& figures) { return 1e3 * figures.penetration; });
}

std::string side_json(const Side& side) {
    std::string text = fmt::format("{{\"ms_total\":{:.3f},\"ms_min_total\":{:.3f},\"stages\":{{",
                                   side.best.total, side.best.minimum_total());
    const std::vector<double> totals = side.best.stage_totals(side.stages.size());
    for (std::size_t i = 0; i < side.stages.size(); ++i)
        text += fmt::format("{}\"{}\":{:.3f}", i == 0 ? "" : ",", side.stages[i], totals[i]);
    const Figures& end = side.samples.back();
    text += fmt::format("}},\"bodies\":{},\"joints\":{}", end.bodies, end.joints);
    const auto list = [&](std::string_view name, auto value) {
        text += fmt::format(",\"{}\":[", name);
        for (std::size_t i = 0; i < side.samples.size(); ++i)
            text += fmt::format("{}{:.6g}", i == 0 ? "" : ",", value(side.samples[i]));
        text += ']';
    };
    list("touching", [](const Figures& figures) { return static_cast<double>(figures.touching); });
    list("contacts", [](const Figures& figures) { return static_cast<double>(figures.contacts); });
    list("penetration", [](const Figures& figures) { return figures.penetration; });
    return text + '}';
}

void print_json(const Scene& scene, const Options& options, int steps, const Comparison& result) {
    std::string text = fmt::format("{{\"scene\":\"{}\",\"steps\":{},\"repeat\":{},\"hash\":\"{:016x}\"",
                                   scene.name, steps, options.repeat, result.ours.hash);
    text += ",\"toibox\":" + side_json(result.ours);
    if (options.baseline) {
        text += ",\"box2d_2_4_1\":" + side_json(result.theirs);
        text += fmt::format(",\"ratio\":{:.4f}",
                            result.theirs.best.minimum_total() / result.ours.best.minimum_total());
    }
    fmt::print("{}}}\n", text);
}

void print_row(const Scene& scene, const Options& options, const Comparison& result) {
    const double ours = result.ours.best.minimum_total();
    if (!options.baseline) {
        fmt::print("{:<14}{:>10.1f}  touching {}  overlap {} mm\n", scene.name, ours,
                   touching_text(result.ours), depth_text(result.ours));
        return;
    }
    const double theirs = result.theirs.best.minimum_total();
    fmt::print(
        "{:<14}{:>10.1f}{:>10.1f}{:>8.2f}  touching {} | {}  overlap {} | {} mm{}\n", scene.name, ours,
        theirs, theirs / ours, touching_text(result.ours), touching_text(result.theirs),
        depth_text(result.ours), depth_text(result.theirs),
        scene.differs_in_box2d_2.empty() ? std::string() : fmt::format("  ({})", scene.differs_in_box2d_2));
}

/// Both engines hold the same bodies and joints, or the comparison means nothing.
bool equal_worlds(const Comparison& result) {
    for (std::size_t i = 0; i < result.ours.samples.size(); ++i) {
        const Figures& ours = result.ours.samples[i];
        const Figures& theirs = result.theirs.samples[i];
        if (ours.bodies != theirs.bodies || ours.joints != theirs.joints) return false;
    }
    return true;
}

/// What is wrong with a comparison; empty if nothing is.
std::string complaint(const Comparison& result, bool baseline) {
    if (result.ours.failed) return "toibox gave up";
    if (!result.ours.repeats) return "the runs end in different hashes";
    if (baseline && !equal_worlds(result)) return "the two worlds do not hold the same bodies and joints";
    return {};
}

std::optional<int> count_of(std::string_view text) {
    int value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < 1) return std::nullopt;
    return value;
}

std::optional<SolverKind> solver_of(std::string_view name) {
    for (const Named<SolverKind>& entry : solver_kinds()) {
        if (entry.name == name) return entry.value;
    }
    return std::nullopt;
}

/// False, told, if the arguments make no sense.
bool read_option(Options& options, std::string_view name, std::string_view value) {
    if (name == "--repeat" || name == "--steps") {
        const std::optional<int> count = count_of(value);
        (name == "--repeat" ? options.repeat : options.steps) = count.value_or(0);
        return count.has_value();
    }
    if (name == "--csv") {
        options.csv = value;
        return true;
    }
    options.solver = solver_of(value);
    return name == "--solver" && options.solver.has_value();
}

std::optional<Options> parse(const std::vector<std::string_view>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--json") {
            options.json = true;
        } else if (argument == "--no-baseline") {
            options.baseline = false;
        } else if (argument.starts_with("--")) {
            if (i + 1 == arguments.size() || !read_option(options, argument, arguments[i + 1])) {
                fmt::print(stderr, "{}cannot use \"{}\"\n", usage, argument);
                return std::nullopt;
            }
            ++i;
        } else if (const Scene* scene = find_scene(argument)) {
            options.scenes.push_back(scene);
        } else {
            fmt::print(stderr, "{}no scene \"{}\"\n", usage, argument);
            return std::nullopt;
        }
    }
    if (options.scenes.empty()) {
        for (const Scene& scene : scenes())
            options.scenes.push_back(&scene);
    }
    return options;
}

/// The exit code: 0, or 1 if a comparison is not valid.
int run_all(const Options& options, std::FILE* csv) {
    if (!options.json && options.baseline)
        fmt::print("{:<14}{:>10}{:>10}{:>8}  toibox | box2d 2.4.1\n", "scene", "toibox ms", "box2d ms",
                   "ratio");
    double log_sum = 0.0;
    int exit_code = 0;
    for (const Scene* scene : options.scenes) {
        const int steps = options.steps > 0 ? options.steps : scene->steps;
        const Comparison result = compare(*scene, options, steps, csv);
        if (const std::string wrong = complaint(result, options.baseline); !wrong.empty()) {
            fmt::print(stderr, "{}: {}\n", scene->name, wrong);
            exit_code = 1;
            if (result.ours.failed) continue;
        }
        if (options.json)
            print_json(*scene, options, steps, result);
        else
            print_row(*scene, options, result);
        std::fflush(stdout);
        if (options.baseline)
            log_sum += std::log(result.theirs.best.minimum_total() / result.ours.best.minimum_total());
    }
    if (!options.json && options.baseline)
        fmt::print("geometric mean of {} ratios: {:.3f}\n", options.scenes.size(),
                   std::exp(log_sum / static_cast<double>(options.scenes.size())));
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    const std::optional<Options> options = parse({argv + 1, argv + argc});
    if (!options) return 2;
    std::FILE* csv = nullptr;
    if (!options->csv.empty()) {
        csv = std::fopen(options->csv.c_str(), "w");
        if (csv == nullptr) {
            std::perror(options->csv.c_str());
            return 4;
        }
        fmt::print(csv, "scene,engine,repeat,step,ms\n");
    }
    const int exit_code = run_all(*options, csv);
    if (csv != nullptr && std::fclose(csv) != 0) return 4;
    return exit_code;
}
