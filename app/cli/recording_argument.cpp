// SPDX-License-Identifier: MIT
#include "app/cli/recording_argument.h"

#include "app/cli/exit_code.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::app {

Result<replay::ReadRecording, Refusal> load_recording(const std::string& path, const Console& console) {
    if (const std::optional<std::string> reason = unreadable(path)) {
        console.error(*reason);
        return Err{Refusal{ExitCode::io}};
    }
    auto read = replay::read_recording(path);
    if (!read) {
        console.error(fmt::format("cannot read {}: {}", path, read.error().message));
        return Err{Refusal{read.error().io ? ExitCode::io : ExitCode::bad_input}};
    }
    if (!read->damage.none()) {
        console.say(console.paint(Console::Stream::Err, Ink::Warning, "warning: ") + path + ": " +
                    replay::recovery_text(*read));
    }
    return std::move(*read);
}

Result<std::unique_ptr<SceneSimulation>, Refusal> start_recorded(const std::string& path,
                                                                 const replay::Recording& recording,
                                                                 int threads, const Console& console) {
    if (const std::string reason = why_not_replayed(recording); !reason.empty()) {
        console.error(fmt::format("cannot replay {}: {}", path, reason));
        return Err{Refusal{ExitCode::bad_input}};
    }
    if (recording.source.scene.empty()) {
        console.error(
            fmt::format("cannot replay {}: it holds a world without a scene, as a program of its own "
                        "recorded it: replay it there (toibox::replay)",
                        path));
        return Err{Refusal{ExitCode::bad_input}};
    }
    auto scene = start_again(recording.source);
    if (!scene) {
        console.error(fmt::format("cannot replay {}: this toibox does not read its scene", path));
        tell(scene.error(), console);
        return Err{Refusal{ExitCode::bad_input}};
    }
    auto simulation = std::make_unique<SceneSimulation>(std::move(scene->run));
    simulation->run().world().set_execution({.threads = threads});
    return simulation;
}

}  // namespace toibox::app
