// SPDX-License-Identifier: MIT
#include "app/cli/inputs/recorded_steps.h"

#include "toibox/replay/recording_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace toibox::app {

namespace {

/// The world stored in a keyframe; nullopt if it cannot be read.
std::optional<World> world_of(const replay::StoredKeyframe& keyframe) {
    const Result<replay::KeyframeState, std::string> stored = replay::unpack(keyframe);
    if (!stored) return std::nullopt;
    Result<World, StateError> world = read_state(stored->world);
    if (!world) return std::nullopt;
    return std::move(*world);
}

bool enables_stop_at_each_impact(const replay::Input& input) {
    const auto* given = std::get_if<Command>(&input.what);
    const auto* change = given != nullptr ? std::get_if<command::SetSettings>(given) : nullptr;
    return change != nullptr && change->settings.stop_at_each_impact;
}

/// Whether the name of the setting occurs in the text of the scene (with variants and script) or in an
/// override.
bool mentions_stop_at_each_impact(const replay::Source& source) {
    constexpr std::string_view key = "stop_at_each_impact";
    const auto mentions = [key](const std::string& text) { return text.find(key) != std::string::npos; };
    return mentions(source.scene) || std::ranges::any_of(source.overrides, [&](const auto& change) {
               return mentions(change.first) || mentions(change.second);
           });
}

}  // namespace

bool frames_are_steps(const replay::Recording& recording) {
    if (recording.source.scene.empty()) {
        const std::vector<replay::StoredKeyframe>& keyframes = recording.branches.front().keyframes;
        const auto start = keyframes.empty() ? std::nullopt : world_of(keyframes.front());
        if (!start || start->settings().stop_at_each_impact) return false;
    }
    return !mentions_stop_at_each_impact(recording.source) &&
           std::ranges::none_of(recording.branches, [](const replay::Branch& branch) {
               return std::ranges::any_of(branch.inputs, enables_stop_at_each_impact);
           });
}

StepBounds step_bounds(const replay::Recording& recording) {
    const replay::Branch& branch = recording.branches.front();
    if (frames_are_steps(recording)) return {branch.end(), branch.end()};
    const std::optional<World> last =
        branch.keyframes.empty() ? std::nullopt : world_of(branch.keyframes.back());
    if (!last) return {0, branch.end()};
    const std::uint64_t min_steps = last->step_count();
    return {min_steps, min_steps + branch.end() - branch.keyframes.back().frame};
}

std::int64_t last_step(const replay::Recording& recording, std::uint32_t branch,
                       const SceneSimulation& start) {
    const std::uint64_t frames = recording.branches[branch].end();
    if (frames_are_steps(recording)) return static_cast<std::int64_t>(frames);
    constexpr std::size_t no_states_in_memory = 0;
    replay::History history = replay::History::resume(start.clone(), recording, no_states_in_memory);
    history.seek(branch, frames);
    return run_of(history.simulation()).steps();
}

std::int64_t step_of_frame(replay::History& history, std::uint32_t branch, std::uint64_t frame) {
    std::int64_t step = 0;
    if (frame > 0) {
        history.seek({branch, frame - 1, 0});
        step = run_of(history.simulation()).steps() + 1;
    }
    history.seek({branch, frame, 0});
    return step;
}

std::string step_text(std::uint64_t step, std::uint64_t frame) {
    return step == frame ? fmt::format("step {}", step) : fmt::format("step {} (frame {})", step, frame);
}

std::string divergence_text(replay::History& history, const replay::Divergence& divergence) {
    const auto step = static_cast<std::uint64_t>(step_of_frame(history, divergence.branch, divergence.frame));
    return fmt::format("{} differs from the recording: run `toibox verify` for details",
                       step_text(step, divergence.frame));
}

}  // namespace toibox::app
