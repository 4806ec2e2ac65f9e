// SPDX-License-Identifier: MIT
// What a session knows of past frames besides their states: motions, poses, exchanges and statistics.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include "app/session/session.h"

#include <algorithm>
#include <variant>

namespace toibox::app {

const std::vector<MotionPart>& Session::last_motions() const {
    if (last_motions_) return *last_motions_;
    last_motions_.emplace();
    if (!before_) return *last_motions_;
    scene::Run repeated = *before_;
    World& world = repeated.world();
    world.record_searches(false);
    world.record_paths(true);
    for (const PathPart& part : repeated.step(step_seconds_).paths) {
        const BodyHandle body = world.body_at(part.body);
        const auto view = world.find(body);
        if (!view) continue;  // removed by the script after the motion
        last_motions_->push_back({body,
                                  {.local_center = widen(view->mass().local_center),
                                   .c0 = widen(part.start.center),
                                   .c1 = widen(part.end),
                                   .q0 = widen(part.start.rotation),
                                   .delta_angle = static_cast<double>(part.delta_angle)}});
    }
    return *last_motions_;
}

void Session::keep_past_poses(std::size_t frames) {
    const auto bodies = static_cast<std::size_t>(is_open() ? std::max(world().body_count(), 1) : 1);
    past_poses_.set_capacity(std::min(frames, PastPoses::max_entries / bodies));
    if (!is_open()) return;
    const std::uint64_t wanted = std::min<std::uint64_t>(past_poses_.capacity(), history_->frame() + 1);
    if (past_poses_.samples().size() < wanted) replay_past_poses(wanted);
}

/// Replays the last `frames` frames. Ends at the current position with the same state and report.
void Session::replay_past_poses(std::uint64_t frames) {
    const replay::HistoryPosition position = history_->position();
    past_poses_.clear();
    for (std::uint64_t frame = position.frame + 1 - frames; frame <= position.frame; ++frame) {
        if (frame > 0 && frame == position.frame) {
            // Repeats the last step for its report. With all inputs applied, the history does not fork.
            const auto inputs =
                static_cast<std::uint32_t>(history_->recording().input_count(position.branch, frame - 1));
            history_->seek({position.branch, frame - 1, inputs});
            configure_world();
            mutable_run().world().record_searches(has_searches_);
            if (history_->step().failed()) break;
        } else {
            history_->seek({position.branch, frame, 0});
        }
        past_poses_.add(world(), world().state().progress.paused);
    }
    history_->seek(position);
    configure_world();
}

void Session::add_statistics(const StepReport& report) {
    const double energy = world().kinetic_energy() + world().potential_energy();
    statistics_.add(report, history_->position(), energy);
}

void Session::save_exchanges(const StepReport& report) {
    const auto* sweep = std::get_if<broad::SweepAndPrune>(&*world().state().broad_phase);
    if (sweep == nullptr || report.moved_boxes == 0 || sweep->exchanges().empty()) return;
    exchanges_.step = run().steps();
    exchanges_.exchanges.assign(sweep->exchanges().begin(), sweep->exchanges().end());
}

}  // namespace toibox::app
