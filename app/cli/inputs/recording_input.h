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

/// Reads a recording. Prints errors: I/O (exit 4) or content (exit 3). For a damaged recording, returns the
/// readable part without a warning; the caller reports the damage.
Result<replay::RecoveredRecording, ReportedError> load_damaged_recording(const std::string& path,
                                                                         const Console& console);
/// Like load_damaged_recording, but also warns about damage, even with --quiet.
Result<replay::RecoveredRecording, ReportedError> load_recording(const std::string& path,
                                                                 const Console& console);

/// The error text if a recording cannot be written to `output`, because it is standard output (not seekable)
/// or the input file; otherwise empty.
std::string recording_output_error(const NamedPath& input, const std::string& output);

/// Prints "warning: …" on standard error, even with --quiet. For results that are incomplete or unreliable.
void warn(const Console& console, const std::string& message);

/// Why this program cannot replay a recording.
struct ReplayError {
    std::string reason;                    ///< "it was recorded by …"
    scene::Diagnostics scene_errors = {};  ///< If the reason is that the scene cannot be read.
};
/// The scene of a recording at its first frame. Prints nothing.
Result<std::unique_ptr<SceneSimulation>, ReplayError> start_simulation(const replay::Recording& recording,
                                                                       int threads);
/// Like start_simulation, but prints why the recording cannot be replayed (exit 3).
Result<std::unique_ptr<SceneSimulation>, ReportedError> start_recorded_simulation(
    const std::string& path, const replay::Recording& recording, int threads, const Console& console);

}  // namespace toibox::app
