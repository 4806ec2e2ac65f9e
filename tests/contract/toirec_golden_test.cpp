// SPDX-License-Identifier: MIT
// Reads and reproduces a committed recording, golden-1.toirec (1 is the format version). When sim_version is
// raised, write the recording again from the root of the project:
// TOIBOX_WRITE_GOLDEN=tests/contract/golden-1.toirec build/release/bin/contract_toirec_golden
// toirec_specification_test.cpp also holds for the new recording.
#include "toibox/geometry/hull.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/verify.h"

#include "app/session/scene_simulation.h"
#include "replay/chunk.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

constexpr const char* scene_text =
    R"({"toibox": 1, "title": "golden", "world": {"step": "1/60", "duration": 1, "solver": "soft-step"}, "bodies": [
      {"id": "floor", "type": "static", "shapes": [{"type": "box", "size": [20, 1]}]},
      {"id": "box", "position": [0, 1.2], "shapes": [{"type": "box", "size": [1, 1]}]},
      {"id": "ball", "position": [0.2, 3], "shapes": [{"type": "circle", "radius": 0.4}]},
      {"id": "crate", "position": [-6, 1], "angle": 0.01, "shapes": [{"type": "box", "size": [1, 1]}]},
      {"id": "keg", "position": [-6.1, 1.9], "velocity": [0.3, 0], "shapes": [{"type": "circle", "radius": 0.4}]}],
      "expect": [{"that": "box.y > 0.5", "at": 0.5}]})";

std::vector<std::byte> golden_bytes() {
    std::ifstream file(TOIBOX_GOLDEN_RECORDING, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A recording with two branches, bookmarks, keyframes and inputs of several kinds.
replay::Recording record() {
    const auto document = scene::Document::parse(scene_text, "golden.toi.json");
    const std::vector<scene::Document::Override> overrides{{"/world/gravity", "[0, -9]"}};
    auto run = scene::Run::start(*document->resolve("", overrides));
    const BodyHandle box = run->body("box");
    replay::History history(
        std::make_unique<app::SceneSimulation>(std::move(run).value()),
        app::make_recording(*document, "", overrides, 1.0 / 60.0, R"({"toibox":"golden"})"));
    history.record_keyframes(true);
    const auto advance = [&](int frames) {
        for (int i = 0; i < frames; ++i)
            history.step();
    };
    advance(3);
    history.begin_gesture();
    EXPECT_TRUE(history.apply(command::ApplyImpulse{box, {2, 1}, Vec2{0, 1.5f}, 0.25f}));
    advance(2);
    history.begin_gesture();
    EXPECT_TRUE(history.apply(command::CreateBody{
        .body = {.position = {-1, 4}, .bullet = true, .user_data = 77},
        .parts = {{make_regular_polygon(3, 0.5f), {.material = {.density = 2, .friction = 0.25f}}},
                  {Circle{{0, 0.25f}, 0.125f}, {.sensor = true}}}}));
    advance(5);
    history.begin_gesture();
    const auto mouse =
        history.apply(command::CreateJoint{MouseJointDef{.body = box, .point = {0, 1}, .target = {1, 2}}});
    EXPECT_TRUE(mouse);
    advance(1);
    EXPECT_TRUE(history.apply(command::SetMouseTarget{mouse->joint, {1.5f, 2.5f}}));
    advance(1);
    EXPECT_TRUE(history.apply(command::DestroyJoint{mouse->joint}));
    advance(10);
    history.add_bookmark("a mark");
    advance(8);
    history.seek(12);
    history.begin_gesture();
    WorldSettings settings = history.simulation().world().settings();
    settings.gravity = {1, -5};
    settings.solver = SolverKind::SequentialImpulses;
    EXPECT_TRUE(history.apply(command::SetSettings{settings}));
    history.set_step_seconds(1.0 / 120.0);
    advance(20);
    history.add_bookmark("on the branch");
    return history.recording();
}

TEST(GoldenRecording, CanBeRead) {
    if (const char* path = std::getenv("TOIBOX_WRITE_GOLDEN")) {
        ASSERT_TRUE(replay::write_recording(path, record()));
    }
    const auto read = replay::read_recording(golden_bytes());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->damage.none()) << read->damage.what;
    ASSERT_EQ(read->recording.branches.size(), 2u);
    EXPECT_EQ(read->recording.source.path, "golden.toi.json");
}

TEST(GoldenRecording, IsReproduced) {
    const auto read = replay::read_recording(golden_bytes());
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->recording.sim_version, sim_version)
        << "write the recording again (see the top of this file)";
    auto scene = app::restart_recorded_scene(read->recording.source);
    ASSERT_TRUE(scene) << scene::format(scene.error());
    const auto result =
        replay::verify(read->recording, std::make_unique<app::SceneSimulation>(std::move(scene->run)), 5,
                       [](std::uint64_t, std::uint64_t) { return true; });
    EXPECT_TRUE(result.holds());
    EXPECT_EQ(result.frames, 50u);
}

TEST(GoldenRecording, AnotherSimVersionIsReportedAsTheReason) {
    std::vector<std::byte> bytes = golden_bytes();
    replay::FileHeader header = *replay::read_header(bytes);
    header.sim_version = sim_version + 1;
    std::ranges::copy(replay::header_bytes(header), bytes.begin());
    const auto read = replay::read_recording(bytes);
    ASSERT_TRUE(read) << read.error().message;
    const std::string reason = app::replay_incompatibility(read->recording);
    EXPECT_NE(reason.find("sim_version " + std::to_string(sim_version + 1)), std::string::npos) << reason;
}

}  // namespace
}  // namespace toibox
