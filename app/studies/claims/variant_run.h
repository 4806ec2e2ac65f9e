// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <cstdint>
#include <utility>

namespace toibox::app {

/// A run of a variant whose claims are checked: it ends after a number of steps, or with a step that fails.
class VariantRun {
public:
    VariantRun(scene::Run run, std::int64_t steps) : run_(std::move(run)), requested_steps_(steps) {}

    /// Requires: not has_ended().
    const StepReport& step() {
        const StepReport& report = run_.step();
        has_failed_ = report.failed();
        return report;
    }
    [[nodiscard]] bool has_ended() const { return has_failed_ || run_.steps() >= requested_steps_; }
    [[nodiscard]] bool has_failed() const { return has_failed_; }
    [[nodiscard]] std::int64_t requested_steps() const { return requested_steps_; }
    [[nodiscard]] scene::Run& run() { return run_; }
    [[nodiscard]] const scene::Run& run() const { return run_; }

private:
    scene::Run run_;
    std::int64_t requested_steps_;
    bool has_failed_ = false;
};

/// Whether a claim has passed, at the end of a run. A claim that was not reached has not.
inline bool passed(const scene::ClaimOutcome& outcome) {
    return outcome.status == scene::ClaimOutcome::Status::Passed;
}

}  // namespace toibox::app
