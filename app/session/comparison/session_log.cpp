// SPDX-License-Identifier: MIT
#include "app/session/comparison/session_log.h"

#include "app/session/scene_simulation.h"

namespace toibox::app {

namespace {

const SceneSimulation& scene_simulation(const replay::History& history) {
    return static_cast<const SceneSimulation&>(history.simulation());
}

}  // namespace

PositionKey key_of(const replay::Recording& recording, const replay::HistoryPosition& position) {
    const replay::HistoryPosition oldest = recording.on_oldest_branch(position);
    return {oldest.branch, oldest.frame, oldest.inputs};
}

replay::HistoryPosition position_before(const replay::Recording& recording,
                                        const replay::HistoryPosition& position) {
    if (position.inputs > 0) return {position.branch, position.frame, position.inputs - 1};
    const std::size_t inputs = recording.input_count(position.branch, position.frame - 1);
    return {position.branch, position.frame - 1, static_cast<std::uint32_t>(inputs)};
}

namespace {

/// Calls add(position after the input, what it created) for each input of a frame that has an outcome.
template <class Add>
void for_each_input(const replay::Recording& recording, replay::HistoryPosition at,
                    const std::vector<CommandOutcome>& outcomes, Add&& add) {
    auto outcome = outcomes.begin();
    at.inputs = 0;
    for (const replay::Input* input : recording.inputs_at(at.branch, at.frame)) {
        ++at.inputs;
        const bool is_command = std::holds_alternative<Command>(input->what);
        if (is_command && outcome == outcomes.end()) return;
        add(at, is_command ? *outcome++ : CommandOutcome{});
    }
}

}  // namespace

void SessionLog::add_frame(const replay::History& history) {
    const replay::Recording& recording = history.recording();
    const replay::HistoryPosition at = history.position();
    const SceneSimulation& simulation = scene_simulation(history);
    const auto before = entries_.find(key_of(recording, {at.branch, at.frame - 1, 0}));
    const double time_before = before != entries_.end() ? before->second.time : 0.0;
    for_each_input(recording, {at.branch, at.frame - 1, 0}, simulation.outcomes_before_step(),
                   [&](const replay::HistoryPosition& after, const CommandOutcome& created) {
                       entries_[key_of(recording, after)] = {time_before, created};
                   });
    entries_[key_of(recording, {at.branch, at.frame, 0})] = {simulation.run().time(), {}};
}

void SessionLog::add_inputs(const replay::History& history) {
    const replay::Recording& recording = history.recording();
    const SceneSimulation& simulation = scene_simulation(history);
    for_each_input(recording, history.position(), simulation.outcomes(),
                   [&](const replay::HistoryPosition& after, const CommandOutcome& created) {
                       entries_[key_of(recording, after)] = {simulation.run().time(), created};
                   });
}

void SessionLog::repeat(const replay::History& history) {
    const replay::HistoryPosition to = history.position();
    auto start = restart_recorded_scene(history.recording().source);
    if (!start) return;
    auto repeated = replay::History::resume(std::make_unique<SceneSimulation>(std::move(start->run)),
                                            history.recording(), 0);
    repeated.seek({to.branch, 0, 0});
    while (repeated.frame() < to.frame && !repeated.step().failed())
        add_frame(repeated);
    repeated.seek(to);
    add_inputs(repeated);
}

const SessionLog::Entry* SessionLog::find(const PositionKey& key) const {
    const auto found = entries_.find(key);
    return found != entries_.end() ? &found->second : nullptr;
}

}  // namespace toibox::app
