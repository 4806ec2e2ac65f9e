// SPDX-License-Identifier: MIT
// How playback ends: at a step, or as the scene says (scene::Ending).
#include "app/session/session.h"

#include <algorithm>

namespace toibox::app {

namespace {

/// Whether the last step brought the first verdict of the run, other than TimeLost.
bool is_first_verdict(const scene::Run& run) {
    std::int64_t before = 0;
    std::int64_t now = 0;
    for (const scene::VerdictName& name : scene::verdict_names()) {
        if (name.kind == scene::VerdictKind::TimeLost) continue;
        const std::int64_t in_step = std::ranges::count(run.verdicts(), name.kind, &scene::Verdict::kind);
        before += run.verdict_count(name.kind) - in_step;
        now += in_step;
    }
    return before == 0 && now > 0;
}

}  // namespace

void Session::play_step() {
    advance();
    apply_ending();
}

void Session::play_to(std::int64_t step, double speed) {
    end_loop();
    play_target_ = PlayTarget{step, std::clamp(speed, min_speed, max_speed)};
    set_playing(true);
    if (run().steps() >= step) pause_at_target();
}

void Session::pause_at_target() {
    play_target_.reset();
    is_playing_ = false;
    pause_reason_ = PauseReason::AtTarget;
}

void Session::apply_ending() {
    const scene::Run& current = run();
    if (!is_playing_ || loop_ || !last_report().complete) return;
    if (play_target_) {
        if (current.steps() >= play_target_->step) pause_at_target();
        return;
    }
    const scene::Ending ending = current.scene().ending;
    if (ending == scene::Ending::AtVerdict && is_first_verdict(current)) {
        is_playing_ = false;
        pause_reason_ = PauseReason::AtVerdict;
    } else if (!is_replay_ && ending != scene::Ending::Never &&
               current.steps() == current.scene().duration_steps()) {
        // The loop repeats the run with its inputs; a restart would drop them or start a branch.
        if (ending == scene::Ending::Loop) return set_loop(0, history_->frame());
        is_playing_ = false;
        pause_reason_ = PauseReason::AtEnd;
    }
}

}  // namespace toibox::app
