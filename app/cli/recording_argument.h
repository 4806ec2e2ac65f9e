// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include "app/cli/console.h"
#include "app/cli/scene_argument.h"
#include "app/session/scene_simulation.h"

#include <memory>
#include <string>

namespace toibox::app {

/// Reads a recording. Tells what is wrong: I/O (exit 4) or content (exit 3); and what was lost of one that is
/// damaged, of which the rest is given.
Result<replay::ReadRecording, Refusal> load_recording(const std::string& path, const Console& console);

/// The scene of a recording at its first frame. Tells why there is none: content (exit 3).
Result<std::unique_ptr<SceneSimulation>, Refusal> start_recorded(const std::string& path,
                                                                 const replay::Recording& recording,
                                                                 int threads, const Console& console);

}  // namespace toibox::app
