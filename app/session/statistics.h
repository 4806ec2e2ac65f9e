// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox::app {

/// Times of one stage over the last steps, milliseconds.
class StageHistory {
public:
    static constexpr std::size_t capacity = 240;

    void add(double milliseconds);
    void clear() { values_.clear(); }
    [[nodiscard]] double now() const { return values_.empty() ? 0.0 : static_cast<double>(values_.back()); }
    [[nodiscard]] double average() const;
    [[nodiscard]] double maximum() const;
    [[nodiscard]] const std::vector<float>& values() const { return values_; }  ///< Oldest first.

private:
    std::vector<float> values_;
};

/// Counters since the restart and stage times of the last steps: what the statistics and profile panels show.
class Statistics {
public:
    void add(const StepReport& report);
    void clear() { *this = {}; }

    [[nodiscard]] const Tally& gjk() const { return gjk_; }
    [[nodiscard]] const ToiCounters& toi() const { return toi_; }
    [[nodiscard]] int impacts() const { return impacts_; }
    [[nodiscard]] double time_lost() const { return time_lost_; }
    [[nodiscard]] int deep_starts() const { return deep_starts_; }
    [[nodiscard]] int budget_spent() const { return budget_spent_; }
    [[nodiscard]] const StageHistory& stage(Stage stage) const {
        return stages_[static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] const StageHistory& total() const { return total_; }

private:
    Tally gjk_;
    ToiCounters toi_;
    int impacts_ = 0;
    double time_lost_ = 0.0;
    int deep_starts_ = 0;
    int budget_spent_ = 0;
    std::array<StageHistory, stage_count> stages_;
    StageHistory total_;
};

}  // namespace toibox::app
