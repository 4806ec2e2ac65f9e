// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/run.h"

#include "app/cli/run_result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// One variant of a scene, as it is to be run.
struct VariantRunOptions {
    std::string name;  ///< "base" for the scene itself.
    std::vector<scene::Document::Override> overrides = {};
    std::optional<std::int64_t> steps = {};  ///< Absent: the scene's duration.
    int threads = 1;                         ///< Changes no result.
    bool rates = true;                       ///< Evaluate rate() claims, each by the runs of a sweep.
    /// Read at the last state, beside the claims: their left sides are VariantResult::measured.
    std::vector<scene::Claim> measures = {};
};

/// Who wants to follow a run while it goes on.
struct RunCallbacks {
    std::function<void(const scene::Run&)> state = {};                      ///< At state 0, then each.
    std::function<void(std::int64_t done, std::int64_t of)> progress = {};  ///< After each step.
};

/// Runs a variant of a scene and holds it against its claims: the one place that does, whatever the command.
/// Ends early where a state is not finite (VariantResult::failure) or somebody interrupts. Independent runs
/// may go on at once on several threads. Error: why there is nothing to run.
Result<VariantResult, scene::Diagnostics> run_variant(const scene::Document& document,
                                                      const VariantRunOptions& options,
                                                      const RunCallbacks& callbacks = {});

}  // namespace toibox::app
