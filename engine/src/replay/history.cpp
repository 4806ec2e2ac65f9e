// SPDX-License-Identifier: MIT
// Stepping, inputs, branches and undo of a history; history_seek.cpp has seeking and the cached states.
#include "toibox/replay/history.h"

#include "toibox/core/assert.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>
#include <cmath>

namespace toibox::replay {

History::History(std::unique_ptr<Simulation> start, Recording metadata, std::size_t memory_budget)
    : recording_(std::move(metadata)), simulation_(std::move(start)), budget_(memory_budget) {
    recording_.branches.assign(1, Branch{});
    branch().hashes.push_back(simulation_->world().hash());
    store_keyframe();
    cache_state(false);
}

History History::resume(std::unique_ptr<Simulation> start, Recording recording, std::size_t memory_budget) {
    TOIBOX_ASSERT(recording.defect().empty());
    std::vector<Branch> branches = std::move(recording.branches);
    History history(std::move(start), std::move(recording), memory_budget);
    history.recording_.branches = std::move(branches);
    for (const Branch& branch : history.recording_.branches) {
        for (const Input& input : branch.inputs)
            history.gesture_ = std::max(history.gesture_, input.gesture + 1);
    }
    history.check_frame();
    return history;
}

bool History::is_in_past() const {
    return position_ != end_of(position_.branch);
}

HistoryPosition History::end_of(std::uint32_t branch) const {
    const std::uint64_t frame = recording_.branches[branch].end();
    return {branch, frame, static_cast<std::uint32_t>(recording_.input_count(branch, frame))};
}

const StepReport& History::step() {
    apply_recorded_inputs();
    const bool records = position_.frame == end();
    const std::uint32_t awake_before = awake_count(simulation_->world());
    const double step_start = simulation_->world().time();
    const StepReport& report = simulation_->step(seconds_);
    if (report.failed()) return report;
    ++position_.frame;
    position_.inputs = 0;
    if (records) {
        add_frame(report, awake_before, step_start);
    } else {
        check_frame();
    }
    if (position_.frame % spacing_ == 0) cache_state(false);
    return report;
}

void History::add_frame(const StepReport& report, std::uint32_t awake_before, double step_start) {
    const World& world = simulation_->world();
    std::vector<Mark>& marks = branch().marks;
    const auto old_count = static_cast<std::ptrdiff_t>(marks.size());
    branch().hashes.push_back(world.hash());
    add_world_marks(world, report, awake_before, position_.frame, marks);
    simulation_->add_marks(marks, position_.frame);
    // The time of a world advances only when a step is complete.
    const double length =
        report.complete ? world.time() - step_start : static_cast<double>(world.state().progress.step_dt);
    for (auto mark = marks.begin() + old_count; mark != marks.end(); ++mark)
        mark->seconds = step_start + mark->t * length;
    if (records_keyframes_ && position_.frame >= next_keyframe_) store_keyframe();
}

void History::check_frame() {
    if (divergence_) return;
    const std::uint64_t recorded_hash = recording_.hash(position_.branch, position_.frame);
    const std::uint64_t replayed_hash = simulation_->world().hash();
    if (recorded_hash != replayed_hash)
        divergence_ = {position_.branch, position_.frame, recorded_hash, replayed_hash};
}

void History::apply_recorded_inputs() {
    const bool is_undone = undo_point_ && undo_point_->branch == position_.branch &&
                           undo_point_->frame == position_.frame && undo_point_->inputs >= position_.inputs;
    if (!is_undone || !can_branch())
        return apply_inputs(recording_.input_count(position_.branch, position_.frame));
    apply_inputs(undo_point_->inputs);
    fork({});
}

void History::apply_inputs(std::size_t count) {
    if (position_.inputs >= count) return;
    const std::vector<const Input*> inputs = recording_.inputs_at(position_.branch, position_.frame);
    for (; position_.inputs < std::min(count, inputs.size()); ++position_.inputs)
        static_cast<void>(replay::apply(*simulation_, *inputs[position_.inputs], seconds_));
}

Result<CommandOutcome, CommandError> History::apply(const Command& command) {
    Input input{.frame = position_.frame, .what = command, .gesture = gesture_};
    if (is_in_past() && !can_branch())
        return Err{CommandError{"the recording has the maximum number of branches: go to the end of one"}};
    if (!recording_.has_room_for(input)) return Err{CommandError{"the recording has no room for this input"}};
    Result<CommandOutcome, CommandError> outcome = simulation_->apply(command);
    if (outcome) append_input(std::move(input));
    return outcome;
}

void History::set_step_seconds(std::optional<double> seconds) {
    if (seconds && std::isnan(*seconds)) return;
    if (seconds) seconds = std::clamp(*seconds, tuning::min_step_seconds, tuning::max_step_seconds);
    Input input{.frame = position_.frame, .what = StepLength{seconds}, .gesture = gesture_};
    if (seconds == seconds_ || (is_in_past() && !can_branch()) || !recording_.has_room_for(input)) return;
    seconds_ = seconds;
    append_input(std::move(input));
}

void History::append_input(Input input) {
    if (is_in_past()) fork({});
    branch().inputs.push_back(std::move(input));
    ++position_.inputs;
    redo_stack_.clear();
    undo_point_.reset();
}

bool History::can_branch() const {
    return recording_.has_room_for_branch();
}

void History::create_branch(std::string name) {
    if (!can_branch()) return;
    fork(std::move(name));
    redo_stack_.clear();
}

void History::fork(std::string name) {
    Branch branch;
    branch.fork = recording_.on_oldest_branch(position_);
    branch.name = std::move(name);
    branch.hashes.push_back(recording_.hash(position_.branch, position_.frame));
    recording_.branches.push_back(std::move(branch));
    position_.branch = static_cast<std::uint32_t>(recording_.branches.size() - 1);
    next_keyframe_ = position_.frame + tuning::keyframe_spacing;
    undo_point_.reset();
}

void History::add_bookmark(std::string name) {
    recording_.bookmarks.push_back({position_.branch, position_.frame, std::move(name)});
}

void History::remove_bookmark(std::size_t index) {
    recording_.bookmarks.erase(recording_.bookmarks.begin() + static_cast<std::ptrdiff_t>(index));
}

namespace {

/// How many of a branch's own inputs have been applied at a position on it.
std::size_t applied_own_inputs(const Recording& recording, const HistoryPosition& at) {
    const Branch& branch = recording.branches[at.branch];
    const auto own = std::ranges::equal_range(branch.inputs, at.frame, {}, &Input::frame);
    const std::size_t older = recording.input_count(at.branch, at.frame) - own.size();
    const std::size_t here = std::min(at.inputs - std::min<std::size_t>(at.inputs, older), own.size());
    return static_cast<std::size_t>(own.begin() - branch.inputs.begin()) + here;
}

/// The corresponding position on the parent branch; at most the fork. Requires: a branch with a fork.
HistoryPosition position_on_parent(const Recording& recording, const HistoryPosition& at) {
    const HistoryPosition& fork = *recording.branches[at.branch].fork;
    if (at.frame > fork.frame) return fork;
    return {fork.branch, at.frame, at.frame == fork.frame ? std::min(at.inputs, fork.inputs) : at.inputs};
}

}  // namespace

std::optional<HistoryPosition> History::before_last_gesture() const {
    std::optional<std::uint32_t> gesture;
    std::optional<HistoryPosition> before;
    for (HistoryPosition at = position_;; at = position_on_parent(recording_, at)) {
        const Branch& branch = recording_.branches[at.branch];
        for (std::size_t i = applied_own_inputs(recording_, at); i-- > 0;) {
            const Input& input = branch.inputs[i];
            if (gesture && input.gesture != *gesture) return before;
            gesture = input.gesture;
            // How many inputs of the same frame precede this input: those of the parents, then the branch's
            // own.
            const auto own = std::ranges::equal_range(branch.inputs, input.frame, {}, &Input::frame);
            const std::size_t older = recording_.input_count(at.branch, input.frame) - own.size();
            const auto first = static_cast<std::size_t>(own.begin() - branch.inputs.begin());
            before = HistoryPosition{at.branch, input.frame, static_cast<std::uint32_t>(older + i - first)};
        }
        if (!branch.fork) return before;
    }
}

bool History::can_undo() const {
    for (HistoryPosition at = position_;; at = position_on_parent(recording_, at)) {
        if (applied_own_inputs(recording_, at) > 0) return true;
        if (!recording_.branches[at.branch].fork) return false;
    }
}

bool History::undo() {
    const std::optional<HistoryPosition> before = before_last_gesture();
    if (!before) return false;
    redo_stack_.push_back(position_);
    seek(*before);
    undo_point_ = position_;
    return true;
}

bool History::redo() {
    if (redo_stack_.empty()) return false;
    const HistoryPosition to = redo_stack_.back();
    redo_stack_.pop_back();
    seek(to);
    undo_point_ = redo_stack_.empty() ? std::nullopt : std::optional(position_);
    return true;
}

std::vector<Mark> History::marks(std::uint32_t branch, std::uint64_t from, std::uint64_t to) const {
    std::vector<Mark> found;
    recording_.for_each_ancestor(branch, to, [&](std::uint32_t ancestor, std::uint64_t last_frame) {
        const std::vector<Mark>& own = recording_.branches[ancestor].marks;
        const auto first = std::ranges::lower_bound(own, from, {}, &Mark::frame);
        const auto last = std::ranges::upper_bound(own, last_frame, {}, &Mark::frame);
        if (first < last) found.insert(found.begin(), first, last);
    });
    return found;
}

}  // namespace toibox::replay
