// SPDX-License-Identifier: MIT
#include "app/cli/inputs/recording_input.h"

#include "app/cli/base/exit_code.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::app {

Result<replay::RecoveredRecording, ReportedError> load_damaged_recording(const std::string& path,
                                                                         const Console& console) {
    if (const std::optional<std::string> reason = read_error(path)) {
        console.error(*reason);
        return Err{ReportedError{ExitCode::io}};
    }
    auto read = replay::read_recording(path);
    if (!read) {
        const bool is_scene = !read.error().io && path.ends_with(".toi.json");
        console.error(fmt::format("cannot read {}: {}{}", path, read.error().message,
                                  is_scene ? "; for a scene: toibox run " + path : std::string()));
        return Err{ReportedError{read.error().io ? ExitCode::io : ExitCode::bad_input}};
    }
    return std::move(*read);
}

Result<replay::RecoveredRecording, ReportedError> load_recording(const std::string& path,
                                                                 const Console& console) {
    auto read = load_damaged_recording(path, console);
    if (read && !read->damage.none()) warn(console, path + ": " + replay::recovery_text(*read));
    return read;
}

std::string recording_output_error(const NamedPath& input, const std::string& output) {
    if (output == "-") return "a recording cannot go to standard output: give a file name";
    return overwrite_conflict({input}, {{"--output", output}});
}

void warn(const Console& console, const std::string& message) {
    console.put(Console::Stream::Err,
                console.colorize(Console::Stream::Err, TextColor::Warning, "warning: ") + message);
}

Result<std::unique_ptr<SceneSimulation>, ReplayError> start_simulation(const replay::Recording& recording,
                                                                       int threads) {
    if (std::string reason = replay_incompatibility(recording); !reason.empty())
        return Err{ReplayError{std::move(reason)}};
    if (recording.source.scene.empty()) {
        return Err{
            ReplayError{"it was recorded without a scene by another program: replay it there "
                        "(toibox::replay)"}};
    }
    auto scene = restart_recorded_scene(recording.source);
    if (!scene) return Err{ReplayError{"this version cannot read its scene", std::move(scene).error()}};
    auto simulation = std::make_unique<SceneSimulation>(std::move(scene->run));
    simulation->run().world().set_execution({.threads = threads});
    return simulation;
}

Result<std::unique_ptr<SceneSimulation>, ReportedError> start_recorded_simulation(
    const std::string& path, const replay::Recording& recording, int threads, const Console& console) {
    auto started = start_simulation(recording, threads);
    if (started) return std::move(*started);
    console.error(fmt::format("cannot replay {}: {}", path, started.error().reason));
    print_diagnostics(started.error().scene_errors, console);
    return Err{ReportedError{ExitCode::bad_input}};
}

}  // namespace toibox::app
