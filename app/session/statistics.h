// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_report.h"
#include "toibox/replay/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox::app {

/// One value per step for the last steps, such as the milliseconds of a stage.
class StepHistory {
public:
    static constexpr std::size_t capacity = 240;  ///< Steps.

    void add(double value);
    void clear() { values_.clear(); }
    [[nodiscard]] double latest() const {
        return values_.empty() ? 0.0 : static_cast<double>(values_.back());
    }
    [[nodiscard]] double average() const;
    [[nodiscard]] double minimum() const;
    [[nodiscard]] double maximum() const;
    [[nodiscard]] const std::vector<float>& values() const { return values_; }  ///< Oldest first.

private:
    std::vector<float> values_;
};

/// A row of the statistics, with the frame whose step had the maximum.
struct CallRecord {
    CallStatistics calls;
    replay::HistoryPosition worst_frame;

    void add(const CallStatistics& of_step, const replay::HistoryPosition& frame);
};

/// Counters since the start or the last jump in time, and histories of the last steps. For the Statistics,
/// Profile and Broad phase tabs.
class Statistics {
public:
    /// `frame`: the frame in which the step ended. `energy`: of the world at its end, joules.
    void add(const StepReport& report, const replay::HistoryPosition& frame, double energy);
    void clear() { *this = {}; }
    /// Resets the counters and the history of the energy, but not the other histories of the last steps.
    void reset_counters();

    // Rows of the block in E. Catto, "Continuous Collision", GDC 2013; see SearchStatistics.
    [[nodiscard]] const CallRecord& gjk() const { return gjk_; }
    [[nodiscard]] const CallRecord& outer() const { return outer_; }
    [[nodiscard]] const CallRecord& root() const { return root_; }
    [[nodiscard]] const CallRecord& nanoseconds() const { return nanoseconds_; }
    [[nodiscard]] const ToiCounters& toi() const { return toi_; }
    [[nodiscard]] int impacts() const { return impacts_; }
    [[nodiscard]] double time_lost() const { return time_lost_; }
    [[nodiscard]] int deep_starts() const { return deep_starts_; }
    [[nodiscard]] int exhausted_budgets() const { return exhausted_budgets_; }
    [[nodiscard]] const StepHistory& stage(Stage stage) const {
        return stages_[static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] const StepHistory& total() const { return total_; }
    /// Kinetic and potential energy of the world after each of the last steps, joules.
    [[nodiscard]] const StepHistory& energy() const { return energy_; }
    /// Box tests of the broad phase in each of the last steps.
    [[nodiscard]] const StepHistory& box_tests() const { return box_tests_; }
    /// Exchanges of endpoints in the sorted lists of the broad phase in each of the last steps.
    [[nodiscard]] const StepHistory& exchanges() const { return exchanges_; }
    /// Microseconds of the pairs stage in each of the last steps with the current broad phase.
    [[nodiscard]] const StepHistory& search_times() const { return search_times_; }
    /// Call when the broad phase changes.
    void reset_search_times() { search_times_.clear(); }

private:
    CallRecord gjk_;
    CallRecord outer_;
    CallRecord root_;
    CallRecord nanoseconds_;
    ToiCounters toi_;
    int impacts_ = 0;
    double time_lost_ = 0.0;
    int deep_starts_ = 0;
    int exhausted_budgets_ = 0;
    std::array<StepHistory, stage_count> stages_;
    StepHistory total_;
    StepHistory energy_;
    StepHistory box_tests_;
    StepHistory exchanges_;
    StepHistory search_times_;
};

}  // namespace toibox::app
