// SPDX-License-Identifier: MIT
// A simulation with a past. This file makes new frames and interferes; history_seek.cpp goes elsewhere.
#include "toibox/replay/history.h"

#include "toibox/core/assert.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>

namespace toibox::replay {

History::History(std::unique_ptr<Simulation> start, Recording about, std::size_t memory_budget)
    : recording_(std::move(about)), now_(std::move(start)), budget_(memory_budget) {
    recording_.lanes.assign(1, Lane{});
    lane().hashes.push_back(now_->world().hash());
    lane().keyframes.push_back(pack(*now_, 0, 0, seconds_));
    keep(false);
}

History History::resume(std::unique_ptr<Simulation> start, Recording recording, std::size_t memory_budget) {
    TOIBOX_ASSERT(recording.defect().empty());
    Recording about = recording;
    about.lanes.clear();
    History history(std::move(start), std::move(about), memory_budget);
    history.recording_ = std::move(recording);
    for (const Lane& lane : history.recording_.lanes) {
        for (const Input& input : lane.inputs)
            history.gesture_ = std::max(history.gesture_, input.gesture + 1);
    }
    history.check_frame();
    return history;
}

bool History::in_past() const {
    return place_ != end_of(place_.lane);
}

Place History::end_of(std::uint32_t lane) const {
    const std::uint64_t frame = recording_.lanes[lane].end();
    return {lane, frame, static_cast<std::uint32_t>(recording_.input_count(lane, frame))};
}

const StepReport& History::step() {
    apply_recorded_inputs();
    const bool records = place_.frame == end();
    const std::uint32_t awake_before = awake_count(now_->world());
    const StepReport& report = now_->step(seconds_);
    if (report.non_finite) return report;
    ++place_.frame;
    place_.inputs = 0;
    if (records) {
        add_frame(report, awake_before);
        undone_.clear();
    } else {
        check_frame();
    }
    if (place_.frame % spacing_ == 0) keep(false);
    return report;
}

void History::add_frame(const StepReport& report, std::uint32_t awake_before) {
    lane().hashes.push_back(now_->world().hash());
    add_world_marks(now_->world(), report, awake_before, place_.frame, lane().marks);
    now_->add_marks(lane().marks, place_.frame);
    if (keeps_for_file_ && place_.frame >= next_keyframe_) keep_keyframe();
}

void History::check_frame() {
    if (divergence_) return;
    const std::uint64_t recorded = recording_.hash(place_.lane, place_.frame);
    const std::uint64_t replayed = now_->world().hash();
    if (recorded != replayed) divergence_ = {place_.lane, place_.frame, recorded, replayed};
}

void History::apply_recorded_inputs() {
    const std::vector<const Input*> inputs = recording_.inputs_at(place_.lane, place_.frame);
    for (; place_.inputs < inputs.size(); ++place_.inputs)
        static_cast<void>(replay::apply(*now_, *inputs[place_.inputs], seconds_));
}

Result<CommandOutcome, CommandError> History::apply(const Command& command) {
    Result<CommandOutcome, CommandError> outcome = now_->apply(command);
    if (outcome) note({.frame = place_.frame, .what = command, .gesture = gesture_});
    return outcome;
}

void History::set_step_seconds(std::optional<double> seconds) {
    if (seconds == seconds_) return;
    seconds_ = seconds;
    note({.frame = place_.frame, .what = StepLength{seconds}, .gesture = gesture_});
}

void History::note(Input input) {
    if (in_past()) fork({});
    lane().inputs.push_back(std::move(input));
    ++place_.inputs;
    undone_.clear();
}

void History::branch(std::string name) {
    fork(std::move(name));
}

void History::fork(std::string name) {
    Lane lane;
    lane.fork = recording_.on_oldest_lane(place_);
    lane.name = std::move(name);
    lane.hashes.push_back(recording_.hash(place_.lane, place_.frame));
    recording_.lanes.push_back(std::move(lane));
    place_.lane = static_cast<std::uint32_t>(recording_.lanes.size() - 1);
    next_keyframe_ = place_.frame + tuning::keyframe_spacing;
    undone_.clear();
}

void History::add_bookmark(std::string name) {
    recording_.bookmarks.push_back({place_.lane, place_.frame, std::move(name)});
}

void History::remove_bookmark(std::size_t index) {
    recording_.bookmarks.erase(recording_.bookmarks.begin() + static_cast<std::ptrdiff_t>(index));
}

std::optional<Place> History::before_last_gesture() const {
    Place at = place_;
    std::optional<std::uint32_t> gesture;
    std::optional<Place> before;
    while (true) {
        const std::vector<const Input*> inputs = recording_.inputs_at(at.lane, at.frame);
        const std::size_t applied = std::min<std::size_t>(at.inputs, inputs.size());
        for (std::size_t i = applied; i-- > 0;) {
            if (gesture && inputs[i]->gesture != *gesture) return before;
            gesture = inputs[i]->gesture;
            before = Place{at.lane, at.frame, static_cast<std::uint32_t>(i)};
        }
        // The frame before that has inputs, on this lane or one that it came from.
        const Lane* lane = &recording_.lanes[at.lane];
        const auto first_here = std::ranges::lower_bound(lane->inputs, at.frame, {}, &Input::frame);
        if (first_here != lane->inputs.begin()) {
            at.frame = std::prev(first_here)->frame;
        } else if (lane->fork && at.frame > lane->fork->frame) {
            at = *lane->fork;
            continue;
        } else if (lane->fork) {
            at.lane = lane->fork->lane;
            const std::vector<Input>& older = recording_.lanes[at.lane].inputs;
            const auto first = std::ranges::lower_bound(older, at.frame, {}, &Input::frame);
            if (first == older.begin()) {
                if (!recording_.lanes[at.lane].fork) return before;
                continue;
            }
            at.frame = std::prev(first)->frame;
        } else {
            return before;
        }
        at.inputs = static_cast<std::uint32_t>(recording_.inputs_at(at.lane, at.frame).size());
    }
}

bool History::can_undo() const {
    return before_last_gesture().has_value();
}

bool History::undo() {
    const std::optional<Place> before = before_last_gesture();
    if (!before) return false;
    undone_.push_back(place_);
    seek(*before);
    return true;
}

bool History::redo() {
    if (undone_.empty()) return false;
    const Place to = undone_.back();
    undone_.pop_back();
    seek(to);
    return true;
}

std::vector<Mark> History::marks(std::uint32_t lane, std::uint64_t from, std::uint64_t to) const {
    std::vector<Mark> found;
    const Lane& one = recording_.lanes[lane];
    if (one.fork && from <= one.fork->frame)
        found = marks(one.fork->lane, from, std::min(to, one.fork->frame));
    const auto first = std::ranges::lower_bound(one.marks, from, {}, &Mark::frame);
    const auto last = std::ranges::upper_bound(one.marks, to, {}, &Mark::frame);
    for (auto mark = first; mark < last; ++mark)
        found.push_back(*mark);
    return found;
}

}  // namespace toibox::replay
