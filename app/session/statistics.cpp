// SPDX-License-Identifier: MIT
#include "app/session/statistics.h"

#include <algorithm>

namespace toibox::app {

void StepHistory::add(double value) {
    if (values_.size() == capacity) values_.erase(values_.begin());
    values_.push_back(static_cast<float>(value));
}

double StepHistory::average() const {
    double sum = 0.0;
    for (const float value : values_)
        sum += static_cast<double>(value);
    return values_.empty() ? 0.0 : sum / static_cast<double>(values_.size());
}

double StepHistory::minimum() const {
    return values_.empty() ? 0.0 : static_cast<double>(*std::ranges::min_element(values_));
}

double StepHistory::maximum() const {
    return values_.empty() ? 0.0 : static_cast<double>(*std::ranges::max_element(values_));
}

void CallRecord::add(const CallStatistics& of_step, const replay::HistoryPosition& frame) {
    if (of_step.tally.calls == 0) return;
    if (of_step.tally.max > calls.tally.max || calls.tally.calls == 0) worst_frame = frame;
    calls.merge(of_step);
}

void Statistics::reset_counters() {
    gjk_ = {};
    outer_ = {};
    root_ = {};
    nanoseconds_ = {};
    toi_ = {};
    impacts_ = 0;
    time_lost_ = 0.0;
    deep_starts_ = 0;
    exhausted_budgets_ = 0;
    energy_.clear();
}

void Statistics::add(const StepReport& report, const replay::HistoryPosition& frame, double energy) {
    gjk_.add(report.statistics.gjk, frame);
    outer_.add(report.statistics.outer, frame);
    root_.add(report.statistics.root, frame);
    nanoseconds_.add(report.statistics.nanoseconds, frame);
    toi_.merge(report.toi);
    impacts_ += report.impacts;
    time_lost_ += report.time_lost;
    deep_starts_ += report.deep_starts;
    exhausted_budgets_ += report.exhausted_budgets;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        stages_[i].add(1e-6 * static_cast<double>(report.stage_nanoseconds[i]));
    }
    total_.add(1e-6 * static_cast<double>(report.total_nanoseconds));
    energy_.add(energy);
    box_tests_.add(static_cast<double>(report.broad.tests));
    exchanges_.add(static_cast<double>(report.broad.exchanges));
    search_times_.add(1e-3 *
                      static_cast<double>(report.stage_nanoseconds[static_cast<std::size_t>(Stage::Pairs)]));
}

}  // namespace toibox::app
