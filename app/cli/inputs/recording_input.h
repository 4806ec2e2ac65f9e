// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include "app/cli/base/console.h"
#include "app/cli/base/output_paths.h"
#include "app/cli/inputs/scene_input.h"
#include "app/session/scene_simulation.h"

#include <memory>
#include <string>

namespace toibox::app {

/// Reads a recording. Errors are printed: I/O (exit 4) or content (exit 3). Of a damaged recording it returns
/// the readable part without a warning; the caller reports the damage.
Result<replay::RecoveredRecording, ReportedError> load_damaged_recording(const std::string& path,
                                                                         const Console& console);
/// The same, but also warns about damage, even with --quiet.
Result<replay::RecoveredRecording, ReportedError> load_recording(const std::string& path,
                                                                 const Console& console);

/// Why a recording cannot be written to `output`: standard output is not seekable, and the input must not be
/// overwritten. Empty if nothing is wrong.
std::string recording_output_error(const NamedPath& input, const std::string& output);

/// Prints "warning: …" on standard error, even with --quiet: the result is incomplete or not to be trusted.
void warn(const Console& console, const std::string& message);

/// Why a recording cannot be replayed here.
struct ReplayError {
    std::string reason;  ///< "it was recorded by …"
    scene::Diagnostics scene_errors = {};
};
/// The scene of a recording at its first frame. Prints nothing.
Result<std::unique_ptr<SceneSimulation>, ReplayError> start_simulation(const replay::Recording& recording,
                                                                       int threads);
/// The same, but prints why it cannot be replayed (exit 3).
Result<std::unique_ptr<SceneSimulation>, ReportedError> start_recorded_simulation(
    const std::string& path, const replay::Recording& recording, int threads, const Console& console);

}  // namespace toibox::app
