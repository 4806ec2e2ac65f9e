// SPDX-License-Identifier: MIT
#include "app/bench/run.h"

#include "toibox/core/assert.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace toibox::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// The number of steps after which sample `k` (from 0) is taken: (k + 1) quarters of the run, rounded up.
int sample_step(int steps, std::size_t k) {
    return (steps * static_cast<int>(k + 1) + sample_count - 1) / sample_count;
}

void keep_minimum(std::vector<double>& minima, const std::vector<double>& times) {
    if (minima.empty()) {
        minima = times;
        return;
    }
    TOIBOX_ASSERT(minima.size() == times.size());
    std::transform(minima.begin(), minima.end(), times.begin(), minima.begin(),
                   [](double a, double b) { return a < b ? a : b; });
}

}  // namespace

TimedRun run_scene(const Scene& scene, Engine& engine, int steps, FunctionRef<bool(int)> should_continue) {
    TimedRun run;
    run.step_times.reserve(static_cast<std::size_t>(steps));
    run.stage_names.assign(engine.stage_names().begin(), engine.stage_names().end());
    const BeforeStep before_step = scene.build(engine);
    for (int k = 0; k < steps; ++k) {
        if (!should_continue(k)) {
            run.failed = true;
            return run;
        }
        if (before_step) before_step(engine, k);
        const Clock::time_point start = Clock::now();
        const bool succeeded = engine.step();
        run.step_times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        if (!succeeded) {
            run.failed = true;
            return run;
        }
        run.stage_times.insert(run.stage_times.end(), engine.stage_times().begin(),
                               engine.stage_times().end());
        for (std::size_t s = 0; s < run.samples.size(); ++s) {
            if (k + 1 == sample_step(steps, s)) run.samples[s] = engine.stats();
        }
    }
    return run;
}

void Measurement::add(const TimedRun& run) {
    TOIBOX_ASSERT(!run.failed);
    keep_minimum(step_times, run.step_times);
    keep_minimum(stage_times, run.stage_times);
    const double sum = std::accumulate(run.step_times.begin(), run.step_times.end(), 0.0);
    mean_total = (mean_total * runs + sum) / (runs + 1);
    ++runs;
    stage_names = run.stage_names;
    samples = run.samples;
}

double Measurement::minimum_total() const {
    return std::accumulate(step_times.begin(), step_times.end(), 0.0);
}

std::vector<double> Measurement::stage_totals() const {
    std::vector<double> totals(stage_names.size(), 0.0);
    for (std::size_t i = 0; i < stage_times.size(); ++i)
        totals[i % totals.size()] += stage_times[i];
    return totals;
}

std::vector<double> Measurement::stage_means() const {
    std::vector<double> means = stage_totals();
    for (double& mean : means)
        mean /= static_cast<double>(step_times.size());
    return means;
}

TimeDistribution time_distribution(std::span<const double> times) {
    TOIBOX_ASSERT(!times.empty());
    std::vector<double> sorted(times.begin(), times.end());
    std::sort(sorted.begin(), sorted.end());
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    const std::size_t n = sorted.size();
    const std::size_t rank = (99 * n + 99) / 100;  // 1-based, nearest-rank percentile
    return {.mean = sum / static_cast<double>(n),
            .median = 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]),
            .min = sorted.front(),
            .p99 = sorted[rank - 1],
            .max = sorted.back()};
}

}  // namespace toibox::bench
