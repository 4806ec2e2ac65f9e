// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording.h"

#include "app/session/scene_simulation.h"

#include <cstdint>
#include <string>

namespace toibox::app {

// A recording counts frames, people count steps of the world: where one stops at each impact
// (stop_at_each_impact) it has a frame for each, and one for its end. A frame belongs to the step that it
// ends or is on the way to.

/// Whether each step is one frame: nothing on record makes the world stop at impacts.
bool frames_are_steps(const replay::Recording& recording);

/// How many steps the first lane has, as far as it can be told without a replay.
struct StepBounds {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
};
StepBounds step_bounds(const replay::Recording& recording);

/// The last whole step of a lane. Replays to its end if need be, from a copy of `start`.
std::int64_t last_step(const replay::Recording& recording, std::uint32_t branch,
                       const SceneSimulation& start);

/// The step that a frame belongs to. Leaves the history there.
std::int64_t step_of_frame(replay::History& history, std::uint32_t branch, std::uint64_t frame);

/// "step 6", or "step 6 (frame 7)" where the numbers are not the same.
std::string step_text(std::uint64_t step, std::uint64_t frame);

/// What came out otherwise when it was replayed: a sentence. Leaves the history there.
std::string divergence_text(replay::History& history);

}  // namespace toibox::app
