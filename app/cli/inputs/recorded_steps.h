// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording.h"

#include "app/session/scene_simulation.h"

#include <cstdint>
#include <string>

namespace toibox::app {

// Recordings number frames; users number steps of the world. A step that pauses at impacts
// (stop_at_each_impact) has a frame for each impact and one for the end of the step. A frame belongs to the
// step in which it was recorded.

/// Whether each step is one frame, because nothing in the recording can make the world pause at impacts. May
/// be false although the world never pauses: the text of the scene is only searched for the setting.
bool frames_are_steps(const replay::Recording& recording);

/// Bounds on the number of steps of the main branch, known without a replay.
struct StepBounds {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
};
StepBounds step_bounds(const replay::Recording& recording);

/// Number of the last complete step of a branch. If frames are not steps, replays a copy of `start` to the
/// end of the branch.
std::int64_t last_step(const replay::Recording& recording, std::uint32_t branch,
                       const SceneSimulation& start);

/// Number of the step that a frame belongs to. Leaves the history at that frame.
std::int64_t step_of_frame(replay::History& history, std::uint32_t branch, std::uint64_t frame);

/// "step 6", or "step 6 (frame 7)" if the numbers differ.
std::string step_text(std::uint64_t step, std::uint64_t frame);

/// The error text for the step in which a replay diverged. Leaves the history, of the same recording, at the
/// frame that diverged.
std::string divergence_text(replay::History& history, const replay::Divergence& divergence);

}  // namespace toibox::app
