// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include "app/session/scene_simulation.h"
#include "tests/cli/run_cli.h"
#include "tests/support/temporary_folder.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace toibox::app::testing_support {

constexpr const char* card_house = TOIBOX_SOURCE_DIR "/scenes/show/44b-card-house.toi.json";

/// Makes recordings in a temporary folder.
class RecordingCommand : public testing::Test {
protected:
    /// Records a scene to a file in the folder. Returns the path of the recording.
    const std::string& recorded(const char* name, std::vector<const char*> options = {},
                                const std::string& scene = card_house) {
        paths_.push_back(folder_.file(name));
        std::vector<const char*> arguments{"record", scene.c_str(), "-o", paths_.back().c_str()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_FALSE(std::filesystem::exists(paths_.back() + ".part"));
        return paths_.back();
    }
    /// Copies a recording and flips one bit at `relative_position` (0 to 1). Returns the path of the copy.
    std::string damaged(const std::string& path, double relative_position) {
        std::string bytes = folder_.read(std::filesystem::path(path).filename().string());
        bytes[static_cast<std::size_t>(relative_position * static_cast<double>(bytes.size()))] ^= 0x10;
        folder_.write("damaged.toirec", bytes);
        return folder_.file("damaged.toirec");
    }
    std::string scene(const char* name, const std::string& text) {
        folder_.write(name, text);
        return folder_.file(name);
    }
    /// Copies a recording, changed by `change`. Returns the path of the copy.
    std::string changed(const std::string& path, const char* name,
                        const std::function<void(replay::Recording&)>& change) {
        replay::Recording recording = replay::read_recording(path)->recording;
        change(recording);
        EXPECT_TRUE(replay::write_recording(folder_.file(name), recording));
        return folder_.file(name);
    }
    /// Copies a recording, continued by `play`. Returns the path of the copy.
    std::string played(const std::string& path, const char* name,
                       const std::function<void(replay::History&)>& play) {
        replay::Recording recording = replay::read_recording(path)->recording;
        auto simulation =
            std::make_unique<SceneSimulation>(std::move(restart_recorded_scene(recording.source)->run));
        auto history = replay::History::resume(std::move(simulation), std::move(recording));
        play(history);
        EXPECT_TRUE(replay::write_recording(folder_.file(name), history.recording()));
        return folder_.file(name);
    }

    test::TemporaryFolder folder_;
    std::deque<std::string> paths_;
};

/// A ball bounces between two walls in a world that pauses at each impact, so some steps have two frames.
inline const std::string bouncer = R"({"toibox": 1, "title": "to and fro",
  "world": {"gravity": [0, 0], "step": 0.01, "duration": 0.12, "continuous": "substep-at-impact",
            "stop_at_each_impact": true},
  "materials": {"bouncy": {"friction": 0, "restitution": 1}},
  "bodies": [
    {"id": "left", "type": "static", "position": [-1.5, 0], "shapes": [{"type": "box", "size": [1, 2], "material": "bouncy"}]},
    {"id": "right", "type": "static", "position": [1.5, 0], "shapes": [{"type": "box", "size": [1, 2], "material": "bouncy"}]},
    {"id": "ball", "position": [0, 0], "velocity": [50, 0],
     "shapes": [{"type": "circle", "radius": 0.1, "material": "bouncy"}]}]})";

/// A ball at the start, and a second ball that is spawned later.
inline const std::string latecomer = R"({"toibox": 1, "title": "late",
  "world": {"gravity": [0, -10], "step": 0.01, "duration": 0.6},
  "bodies": [{"id": "ball", "position": [0, 0], "shapes": [{"type": "circle", "radius": 0.5}]}],
  "timeline": [{"at": 0.05, "do": "spawn", "body": {"id": "late", "position": [3, 0], "velocity": [0.5, 0],
    "shapes": [{"type": "circle", "radius": 0.5}]}}]})";

}  // namespace toibox::app::testing_support
