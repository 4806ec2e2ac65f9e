// SPDX-License-Identifier: MIT
// Parameter sweeps: runs that differ in one value, for rate() claims.

#include "toibox/scene/parameter_sweep.h"

#include "scene/claims/quantity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace toibox::scene {

namespace {

class ParameterSweepRunner {
public:
    ParameterSweepRunner(const Document& document, std::string variant,
                         std::vector<Document::Override> overrides, std::function<bool()> keep_running)
        : document_(document),
          variant_(std::move(variant)),
          overrides_(std::move(overrides)),
          keep_running_(std::move(keep_running)) {}

    double rate(const Expression::Rate& rate) {
        const auto key = std::pair(rate.sweep, rate.claim->text);
        const auto cached = cache_.find(key);
        if (cached != cache_.end()) return cached->second;
        return cache_[key] = measure(rate);
    }

private:
    double measure(const Expression::Rate& rate) const {
        RateMeasurement measurement(document_, variant_, overrides_, rate);
        while (!measurement.is_finished()) {
            if (keep_running_ && !keep_running_()) return undefined;
            measurement.advance();
        }
        return measurement.rate();
    }

    Document document_;
    std::string variant_;
    std::vector<Document::Override> overrides_;
    std::function<bool()> keep_running_;
    std::map<std::pair<std::string, std::string>, double> cache_;
};

}  // namespace

std::vector<double> sweep_values(const ParameterSweepEntry& sweep) {
    std::vector<double> values;
    for (int i = 0; i < sweep.count; ++i) {
        if (i > 0 && i == sweep.count - 1) {
            values.push_back(sweep.to);  // exact: the formulas below may be off by rounding
            break;
        }
        const double fraction = sweep.count > 1 ? static_cast<double>(i) / (sweep.count - 1) : 0.0;
        values.push_back(sweep.log ? sweep.from * std::pow(sweep.to / sweep.from, fraction)
                                   : sweep.from + (sweep.to - sweep.from) * fraction);
    }
    return values;
}

RateMeasurement::RateMeasurement(const Document& document, std::string variant,
                                 std::vector<Document::Override> overrides, Expression::Rate rate)
    : document_(document),
      variant_(std::move(variant)),
      overrides_(std::move(overrides)),
      rate_(std::move(rate)) {
    const Result<Scene, Diagnostics> base = document_.resolve(variant_, overrides_);
    if (base) {
        const auto sweep = std::ranges::find(base->sweeps, rate_.sweep, &ParameterSweepEntry::name);
        if (sweep != base->sweeps.end()) {
            varied_ = sweep->vary;
            values_ = sweep_values(*sweep);
        }
    }
    is_finished_ = has_failed_ = values_.empty();
}

std::optional<Run> RateMeasurement::start_run() const {
    std::vector<Document::Override> overrides = overrides_;
    overrides.emplace_back(varied_, fmt::format("{}", values_[finished_runs_]));
    Result<Scene, Diagnostics> scene = document_.resolve(variant_, overrides);
    if (!scene) return std::nullopt;
    scene->expect = {*rate_.claim};
    scene->expect.front().when = Claim::When::At;
    scene->expect.front().at = scene->duration;
    Result<Run, Diagnostics> run = Run::start(std::move(*scene));
    if (!run) return std::nullopt;
    return *std::move(run);
}

void RateMeasurement::advance() {
    if (is_finished_) return;
    const bool is_new = !run_;
    if (is_new) run_ = start_run();
    if (!run_ || (!is_new && run_->step().failed())) {
        is_finished_ = has_failed_ = true;
        run_.reset();
        return;
    }
    if (run_->steps() >= run_->scene().duration_steps()) finish_run();
}

void RateMeasurement::finish_run() {
    if (run_->outcomes().front().status == ClaimOutcome::Status::Passed) ++passed_runs_;
    run_.reset();
    is_finished_ = ++finished_runs_ == values_.size();
}

double RateMeasurement::rate() const {
    if (!is_finished_ || has_failed_) return undefined;
    return static_cast<double>(passed_runs_) / static_cast<double>(values_.size());
}

RateSource make_rate_source(const Document& document, std::string variant,
                            std::vector<Document::Override> overrides, std::function<bool()> keep_running) {
    const auto runner = std::make_shared<ParameterSweepRunner>(document, std::move(variant),
                                                               std::move(overrides), std::move(keep_running));
    return [runner](const Expression::Rate& rate) { return runner->rate(rate); };
}

}  // namespace toibox::scene
