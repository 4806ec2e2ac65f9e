// SPDX-License-Identifier: MIT
// Parameter sweeps: runs that differ in one value, for rate() claims.

#include "toibox/scene/parameter_sweep.h"

#include "scene/claims/quantity.h"

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
        const Result<Scene, Diagnostics> base = document_.resolve(variant_, overrides_);
        if (!base) return undefined;
        for (const ParameterSweepEntry& sweep : base->sweeps) {
            if (sweep.name != rate.sweep) continue;
            const std::vector<double> values = sweep_values(sweep);
            int passed = 0;
            for (const double value : values) {
                const std::optional<bool> holds = holds_at(sweep.vary, value, *rate.claim);
                if (!holds) return undefined;
                passed += *holds ? 1 : 0;
            }
            return static_cast<double>(passed) / static_cast<double>(values.size());
        }
        return undefined;
    }

    [[nodiscard]] std::optional<bool> holds_at(const std::string& pointer, double value,
                                               const Claim& claim) const {
        std::vector<Document::Override> overrides = overrides_;
        overrides.emplace_back(pointer, fmt::format("{}", value));
        Result<Scene, Diagnostics> scene = document_.resolve(variant_, overrides);
        if (!scene) return std::nullopt;
        scene->expect = {claim};
        scene->expect.front().when = Claim::When::At;
        scene->expect.front().at = scene->duration;
        const std::int64_t steps = scene->duration_steps();
        Result<Run, Diagnostics> run = Run::start(std::move(*scene));
        if (!run) return std::nullopt;
        while (run->steps() < steps) {
            if ((keep_running_ && !keep_running_()) || run->step().failed()) return std::nullopt;
        }
        return run->outcomes().front().status == ClaimOutcome::Status::Passed;
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

RateSource make_rate_source(const Document& document, std::string variant,
                            std::vector<Document::Override> overrides, std::function<bool()> keep_running) {
    const auto runner = std::make_shared<ParameterSweepRunner>(document, std::move(variant),
                                                               std::move(overrides), std::move(keep_running));
    return [runner](const Expression::Rate& rate) { return runner->rate(rate); };
}

}  // namespace toibox::scene
