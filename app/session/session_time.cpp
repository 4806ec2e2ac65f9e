// SPDX-License-Identifier: MIT
// How a session passes time: forwards by the wall's clock, backwards by its history.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/replay/tuning.h"

#include "app/session/body_name.h"
#include "app/session/session.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

namespace toibox::app {

namespace {

constexpr std::uint64_t warm_budget_nanoseconds = 6'000'000;  ///< Of each frame of the window.
constexpr double event_search_seconds = 10.0;  ///< Simulated seconds that "next event" looks ahead.

bool is_event(const replay::Mark& mark) {
    return mark.kind == replay::MarkKind::Contact || mark.kind == replay::MarkKind::Impact;
}

const WorldSettings* settings_in(const replay::Input& input) {
    const auto* given = std::get_if<Command>(&input.what);
    const auto* set = given != nullptr ? std::get_if<command::SetSettings>(given) : nullptr;
    return set != nullptr ? &set->settings : nullptr;
}

/// The settings that somebody set last, up to a place; null if nobody did.
const WorldSettings* last_settings(const replay::Recording& recording, replay::HistoryPosition place) {
    const std::vector<const replay::Input*> here = recording.inputs_at(place.branch, place.frame);
    for (std::size_t i = std::min<std::size_t>(place.inputs, here.size()); i-- > 0;)
        if (const WorldSettings* set = settings_in(*here[i])) return set;
    const replay::Branch& entry = recording.branches[place.branch];
    for (auto input = entry.inputs.rbegin(); input != entry.inputs.rend(); ++input) {
        if (input->frame >= place.frame) continue;
        if (const WorldSettings* set = settings_in(*input)) return set;
    }
    if (!entry.fork) return nullptr;
    return last_settings(recording, place.frame > entry.fork->frame
                                        ? *entry.fork
                                        : replay::HistoryPosition{entry.fork->branch, place.frame, 0});
}

/// How many inputs a branch begins with, if all that anybody ever did on it was to choose settings at the
/// start.
std::optional<std::uint32_t> count_inputs_if_only_settings(const replay::Recording& recording,
                                                           std::uint32_t branch) {
    std::uint64_t up_to = recording.branches[branch].end();
    for (std::optional<std::uint32_t> at = branch; at;) {
        const replay::Branch& entry = recording.branches[*at];
        for (const replay::Input& input : entry.inputs) {
            if (input.frame > 0 && input.frame <= up_to) return std::nullopt;
        }
        if (entry.fork) up_to = std::min(up_to, entry.fork->frame);
        at = entry.fork ? std::optional(entry.fork->branch) : std::nullopt;
    }
    for (const replay::Input* input : recording.inputs_at(branch, 0)) {
        const auto* given = std::get_if<Command>(&input->what);
        if (given != nullptr && !std::holds_alternative<command::SetSettings>(*given)) return std::nullopt;
    }
    return static_cast<std::uint32_t>(recording.inputs_at(branch, 0).size());
}

}  // namespace

void Session::set_speed(double speed) {
    speed_ = std::clamp(speed, 1.0 / 64.0, 8.0);
}

double Session::effective_speed() const {
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
    if (is_replay_ && warmed_branch_ != history_->place().branch) warm_history();
    if (!playing_) return 0;
    pending_seconds_ += wall_seconds * effective_speed();
    int steps = 0;
    while (playing_ && pending_seconds_ >= 1.0 / hertz() && steps < max_steps_per_tick) {
        const double step = 1.0 / hertz();
        if (loop_back()) break;  // once a tick: it costs a jump
        advance();
        pending_seconds_ -= step;
        ++steps;
    }
    const double step = 1.0 / hertz();
    if (pending_seconds_ >= step) pending_seconds_ = 0.0;
    if (wall_seconds > 0.0) {
        const double factor = static_cast<double>(steps) * step / wall_seconds;
        real_time_factor_ += 0.05 * (factor - real_time_factor_);
    }
    return steps;
}

void Session::set_loop(std::uint64_t from, std::uint64_t to) {
    const auto [first, last] = std::minmax({std::min(from, history_->end()), std::min(to, history_->end())});
    loop_.reset();
    if (first < last) loop_ = Loop{history_->place().branch, first, last};
}

bool Session::loop_back() {
    if (!at_loop_end()) return false;
    jump_to({loop_->branch, loop_->from, 0});
    return true;
}

void Session::warm_history() {
    if (clock_ == nullptr) return;
    const std::uint64_t until = clock_() + warm_budget_nanoseconds;
    while (clock_() < until) {
        if (history_->prefetch_states(1)) continue;
        warmed_branch_ = history_->place().branch;
        return;
    }
}

void Session::step_once() {
    playing_ = false;
    advance();
}

std::vector<ToiSearch> Session::searches() const {
    if (!before_) return last_report().searches;
    scene::Run again = *before_;
    again.world().record_searches(true);
    return again.step(step_seconds_).searches;
}

void Session::advance() {
    const bool was_past = history_->is_in_past();
    history_->apply_recorded_inputs();
    if (loop_ && loop_->branch != history_->place().branch) end_loop();
    if (record_searches_) {
        before_.reset();
    } else {
        before_ = run();
    }
    mutable_run().world().record_searches(record_searches_);
    step_seconds_ = history_->step_seconds();
    const std::int64_t steps = run().steps();
    const StepReport& report = history_->step();
    if (settings().broad_phase != last_broad_phase_) statistics_.reset_search_times();
    last_broad_phase_ = settings().broad_phase;
    statistics_.add(report);
    if (record_exchanges_) save_exchanges(report);
    for (const std::string& error : run().script_errors())
        message_ = error;
    std::erase_if(annotations_, [&](const Annotation& note) { return run().time() >= note.until; });
    if (run().steps() > steps) show_script_events();
    if (was_past) sync_user_settings();
    if (report.failed()) {
        playing_ = false;
        const std::string offending_body = body_name(run(), report.offending_body);
        message_ =
            report.too_many_pairs
                ? "The step was undone: too many shapes overlap near " + offending_body +
                      ". Go back or restart, or move the bodies apart."
                : "The step was undone: " + offending_body +
                      " got a position or velocity that is not a number, or beyond any world. Go back or "
                      "restart, or change what drives it.";
    }
    if (was_past && at_recorded_end() && !(playing_ && at_loop_end())) {
        playing_ = false;
        message_ = "The recording ends here. Play on to go on live.";
    }
    if (history_->divergence() && !divergence_reported_) {
        divergence_reported_ = true;
        message_ = "Step " + std::to_string(history_->divergence()->frame) +
                   " came out otherwise than it was recorded; `toibox verify` tells more.";
    }
}

bool Session::at_recorded_end() const {
    const replay::HistoryPosition& at = history_->place();
    return at.branch < recorded_branch_ends_.size() && at.frame == recorded_branch_ends_[at.branch] &&
           !history_->is_in_past();
}

void Session::save_exchanges(const StepReport& report) {
    const auto* sweep = std::get_if<broad::SweepAndPrune>(&*world().state().broad_phase);
    if (sweep == nullptr || report.moved_boxes == 0 || sweep->exchanges().empty()) return;
    exchanges_.step = run().steps();
    exchanges_.exchanges.assign(sweep->exchanges().begin(), sweep->exchanges().end());
}

void Session::jump_to(const replay::HistoryPosition& place) {
    release();
    before_.reset();
    exchanges_ = {};
    statistics_.reset_counters();
    if (place.frame > 0) {
        // By its last step, so that its report, its events and the world before it are those of the frame.
        const auto inputs =
            static_cast<std::uint32_t>(history_->recording().input_count(place.branch, place.frame - 1));
        history_->seek({place.branch, place.frame - 1, inputs});
        configure_world();
        before_ = run();
        mutable_run().world().record_searches(record_searches_);
        step_seconds_ = history_->step_seconds();
        const StepReport& report = history_->step();
        statistics_.add(report);
        if (record_searches_) before_.reset();
        if (record_exchanges_) save_exchanges(report);
    }
    history_->seek(place);
    if (loop_ && loop_->branch != place.branch) end_loop();
    counters_since_step_ = before_ ? before_->steps() : run().steps();
    configure_world();
    ++jump_count_;
    pending_seconds_ = 0.0;
    sync_user_settings();
    rebuild_annotations();
}

void Session::sync_user_settings() {
    const WorldSettings* last = last_settings(history_->recording(), history_->place());
    if (last != nullptr) {
        user_settings_ = *last;
    } else {
        user_settings_.reset();
    }
}

void Session::rebuild_annotations() {
    annotations_.clear();
    script_speed_until_ = 0.0;
    const double step = run().scene().step;
    for (const scene::Event& event : run().scene().timeline) {
        const double since = static_cast<double>(event.step) * step;
        if (event.step > run().steps()) break;
        if (const auto* note = std::get_if<scene::action::Annotate>(&event.action)) {
            if (since + note->for_seconds > run().time())
                annotations_.push_back({note->on, note->at, note->text, since + note->for_seconds});
        } else if (const auto* slow = std::get_if<scene::action::SlowMotion>(&event.action)) {
            script_speed_ = slow->factor;
            script_speed_until_ = since + slow->for_seconds;
        }
    }
}

void Session::restart() {
    release();
    const std::uint32_t branch = history_->place().branch;
    const std::optional<std::uint32_t> inputs = count_inputs_if_only_settings(history_->recording(), branch);
    if (inputs && !can_redo()) {
        jump_to({branch, 0, *inputs});
    } else {
        const std::optional<WorldSettings> settings = user_settings_;
        const std::optional<double> seconds = history_->step_seconds();
        jump_to({branch, 0, 0});
        this->branch();
        if (settings) submit(command::SetSettings{*settings});
        user_settings_ = settings;
        history_->set_step_seconds(seconds);
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
    play(false);
    const std::uint64_t end = history_->recording().branches[branch].end();
    const auto inputs = frame >= end ? history_->recording().inputs_at(branch, end).size() : 0;
    jump_to({branch, std::min(frame, end), static_cast<std::uint32_t>(inputs)});
}

void Session::step_back() {
    const replay::HistoryPosition at = history_->place();
    if (at.inputs > 0) {
        play(false);
        jump_to({at.branch, at.frame, 0});
    } else if (at.frame > 0) {
        go_to(at.frame - 1);
    }
}

void Session::rewind(double wall_seconds) {
    if (playing_) play(false);
    pending_seconds_ += wall_seconds * effective_speed();
    const double frames = std::floor(pending_seconds_ * hertz());
    const double remainder = pending_seconds_ - frames / hertz();
    const std::uint64_t back = std::min(static_cast<std::uint64_t>(frames), history_->frame());
    if (back > 0) go_to(history_->frame() - back);
    pending_seconds_ = remainder;
}

bool Session::go_to_next_event() {
    play(false);
    if (history_->is_in_past()) {
        const replay::HistoryPosition at = history_->place();
        const std::vector<replay::Mark> marks = history_->marks(at.branch, at.frame + 1, history_->end());
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
            history_->marks(history_->place().branch, history_->frame(), history_->frame());
        if (std::ranges::any_of(marks, is_event)) return true;
    }
    return false;
}

bool Session::undo() {
    play(false);
    release();
    if (!history_->undo()) return false;
    jump_to(history_->place());
    return true;
}

bool Session::redo() {
    play(false);
    release();
    if (!history_->redo()) return false;
    jump_to(history_->place());
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
