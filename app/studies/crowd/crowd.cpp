// SPDX-License-Identifier: MIT
#include "app/studies/crowd/crowd.h"

#include "toibox/scene/parameter_sweep.h"
#include "toibox/scene/run.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

Crowd::Crowd(const scene::Document& document, std::string variant,
             std::vector<scene::Document::Override> overrides, const scene::ParameterSweepEntry& sweep)
    : document_(document),
      variant_(std::move(variant)),
      overrides_(std::move(overrides)),
      varied_(sweep.vary),
      values_(scene::sweep_values(sweep)),
      counts_(scene::verdict_kind_count, 0) {}

Result<Crowd, std::string> Crowd::start(const scene::Document& document, std::string variant,
                                        std::vector<scene::Document::Override> overrides,
                                        const std::string& sweep) {
    const auto scene = document.resolve(variant, overrides);
    if (!scene) return Err{scene::format(scene.error())};
    const auto found = std::ranges::find(scene->sweeps, sweep, &scene::ParameterSweepEntry::name);
    if (found == scene->sweeps.end())
        return Err{fmt::format("The scene has no sweep \"{}\": define it under \"sweeps\"", sweep)};
    return Crowd(document, std::move(variant), std::move(overrides), *found);
}

void Crowd::advance(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        if (is_finished()) return;
        run_next();
    } while (Clock::now() < end);
}

void Crowd::run_next() {
    std::vector<scene::Document::Override> overrides = overrides_;
    overrides.emplace_back(varied_, fmt::format("{}", values_[finished_++]));
    auto scene = document_.resolve(variant_, overrides);
    if (!scene) return void(++failed_);
    const std::int64_t steps = scene->duration_steps();
    auto run = scene::Run::start(*std::move(scene));
    if (!run) return void(++failed_);
    run->judge_steps();
    while (run->steps() < steps) {
        if (run->step().failed()) return void(++failed_);
        const auto verdict = std::ranges::find_if(run->verdicts(), [](const scene::Verdict& judged) {
            return judged.kind != scene::VerdictKind::TimeLost;
        });
        if (verdict == run->verdicts().end()) continue;
        return void(++counts_[static_cast<std::size_t>(verdict->kind)]);
    }
    ++without_verdict_;
}

std::size_t Crowd::count(scene::VerdictKind kind) const {
    return counts_[static_cast<std::size_t>(kind)];
}

}  // namespace toibox::app
