// SPDX-License-Identifier: MIT
// Playback of a session: forwards in real time, backwards through its history.
#include "toibox/dynamics/world_state.h"
#include "toibox/replay/tuning.h"

#include "app/session/body_name.h"
#include "app/session/event_text.h"
#include "app/session/session.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

namespace toibox::app {

namespace {

constexpr std::uint64_t prefetch_budget_nanoseconds = 6'000'000;  ///< Per tick.
constexpr int max_averaged_ticks = 20;                            ///< In the real-time factor.
constexpr double event_search_seconds = 10.0;  ///< Maximum simulated time that "next event" searches.

const WorldSettings* settings_of(const replay::Input& input) {
    const auto* command = std::get_if<Command>(&input.what);
    const auto* set_settings = command != nullptr ? std::get_if<command::SetSettings>(command) : nullptr;
    return set_settings != nullptr ? &set_settings->settings : nullptr;
}

/// The last settings that were set before `position`; null if none were.
const WorldSettings* last_settings(const replay::Recording& recording, replay::HistoryPosition position) {
    const std::vector<const replay::Input*> frame_inputs =
        recording.inputs_at(position.branch, position.frame);
    for (std::size_t i = std::min<std::size_t>(position.inputs, frame_inputs.size()); i-- > 0;)
        if (const WorldSettings* settings = settings_of(*frame_inputs[i])) return settings;
    const replay::Branch& branch = recording.branches[position.branch];
    for (auto input = branch.inputs.rbegin(); input != branch.inputs.rend(); ++input) {
        if (input->frame >= position.frame) continue;
        if (const WorldSettings* settings = settings_of(*input)) return settings;
    }
    if (!branch.fork) return nullptr;
    return last_settings(recording, position.frame > branch.fork->frame
                                        ? *branch.fork
                                        : replay::HistoryPosition{branch.fork->branch, position.frame, 0});
}

/// The number of inputs at frame 0 of a branch, if the branch, with its history on the parent branches, has
/// no other inputs and all of them set settings or the step length; otherwise nullopt.
std::optional<std::uint32_t> count_inputs_if_only_settings(const replay::Recording& recording,
                                                           std::uint32_t branch) {
    bool has_later = false;
    const std::uint64_t end = recording.branches[branch].end();
    recording.for_each_ancestor(branch, end, [&](std::uint32_t index, std::uint64_t last) {
        has_later =
            has_later || std::ranges::any_of(recording.branches[index].inputs, [&](const auto& input) {
                return input.frame > 0 && input.frame <= last;
            });
    });
    if (has_later) return std::nullopt;
    for (const replay::Input* input : recording.inputs_at(branch, 0)) {
        const auto* command = std::get_if<Command>(&input->what);
        if (command != nullptr && !std::holds_alternative<command::SetSettings>(*command))
            return std::nullopt;
    }
    return static_cast<std::uint32_t>(recording.inputs_at(branch, 0).size());
}

}  // namespace

void Session::set_speed(double speed) {
    speed_ = std::clamp(speed, min_speed, max_speed);
    if (play_target_) play_target_->speed = speed_;
    script_speed_until_ = 0.0;
}

double Session::effective_speed() const {
    if (play_target_) return play_target_->speed;
    return run().time() < script_speed_until_ ? speed_ * script_speed_ : speed_;
}

double Session::hertz() const {
    const std::optional<double> seconds = history_->step_seconds();
    return seconds ? 1.0 / *seconds : scene_hertz();
}

void Session::set_hertz(double hertz) {
    history_->set_step_seconds(1.0 / std::clamp(hertz, 5.0, 1000.0));
    end_loop();
}

int Session::tick(double wall_seconds) {
    if (!is_open()) return 0;
    unsynced_seconds_ += wall_seconds;
    if (unsynced_seconds_ >= replay::tuning::sync_seconds) sync_recording();
    if (is_replay_ && prefetched_branch_ != history_->position().branch) prefetch_history();
    if (!is_playing_) return 0;
    pending_seconds_ += wall_seconds * effective_speed();
    int steps = 0;
    while (is_playing_ && pending_seconds_ >= 1.0 / hertz() && steps < max_steps_per_tick) {
        const double step = 1.0 / hertz();
        if (loop_back()) break;  // only once per tick, because a jump is expensive
        play_step();
        pending_seconds_ -= step;
        ++steps;
    }
    const double step = 1.0 / hertz();
    if (pending_seconds_ >= step) pending_seconds_ = 0.0;
    if (wall_seconds > 0.0) {
        const double factor = static_cast<double>(steps) * step / wall_seconds;
        measured_ticks_ = std::min(measured_ticks_ + 1, max_averaged_ticks);
        real_time_factor_ += (factor - real_time_factor_) / measured_ticks_;
    }
    return steps;
}

void Session::set_loop(std::uint64_t from, std::uint64_t to) {
    const auto [first, last] = std::minmax({std::min(from, history_->end()), std::min(to, history_->end())});
    loop_.reset();
    if (first < last) loop_ = Loop{history_->position().branch, first, last};
}

bool Session::loop_back() {
    if (!at_loop_end()) return false;
    jump_to({loop_->branch, loop_->from, 0});
    return true;
}

void Session::prefetch_history() {
    if (clock_ == nullptr) return;
    const std::uint64_t deadline = clock_() + prefetch_budget_nanoseconds;
    while (clock_() < deadline) {
        if (history_->prefetch_states(1)) continue;
        prefetched_branch_ = history_->position().branch;
        return;
    }
}

void Session::step_once() {
    is_playing_ = false;
    advance();
}

void Session::prepare_step() {
    before_ = run();
    last_motions_.reset();
    has_searches_ = record_searches_;
    mutable_run().world().record_searches(record_searches_);
    step_seconds_ = history_->step_seconds();
}

void Session::forget_last_step() {
    before_.reset();
    last_motions_.reset();
}

std::vector<ToiSearch> Session::searches() const {
    if (!before_ || has_searches_) return last_report().searches;
    scene::Run repeated = *before_;
    repeated.world().record_searches(true);
    return repeated.step(step_seconds_).searches;
}

void Session::advance() {
    pause_reason_ = PauseReason::None;
    const bool was_in_past = history_->is_in_past();
    history_->apply_recorded_inputs();
    if (loop_ && loop_->branch != history_->position().branch) end_loop();
    prepare_step();
    const std::int64_t steps = run().steps();
    const StepReport& report = history_->step();
    if (settings().broad_phase != last_broad_phase_) statistics_.reset_search_times();
    last_broad_phase_ = settings().broad_phase;
    add_statistics(report);
    if (!report.failed()) past_poses_.add(world(), !report.complete);
    if (record_exchanges_) save_exchanges(report);
    for (const std::string& error : run().script_errors())
        message_ = error;
    std::erase_if(annotations_, [&](const Annotation& note) { return run().time() >= note.until; });
    if (run().steps() > steps) show_script_events();
    if (was_in_past) sync_user_settings();
    if (!report.failed() && frame_listener_) frame_listener_();
    if (report.failed()) {
        is_playing_ = false;
        const std::string offending_body = body_name(run(), report.offending_body);
        message_ =
            report.too_many_contacts
                ? "The step was undone: too many shapes overlap near " + offending_body +
                      ". Go back or restart, or move the bodies apart."
                : "The step was undone: " + offending_body +
                      " has a non-finite or out-of-range position or velocity. Go back or restart, or change "
                      "what drives it.";
    }
    if (was_in_past && at_recorded_end() && !(is_playing_ && at_loop_end())) {
        is_playing_ = false;
        message_ = "End of the recording. Press play to continue live.";
    }
    if (history_->divergence() && !divergence_reported_) {
        divergence_reported_ = true;
        message_ = "Frame " + std::to_string(history_->divergence()->frame) +
                   " differs from the recording; run `toibox verify` for details.";
    }
}

bool Session::at_recorded_end() const {
    const replay::HistoryPosition& position = history_->position();
    return position.branch < recorded_branch_ends_.size() &&
           position.frame == recorded_branch_ends_[position.branch] && !history_->is_in_past();
}

void Session::jump_to(const replay::HistoryPosition& position) {
    release();
    play_target_.reset();
    pause_reason_ = PauseReason::None;
    forget_last_step();
    past_poses_.clear();
    exchanges_ = {};
    statistics_.reset_counters();
    counters_since_step_ = 0;
    if (position.frame > 0) {
        // Repeats the step that ends in the frame, for the report, the events and the world before that step.
        const auto inputs = static_cast<std::uint32_t>(
            history_->recording().input_count(position.branch, position.frame - 1));
        history_->seek({position.branch, position.frame - 1, inputs});
        configure_world();
        counters_since_step_ = run().steps();
        prepare_step();
        const StepReport& report = history_->step();
        add_statistics(report);
        if (record_exchanges_) save_exchanges(report);
    }
    history_->seek(position);
    if (loop_ && loop_->branch != position.branch) end_loop();
    configure_world();
    ++jump_count_;
    measured_ticks_ = 0;
    pending_seconds_ = 0.0;
    sync_user_settings();
    rebuild_annotations();
}

void Session::sync_user_settings() {
    const WorldSettings* last = last_settings(history_->recording(), history_->position());
    if (last != nullptr) {
        user_settings_ = *last;
    } else {
        user_settings_.reset();
    }
}

void Session::rebuild_annotations() {
    annotations_.clear();
    script_speed_until_ = 0.0;
    const double step_seconds = run().scene().step;
    for (const scene::Event& event : run().scene().timeline) {
        const double start = static_cast<double>(event.step) * step_seconds;
        if (event.step > run().steps()) break;
        if (const auto* note = std::get_if<scene::action::Annotate>(&event.action)) {
            if (start + note->for_seconds > run().time())
                annotations_.push_back({note->on, note->at, note->text, start + note->for_seconds});
        } else if (const auto* slow = std::get_if<scene::action::SlowMotion>(&event.action)) {
            script_speed_ = slow->factor;
            script_speed_until_ = start + slow->for_seconds;
        }
    }
}

void Session::restart() {
    release();
    const std::uint32_t branch = history_->position().branch;
    const std::optional<std::uint32_t> inputs = count_inputs_if_only_settings(history_->recording(), branch);
    if (inputs && !can_redo()) {
        jump_to({branch, 0, *inputs});
    } else {
        const std::optional<WorldSettings> settings = user_settings_;
        const std::optional<double> step_seconds = history_->step_seconds();
        jump_to({branch, 0, 0});
        this->branch();
        if (settings) submit(command::SetSettings{*settings});
        user_settings_ = settings;
        history_->set_step_seconds(step_seconds);
    }
    statistics_.clear();
}

void Session::go_to_step(std::int64_t step) {
    // A step has at least one frame.
    go_to(static_cast<std::uint64_t>(std::max<std::int64_t>(step, 0)));
    while (history_->is_in_past() && (run().steps() < step || world().state().progress.paused))
        go_to(history_->frame() + 1);
}

void Session::go_to(std::uint32_t branch, std::uint64_t frame) {
    set_playing(false);
    const std::uint64_t end = history_->recording().branches[branch].end();
    const auto inputs = frame >= end ? history_->recording().inputs_at(branch, end).size() : 0;
    jump_to({branch, std::min(frame, end), static_cast<std::uint32_t>(inputs)});
}

void Session::go_to(const replay::HistoryPosition& position) {
    set_playing(false);
    jump_to(position);
}

void Session::step_back() {
    const replay::HistoryPosition position = history_->position();
    if (position.inputs > 0) {
        set_playing(false);
        jump_to({position.branch, position.frame, 0});
    } else if (position.frame > 0) {
        go_to(position.frame - 1);
    }
}

void Session::rewind(double wall_seconds) {
    if (is_playing_) set_playing(false);
    pending_seconds_ += wall_seconds * effective_speed();
    const double frames = std::floor(pending_seconds_ * hertz());
    const double remainder = pending_seconds_ - frames / hertz();
    const std::uint64_t frames_back = std::min(static_cast<std::uint64_t>(frames), history_->frame());
    if (frames_back > 0) go_to(history_->frame() - frames_back);
    pending_seconds_ = remainder;
}

bool Session::go_to_next_event() {
    set_playing(false);
    if (history_->is_in_past()) {
        const replay::HistoryPosition position = history_->position();
        const std::vector<replay::Mark> marks =
            history_->marks(position.branch, position.frame + 1, history_->end());
        const auto next = std::ranges::find_if(marks, is_event);
        go_to(next == marks.end() ? history_->end() : next->frame);
        if (next != marks.end()) return true;
        if (at_recorded_end()) return false;
    }
    const auto max_steps = static_cast<int>(event_search_seconds * hertz());
    for (int i = 0; i < max_steps; ++i) {
        advance();
        if (last_report().failed()) return false;
        const std::vector<replay::Mark> marks =
            history_->marks(history_->position().branch, history_->frame(), history_->frame());
        if (std::ranges::any_of(marks, is_event)) return true;
    }
    return false;
}

bool Session::go_to_previous_event() {
    const replay::HistoryPosition position = history_->position();
    if (position.frame == 0) return false;
    const std::vector<replay::Mark> marks = history_->marks(position.branch, 1, position.frame - 1);
    const auto last = std::find_if(marks.rbegin(), marks.rend(), is_event);
    if (last == marks.rend()) return false;
    go_to(last->frame);
    return true;
}

std::optional<replay::Mark> Session::current_event() const {
    std::vector<replay::Mark> marks =
        history_->marks(history_->position().branch, history_->frame(), history_->frame());
    std::erase_if(marks, [](const replay::Mark& mark) { return !is_event(mark); });
    const auto most = std::ranges::min_element(marks, {}, event_rank);
    return most == marks.end() ? std::nullopt : std::optional(*most);
}

bool Session::undo() {
    set_playing(false);
    release();
    if (!history_->undo()) return false;
    jump_to(history_->position());
    return true;
}

bool Session::redo() {
    set_playing(false);
    release();
    if (!history_->redo()) return false;
    jump_to(history_->position());
    return true;
}

void Session::add_bookmark(std::string name) {
    if (name.empty()) name = "step " + std::to_string(run().steps());
    history_->add_bookmark(std::move(name));
}

void Session::branch(std::string name) {
    history_->create_branch(std::move(name));
    end_loop();
}

}  // namespace toibox::app
