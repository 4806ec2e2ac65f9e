// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"

#include "app/bench/engine.h"
#include "app/bench/scene.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace toibox::bench {

/// WorldStats are sampled after 25, 50, 75 and 100 % of the steps.
inline constexpr int sample_count = 4;

/// The times of one run of a scene. They do not include building the scene and BeforeStep.
struct TimedRun {
    std::vector<double> step_times;             ///< ms
    std::vector<double> stage_times;            ///< ms; all stages of step 0, then all stages of step 1, …
    std::vector<std::string_view> stage_names;  ///< In order of execution.
    std::array<WorldStats, sample_count> samples{};
    bool failed = false;  ///< Whether a step failed or `should_continue` stopped the run.
};

/// Builds the scene in an empty engine and runs it for `steps` ≥ 1 steps. `should_continue(k)` is called
/// before step k (from 0); returning false stops the run.
TimedRun run_scene(const Scene& scene, Engine& engine, int steps, FunctionRef<bool(int)> should_continue);

/// For each step of a scene, the fastest of several runs. On a busy machine, the sum of these times is far
/// more repeatable than the total time of a run.
struct Measurement {
    std::vector<double> step_times;   ///< ms; for each step, the fastest run
    std::vector<double> stage_times;  ///< ms; for each step and stage, the fastest run; order as in TimedRun
    std::vector<std::string_view> stage_names;
    std::array<WorldStats, sample_count> samples{};  ///< From the last run; equal in all runs of an engine.
    double mean_total = 0.0;                         ///< ms; time of all steps, mean over the runs
    int runs = 0;

    void add(const TimedRun& run);                           ///< Requires: the run did not fail (asserted).
    [[nodiscard]] double minimum_total() const;              ///< ms; sum of step_times
    [[nodiscard]] std::vector<double> stage_totals() const;  ///< ms; for each stage, the sum over the steps
    [[nodiscard]] std::vector<double> stage_means() const;   ///< ms; for each stage, the mean over the steps
};

/// Statistics of a list of times.
struct TimeDistribution {
    double mean = 0.0;
    double median = 0.0;
    double min = 0.0;
    double p99 = 0.0;  ///< 99th percentile.
    double max = 0.0;
};
/// Requires: at least one value (asserted).
TimeDistribution time_distribution(std::span<const double> times);

}  // namespace toibox::bench
