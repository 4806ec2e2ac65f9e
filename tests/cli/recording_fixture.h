// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include "app/session/scene_simulation.h"
#include "tests/cli/run_cli.h"
#include "tests/unit/app/temporary_folder.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace toibox::app::testing_support {

constexpr const char* card_house = TOIBOX_SOURCE_DIR "/scenes/show/44b-card-house.toi.json";

/// A folder with recordings.
class RecordingCommand : public testing::Test {
protected:
    /// Records a scene into a file of this folder; its path.
    const std::string& recorded(const char* name, std::vector<const char*> more = {},
                                const std::string& scene = card_house) {
        paths_.push_back(folder_.file(name));
        std::vector<const char*> arguments{"record", scene.c_str(), "-o", paths_.back().c_str()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run_cli(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_FALSE(std::filesystem::exists(paths_.back() + ".part"));
        return paths_.back();
    }
    /// The file with one byte changed, `share` of the way through it.
    std::string damaged(const std::string& path, double share) {
        std::string bytes = folder_.read(std::filesystem::path(path).filename().string());
        bytes[static_cast<std::size_t>(share * static_cast<double>(bytes.size()))] ^= 0x10;
        folder_.write("damaged.toirec", bytes);
        return folder_.file("damaged.toirec");
    }
    std::string scene(const char* name, const std::string& text) {
        folder_.write(name, text);
        return folder_.file(name);
    }
    /// A copy of a recording in which something is otherwise.
    std::string changed(const std::string& path, const char* name,
                        const std::function<void(replay::Recording&)>& change) {
        replay::Recording recording = replay::read_recording(path)->recording;
        change(recording);
        EXPECT_TRUE(replay::write_recording(folder_.file(name), recording));
        return folder_.file(name);
    }
    /// A copy of a recording with which somebody went on.
    std::string played(const std::string& path, const char* name,
                       const std::function<void(replay::History&)>& play) {
        replay::Recording recording = replay::read_recording(path)->recording;
        auto start =
            std::make_unique<SceneSimulation>(std::move(restart_recorded_scene(recording.source)->run));
        auto history = replay::History::resume(std::move(start), std::move(recording));
        play(history);
        EXPECT_TRUE(replay::write_recording(folder_.file(name), history.recording()));
        return folder_.file(name);
    }

    test::TemporaryFolder folder_;
    std::deque<std::string> paths_;
};

/// A ball that flies to and fro between two walls, and stops at each: steps of one and of two frames. It is
/// at a wall in steps 4, 7, 11, 14 …
inline const std::string bouncer = R"({"toibox": 1, "title": "to and fro",
  "world": {"gravity": [0, 0], "step": 0.01, "duration": 0.12, "continuous": "substep-at-impact",
            "stop_at_each_impact": true},
  "materials": {"bouncy": {"friction": 0, "restitution": 1}},
  "bodies": [
    {"id": "left", "type": "static", "position": [-1.5, 0], "shapes": [{"type": "box", "size": [1, 2], "material": "bouncy"}]},
    {"id": "right", "type": "static", "position": [1.5, 0], "shapes": [{"type": "box", "size": [1, 2], "material": "bouncy"}]},
    {"id": "ball", "position": [0, 0], "velocity": [50, 0],
     "shapes": [{"type": "circle", "radius": 0.1, "material": "bouncy"}]}]})";

/// A ball, and another one that comes later.
inline const std::string latecomer = R"({"toibox": 1, "title": "late",
  "world": {"gravity": [0, -10], "step": 0.01, "duration": 0.6},
  "bodies": [{"id": "ball", "position": [0, 0], "shapes": [{"type": "circle", "radius": 0.5}]}],
  "timeline": [{"at": 0.05, "do": "spawn", "body": {"id": "late", "position": [3, 0], "velocity": [0.5, 0],
    "shapes": [{"type": "circle", "radius": 0.5}]}}]})";

}  // namespace toibox::app::testing_support
