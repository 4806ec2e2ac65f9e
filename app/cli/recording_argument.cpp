// SPDX-License-Identifier: MIT
#include "app/cli/recording_argument.h"

#include "app/cli/exit_code.h"

#include <fmt/format.h>
#include <utility>

namespace toibox::app {

Result<replay::ReadRecording, Refusal> load_with_damage(const std::string& path, const Console& console) {
    if (const std::optional<std::string> reason = unreadable(path)) {
        console.error(*reason);
        return Err{Refusal{ExitCode::io}};
    }
    auto read = replay::read_recording(path);
    if (!read) {
        const bool is_scene = !read.error().io && path.ends_with(".toi.json");
        console.error(fmt::format("cannot read {}: {}{}", path, read.error().message,
                                  is_scene ? "; for a scene: toibox run " + path : std::string()));
        return Err{Refusal{read.error().io ? ExitCode::io : ExitCode::bad_input}};
    }
    return std::move(*read);
}

Result<replay::ReadRecording, Refusal> load_recording(const std::string& path, const Console& console) {
    auto read = load_with_damage(path, console);
    if (read && !read->damage.none()) warn(console, path + ": " + replay::recovery_text(*read));
    return read;
}

std::string not_a_recording_file(const NamedPath& input, const std::string& output) {
    if (output == "-") return "a recording is written into a file: name one";
    return overwriting({input}, {{"--output", output}});
}

void warn(const Console& console, const std::string& message) {
    console.put(Console::Stream::Err,
                console.paint(Console::Stream::Err, Ink::Warning, "warning: ") + message);
}

Result<std::unique_ptr<SceneSimulation>, NoReplay> try_start(const replay::Recording& recording,
                                                             int threads) {
    if (std::string reason = why_not_replayed(recording); !reason.empty())
        return Err{NoReplay{std::move(reason)}};
    if (recording.source.scene.empty()) {
        return Err{
            NoReplay{"it holds a world without a scene, as a program of its own recorded it: replay it "
                     "there (toibox::replay)"}};
    }
    auto scene = start_again(recording.source);
    if (!scene) return Err{NoReplay{"this toibox does not read its scene", std::move(scene).error()}};
    auto simulation = std::make_unique<SceneSimulation>(std::move(scene->run));
    simulation->run().world().set_execution({.threads = threads});
    return simulation;
}

Result<std::unique_ptr<SceneSimulation>, Refusal> start_recorded(const std::string& path,
                                                                 const replay::Recording& recording,
                                                                 int threads, const Console& console) {
    auto started = try_start(recording, threads);
    if (started) return std::move(*started);
    console.error(fmt::format("cannot replay {}: {}", path, started.error().reason));
    tell(started.error().of_scene, console);
    return Err{Refusal{ExitCode::bad_input}};
}

}  // namespace toibox::app
