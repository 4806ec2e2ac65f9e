// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/cli/output/run_result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// How to run one variant of a scene.
struct VariantRunOptions {
    std::string name;  ///< "base" for the scene itself.
    std::vector<scene::Document::Override> overrides = {};
    std::optional<std::int64_t> steps = {};  ///< Absent: the scene's duration.
    int threads = 1;                         ///< Results are the same for any number.
    bool evaluate_rates = true;              ///< Evaluate rate() claims, each by a parameter sweep.
    /// Claims with a dummy comparison. The left side of each is evaluated at the last state and stored in
    /// VariantResult::measure_outcomes.
    std::vector<scene::Claim> measures = {};
};

/// Called during a run; both are optional.
struct RunCallbacks {
    /// At the initial state and after each complete step.
    std::function<void(const scene::Run&)> state = {};
    /// After each call of Run::step, with the number of complete steps.
    std::function<void(std::int64_t done, std::int64_t total)> progress = {};
};

/// Runs a variant of a scene and checks its claims, for all commands that run scenes. Stops early if a step
/// fails (VariantResult::failure) or on an interrupt. Several threads may run variants at the same time.
/// Error: why the scene cannot be run.
Result<VariantResult, scene::Diagnostics> run_variant(const scene::Document& document,
                                                      const VariantRunOptions& options,
                                                      const RunCallbacks& callbacks = {});

}  // namespace toibox::app
