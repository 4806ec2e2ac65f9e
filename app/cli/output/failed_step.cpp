// SPDX-License-Identifier: MIT
#include "app/cli/output/failed_step.h"

#include "app/session/body_name.h"

#include <fmt/format.h>
#include <string_view>

namespace toibox::app {

namespace {

/// How to avoid a non-finite state.
std::string_view hint_for(const WorldSettings& settings) {
    if (settings.solver == SolverKind::Penalty)
        return "lower \"penalty_stiffness\" or \"penalty_damping\", or raise \"substeps\"";
    return "use shorter steps, or check for excessive forces, speeds or mass ratios";
}

}  // namespace

std::string failed_step_text(const scene::Run& run, const StepReport& report) {
    if (report.too_many_contacts) {
        return fmt::format(
            "there would be more than {} contacts in step {} (t {:.6g} s), some of them of {}: "
            "place the bodies farther apart, put shapes that need not collide into a negative filter "
            "group, or raise \"max_contacts\"",
            run.world().settings().max_contacts, run.steps() + 1, run.time(),
            body_name(run, report.offending_body));
    }
    return fmt::format("{} became infinite or not a number in step {} (t {:.6g} s): {}",
                       body_name(run, report.offending_body), run.steps() + 1, run.time(),
                       hint_for(run.world().settings()));
}

}  // namespace toibox::app
