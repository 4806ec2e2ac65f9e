// SPDX-License-Identifier: MIT
#include "app/studies/claims/claim_check.h"

#include <chrono>
#include <limits>

namespace toibox::app {

ClaimCheck::ClaimCheck(const scene::Document& document) : document_(document), variants_{std::string()} {
    for (const scene::VariantEntry& variant : document_.variants())
        variants_.push_back(variant.name);
}

void ClaimCheck::advance(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        if (is_finished()) return;
        advance_once();
    } while (Clock::now() < end);
}

void ClaimCheck::advance_once() {
    if (!run_) return start_variant();
    if (!unmeasured_.empty()) {
        scene::RateMeasurement& measurement = unmeasured_.back();
        measurement.advance();
        if (!measurement.is_finished()) return;
        rates_->emplace(unmeasured_keys_.back(), measurement.rate());
        unmeasured_.pop_back();
        return unmeasured_keys_.pop_back();
    }
    if (!run_->has_ended()) run_->step();
    if (run_->has_ended()) finish_variant();
}

void ClaimCheck::start_variant() {
    const std::string name = variants_[next_variant_++];
    variant_ = name.empty() ? "base" : name;
    Result<scene::Scene, scene::Diagnostics> scene = document_.resolve(name);
    if (!scene) return report({}, scene.error().front().message);
    const std::int64_t steps = scene->duration_steps();
    rates_ = std::make_shared<Rates>();
    const auto measured = [rates = rates_](const scene::Expression::Rate& rate) {
        const auto found = rates->find({rate.sweep, rate.claim->text});
        return found == rates->end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
    };
    auto run = scene::Run::start(*std::move(scene), measured);
    if (!run) return report({}, run.error().front().message);
    run->world().set_execution({.threads = 1});
    std::map<RateKey, scene::Expression::Rate> needed;
    for (const scene::Claim& claim : run->claims()) {
        scene::for_each_node(claim, [&](const scene::Expression& node) {
            if (const auto* rate = std::get_if<scene::Expression::Rate>(&node.node))
                needed.emplace(RateKey(rate->sweep, rate->claim->text), *rate);
        });
    }
    for (const auto& [key, rate] : needed) {
        unmeasured_.emplace_back(document_, name, std::vector<scene::Document::Override>{}, rate);
        unmeasured_keys_.push_back(key);
    }
    run_.emplace(*std::move(run), steps);
}

void ClaimCheck::finish_variant() {
    if (run_->has_failed()) report({}, "a step failed");
    scene::Run& run = run_->run();
    run.finish();
    for (std::size_t i = 0; i < run.claims().size(); ++i) {
        const scene::ClaimOutcome& outcome = run.outcomes()[i];
        if (passed(outcome)) {
            ++result_.passed;
        } else {
            report(run.claims()[i].text, outcome.detail);
        }
    }
    run_.reset();
}

void ClaimCheck::report(const std::string& claim, const std::string& detail) {
    (claim.empty() ? result_.aborted : result_.failed) += 1;
    result_.failures.push_back({variant_, claim, detail});
}

}  // namespace toibox::app
