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

/// The times of one run of a scene, without building it and without BeforeStep.
struct TimedRun {
    std::vector<double> step_times;             ///< ms
    std::vector<double> stage_times;            ///< ms; the stages of step 0, then those of step 1, …
    std::vector<std::string_view> stage_names;  ///< In order.
    std::array<WorldStats, sample_count> samples{};
    bool failed = false;  ///< A step failed, or the run was stopped.
};

/// Builds the scene in an empty engine and runs it (steps ≥ 1). `should_continue(k)` is called before step k.
TimedRun run_scene(const Scene& scene, Engine& engine, int steps, FunctionRef<bool(int)> should_continue);

/// The minimum times over several runs of a scene, per step. On a busy machine the sum of these minima is far
/// more repeatable than the total time of a run.
struct Measurement {
    std::vector<double> step_times;   ///< ms; minimum of each step
    std::vector<double> stage_times;  ///< ms; minimum of each stage of each step
    std::vector<std::string_view> stage_names;
    std::array<WorldStats, sample_count> samples{};  ///< From the last run; all runs of an engine are equal.
    double total = 0.0;                              ///< ms; mean over runs of the sum over steps
    int runs = 0;

    void add(const TimedRun& run);                           ///< Requires: the run did not fail (asserted).
    [[nodiscard]] double minimum_total() const;              ///< ms; sum of the minima
    [[nodiscard]] std::vector<double> stage_totals() const;  ///< ms per stage, summed over the steps
    [[nodiscard]] std::vector<double> stage_means() const;   ///< ms per stage and step
};

/// Statistics of a list of times.
struct TimeDistribution {
    double mean = 0.0;
    double median = 0.0;
    double min = 0.0;
    double p99 = 0.0;  ///< 99th percentile.
};
/// Requires: at least one value (asserted).
TimeDistribution time_distribution(std::span<const double> times);

}  // namespace toibox::bench
