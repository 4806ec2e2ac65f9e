// SPDX-License-Identifier: MIT
// Recordings that a session writes, opens again and plays.
#include "tests/unit/app/yard_session.h"

#include <cstdio>
#include <filesystem>

namespace toibox::app {
namespace {

class SessionRecording : public test::YardSession {};

TEST_F(SessionRecording, HoldsPastBranchesAndBookmarks) {
    steps(20);
    drag();
    session_.add_bookmark("here");
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    steps(30);
    session_.go_to(25);
    session_.begin_gesture();
    session_.submit(command::ApplyImpulse{.body = body("b"), .impulse = {3, 0}});
    steps(20);
    const std::uint64_t branch = hash();
    ASSERT_TRUE(session_.stop_recording());

    Session again;
    const auto opened = again.open_recording(folder_.file("a.toirec"));
    ASSERT_TRUE(opened) << opened.error();
    EXPECT_TRUE(again.is_replay());
    EXPECT_EQ(again.take_message(), "");
    EXPECT_EQ(again.history().recording().branches.size(), 2u);
    ASSERT_EQ(again.history().recording().bookmarks.size(), 1u);
    again.go_to(1, 45);
    EXPECT_EQ(again.world().hash(), branch);
    // And it plays: to its end, where it pauses, and then on, live.
    again.go_to(0, 0);
    again.play(true);
    for (int i = 0; i < 200 && again.playing(); ++i)
        again.tick(1.0 / 60.0);
    EXPECT_FALSE(again.playing());
    EXPECT_EQ(again.history().frame(), 80u);
    EXPECT_FALSE(again.history().divergence());
    again.step_once();
    EXPECT_EQ(again.history().end(), 81u);
}

/// The window opens scenes by absolute paths; a recording of one holds its name, and its text.
TEST_F(SessionRecording, HoldsNoAbsolutePath) {
    steps(3);
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    ASSERT_TRUE(session_.stop_recording());
    EXPECT_EQ(replay::read_recording(folder_.file("a.toirec"))->recording.source.path, "yard.toi.json");
    EXPECT_EQ(
        folder_.read("a.toirec").find(std::filesystem::path(folder_.file("a.toirec")).parent_path().string()),
        std::string::npos);
}

/// Restarted, it goes its own way, and its end is not that of the recording.
TEST_F(SessionRecording, OnlyTheRecordedBranchStopsAtItsEnd) {
    steps(10);
    drag();
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    ASSERT_TRUE(session_.stop_recording());
    Session again;
    ASSERT_TRUE(again.open_recording(folder_.file("a.toirec")));
    again.restart();
    again.play(true);
    for (int i = 0; i < 100; ++i)
        again.tick(1.0 / 60.0);
    EXPECT_TRUE(again.playing());
    EXPECT_EQ(again.take_message(), "");
    // To the last event, to the end, and not beyond.
    again.go_to(0, 0);
    const std::uint64_t end = again.history().end();
    while (again.go_to_next_event())
        ASSERT_LE(again.history().frame(), end);
    EXPECT_EQ(again.history().frame(), end);
    EXPECT_EQ(again.history().end(), end);
}

TEST_F(SessionRecording, OpensWhatIsLeftOfADamagedRecording) {
    steps(60);
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    steps(60);
    ASSERT_TRUE(session_.stop_recording());
    const std::string path = folder_.file("a.toirec");
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 60);
    Session again;
    ASSERT_TRUE(again.open_recording(path));
    EXPECT_NE(again.take_message().find("dropped"), std::string::npos);
    again.go_to(again.history().end());
    EXPECT_FALSE(again.history().divergence());
}

TEST_F(SessionRecording, AnotherSceneEndsTheRecordingAndSaysSo) {
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    steps(5);
    ASSERT_TRUE(session_.open(folder_.file("yard.toi.json")));
    EXPECT_FALSE(session_.recording());
    EXPECT_NE(session_.take_message().find("a.toirec"), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(folder_.file("a.toirec")));
}

TEST_F(SessionRecording, WhatIsNoRecordingIsRefusedAndNothingChanges) {
    steps(3);
    const std::uint64_t before = hash();
    folder_.write("broken.toirec", "\x89TOI not");
    const auto opened = session_.open_recording(folder_.file("broken.toirec"));
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().find("broken.toirec"), std::string::npos);
    EXPECT_EQ(hash(), before);
    EXPECT_FALSE(session_.start_recording("/nonexistent/a.toirec"));
    EXPECT_FALSE(session_.recording());
}

}  // namespace
}  // namespace toibox::app
