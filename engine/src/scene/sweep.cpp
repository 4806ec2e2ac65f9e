// SPDX-License-Identifier: MIT
// Sweeps: many runs that differ in one value, for claims about their share.

#include "toibox/scene/sweep.h"

#include "quantity.h"

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
        const auto known = known_.find(key);
        if (known != known_.end()) return known->second;
        return known_[key] = measure(rate);
    }

private:
    double measure(const Expression::Rate& rate) const {
        const Result<Scene, Diagnostics> base = document_.resolve(variant_, overrides_);
        if (!base) return undefined;
        for (const ParameterSweepEntry& sweep : base->sweeps) {
            if (sweep.name != rate.sweep) continue;
            const std::vector<double> values = sweep_values(sweep);
            int held = 0;
            for (const double value : values) {
                const std::optional<bool> holds = holds_at(sweep.vary, value, *rate.claim);
                if (!holds) return undefined;
                held += *holds ? 1 : 0;
            }
            return static_cast<double>(held) / static_cast<double>(values.size());
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
    std::map<std::pair<std::string, std::string>, double> known_;
};

}  // namespace

std::vector<double> sweep_values(const ParameterSweepEntry& sweep) {
    std::vector<double> values;
    for (int i = 0; i < sweep.count; ++i) {
        if (i > 0 && i == sweep.count - 1) {
            values.push_back(sweep.to);  // exactly: the sum and the power may miss it by a rounding
            break;
        }
        const double share = sweep.count > 1 ? static_cast<double>(i) / (sweep.count - 1) : 0.0;
        values.push_back(sweep.log ? sweep.from * std::pow(sweep.to / sweep.from, share)
                                   : sweep.from + (sweep.to - sweep.from) * share);
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
