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

/// The figures are read when a run is a quarter, a half, three quarters and wholly done.
inline constexpr int sample_count = 4;

/// What one run of a scene took. Building and the scene's own BeforeStep are not measured.
struct TimedRun {
    std::vector<double> step_times;             ///< ms
    std::vector<double> stage_times;            ///< ms; the stages of step 0, then those of step 1, …
    std::vector<std::string_view> stage_names;  ///< In order.
    std::array<WorldStats, sample_count> samples{};
    bool failed = false;  ///< The engine gave up, or the run was stopped.
};

/// Builds the scene into an empty engine and steps it (steps ≥ 1). `go_on(k)` is asked before step k.
TimedRun run_scene(const Scene& scene, Engine& engine, int steps, FunctionRef<bool(int)> should_continue);

/// The best of several runs of a scene, step by step: on a busy machine the sum of these minima repeats far
/// better than any total.
struct Measurement {
    std::vector<double> step_times;   ///< ms; the least of each step
    std::vector<double> stage_times;  ///< ms; the least of each stage of each step
    std::vector<std::string_view> stage_names;
    std::array<WorldStats, sample_count> samples{};  ///< Of the last run: runs of an engine are alike.
    double total = 0.0;                              ///< ms; the mean over runs of the sum over steps
    int runs = 0;

    void add(const TimedRun& run);                           ///< Requires a run that did not fail (asserted).
    [[nodiscard]] double minimum_total() const;              ///< ms; the sum of the minima
    [[nodiscard]] std::vector<double> stage_totals() const;  ///< ms a stage, summed over the steps.
    [[nodiscard]] std::vector<double> stage_means() const;   ///< ms a stage of a step.
};

/// How a list of times is spread.
struct TimeDistribution {
    double mean = 0.0;
    double median = 0.0;
    double least = 0.0;
    double p99 = 0.0;  ///< 99 of 100 are no greater.
};
/// Requires a value at least (asserted).
TimeDistribution time_distribution(std::span<const double> times);

}  // namespace toibox::bench
