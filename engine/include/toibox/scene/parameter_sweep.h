// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toibox::scene {

/// Values of a parameter sweep in order, including both ends.
std::vector<double> sweep_values(const ParameterSweepEntry& sweep);

/// Measures the rate of one rate() claim, one step of one run at a time, for callers that share their thread.
/// Each run simulates the scene, with one more override, to the end of its duration; the claim's memories
/// start at state 0 of that run. A claim that is NaN in a run does not hold there.
class RateMeasurement {
public:
    RateMeasurement(const Document& document, std::string variant, std::vector<Document::Override> overrides,
                    Expression::Rate rate);

    /// Starts the next run, or advances the current one by one step. Does nothing when finished.
    void advance();
    [[nodiscard]] bool is_finished() const { return is_finished_; }
    /// NaN before the end, if the sweep does not exist, and if a run cannot start or fails.
    [[nodiscard]] double rate() const;

private:
    [[nodiscard]] std::optional<Run> start_run() const;
    void finish_run();

    Document document_;
    std::string variant_;
    std::vector<Document::Override> overrides_;
    Expression::Rate rate_;
    std::string varied_;  ///< JSON Pointer.
    std::vector<double> values_;
    std::size_t finished_runs_ = 0;
    std::size_t passed_runs_ = 0;
    std::optional<Run> run_;  ///< The current run.
    bool is_finished_ = false;
    bool has_failed_ = false;
};

/// Evaluates rate() claims of one variant by running its sweeps. Results are cached. The rate is
/// NaN once `keep_running` (called before each step if set) returns false.
RateSource make_rate_source(const Document& document, std::string variant,
                            std::vector<Document::Override> overrides,
                            std::function<bool()> keep_running = {});

}  // namespace toibox::scene
