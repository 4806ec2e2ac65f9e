// SPDX-License-Identifier: MIT
#include "app/cli/commands/variant_run.h"

#include "toibox/scene/parameter_sweep.h"

#include "app/cli/base/interrupt.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/failed_step.h"
#include "app/studies/claims/variant_run.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

void simulate(VariantRun& variant, VariantResult& result, const RunCallbacks& callbacks) {
    scene::Run& run = variant.run();
    if (callbacks.state) callbacks.state(run);
    while (!variant.has_ended() && !InterruptGuard::interrupted()) {
        const StepReport& report = variant.step();
        result.warnings.insert(result.warnings.end(), run.script_errors().begin(), run.script_errors().end());
        if (variant.has_failed()) {
            result.failure = failed_step_text(run, report);
            break;
        }
        if (callbacks.state && report.complete) callbacks.state(run);
        if (callbacks.progress) callbacks.progress(run.steps(), result.requested_steps);
    }
    result.interrupted = !variant.has_ended();
    run.finish();
    result.steps = run.steps();
    result.time = run.time();
    result.hash = run.world().hash();
    result.bodies = run.world().body_count();
}

/// Evaluates rate() claims by parameter sweeps. An interrupt stops the sweep and sets `was_interrupted`.
scene::RateSource rate_source(const scene::Document& document, const VariantRunOptions& options,
                              bool& was_interrupted) {
    if (!options.evaluate_rates) return {};
    return scene::make_rate_source(document, document_variant_name(options.name), options.overrides,
                                   [&was_interrupted] {
                                       was_interrupted = was_interrupted || InterruptGuard::interrupted();
                                       return !was_interrupted;
                                   });
}

/// Marks claims as not reached if an interrupted parameter sweep left their rate without a value.
void mark_interrupted_rates_unreached(VariantResult& result) {
    result.interrupted = true;
    for (scene::ClaimOutcome& outcome : result.outcomes) {
        const bool has_no_value = std::isnan(outcome.left) || std::isnan(outcome.right);
        if (outcome.step != result.steps || !has_no_value) continue;
        outcome.status = scene::ClaimOutcome::Status::NotReached;
        outcome.detail = "undecided: interrupted";
    }
}

/// Separates the outcomes of claims from the outcomes of measures. The claims of `run` are in this order:
/// those of the scene (`scene_claims`), the measures, those of the script.
void split_outcomes(const scene::Run& run, std::size_t scene_claims, std::size_t measures,
                    VariantResult& result) {
    for (std::size_t i = 0; i < run.claims().size(); ++i) {
        if (i >= scene_claims && i < scene_claims + measures) {
            result.measure_outcomes.push_back(run.outcomes()[i]);
            continue;
        }
        result.claims.push_back(run.claims()[i]);
        result.outcomes.push_back(run.outcomes()[i]);
    }
}

}  // namespace

Result<VariantResult, scene::Diagnostics> run_variant(const scene::Document& document,
                                                      const VariantRunOptions& options,
                                                      const RunCallbacks& callbacks) {
    const auto start = std::chrono::steady_clock::now();
    const std::string variant = document_variant_name(options.name);
    Result<scene::Scene, scene::Diagnostics> scene = document.resolve(variant, options.overrides);
    if (!scene) return Err{scene.error()};
    VariantResult result;
    result.name = options.name;
    result.requested_steps = options.steps.value_or(scene->duration_steps());
    const std::size_t scene_claims = scene->expect.size();
    for (scene::Claim measure : options.measures) {
        measure.when = scene::Claim::When::At;
        measure.at = static_cast<double>(result.requested_steps) * scene->step;
        scene->expect.push_back(std::move(measure));
    }
    bool was_interrupted = false;
    auto run = scene::Run::start(std::move(*scene), rate_source(document, options, was_interrupted));
    if (!run) return Err{run.error()};
    run->world().set_execution({.threads = options.threads});
    VariantRun variant_run(*std::move(run), result.requested_steps);
    simulate(variant_run, result, callbacks);
    split_outcomes(variant_run.run(), scene_claims, options.measures.size(), result);
    if (was_interrupted) mark_interrupted_rates_unreached(result);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace toibox::app
