// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include "app/cli/console.h"
#include "app/cli/output_paths.h"
#include "app/cli/scene_argument.h"
#include "app/session/scene_simulation.h"

#include <memory>
#include <string>

namespace toibox::app {

/// Reads a recording. Tells what is wrong: I/O (exit 4) or content (exit 3). Of a damaged one the rest is
/// given, for callers that tell of the damage.
Result<replay::RecoveredRecording, ReportedError> load_damaged_recording(const std::string& path,
                                                                         const Console& console);
/// The same, and warns of what was lost, quiet or not.
Result<replay::RecoveredRecording, ReportedError> load_recording(const std::string& path,
                                                                 const Console& console);

/// Why a recording is not written to `output`: standard output cannot be gone back in, and what is read is
/// not to be written over. A sentence; empty if nothing is wrong.
std::string recording_output_error(const NamedPath& input, const std::string& output);

/// "warning: …" on standard error, quiet or not: an answer that is not the whole one, or not to be trusted.
void warn(const Console& console, const std::string& message);

/// Why a recording cannot be replayed here.
struct ReplayError {
    std::string reason;  ///< "it was recorded by …"
    scene::Diagnostics scene_errors = {};
};
Result<std::unique_ptr<SceneSimulation>, ReplayError> start_simulation(const replay::Recording& recording,
                                                                       int threads);
/// The scene of a recording at its first frame. Tells why there is none: content (exit 3).
Result<std::unique_ptr<SceneSimulation>, ReportedError> start_recorded_simulation(
    const std::string& path, const replay::Recording& recording, int threads, const Console& console);

}  // namespace toibox::app
