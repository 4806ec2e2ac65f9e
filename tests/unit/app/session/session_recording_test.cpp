// SPDX-License-Identifier: MIT
// Writing, opening and playing recordings in a session.
#include "tests/unit/app/session/scripted_session.h"

#include <cstdio>
#include <filesystem>

namespace toibox::app {
namespace {

class SessionRecording : public test::ScriptedSession {};

TEST_F(SessionRecording, KeepsPastBranchesAndBookmarks) {
    steps(20);
    drag();
    session_.add_bookmark("here");
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    steps(30);
    session_.go_to(25);
    session_.begin_gesture();
    session_.submit(command::ApplyImpulse{.body = body("b"), .impulse = {3, 0}});
    steps(20);
    const std::uint64_t branch_hash = hash();
    ASSERT_TRUE(session_.stop_recording());

    Session reopened;
    const auto opened = reopened.open_recording(folder_.file("a.toirec"));
    ASSERT_TRUE(opened) << opened.error();
    EXPECT_TRUE(reopened.is_replay());
    EXPECT_EQ(reopened.take_message(), "");
    EXPECT_EQ(reopened.history().recording().branches.size(), 2u);
    ASSERT_EQ(reopened.history().recording().bookmarks.size(), 1u);
    reopened.go_to(1, 45);
    EXPECT_EQ(reopened.world().hash(), branch_hash);
    // Playback pauses at the end of the recording. The next step is simulated.
    reopened.go_to(0, 0);
    reopened.set_playing(true);
    for (int i = 0; i < 200 && reopened.is_playing(); ++i)
        reopened.tick(1.0 / 60.0);
    EXPECT_FALSE(reopened.is_playing());
    EXPECT_EQ(reopened.history().frame(), 80u);
    EXPECT_FALSE(reopened.history().divergence());
    reopened.step_once();
    EXPECT_EQ(reopened.history().end(), 81u);
}

// The window opens scenes by absolute paths. A recording stores only the file name and the text of the scene.
TEST_F(SessionRecording, StoresNoAbsolutePath) {
    steps(3);
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    ASSERT_TRUE(session_.stop_recording());
    EXPECT_EQ(replay::read_recording(folder_.file("a.toirec"))->recording.source.path, "scripted.toi.json");
    EXPECT_EQ(
        folder_.read("a.toirec").find(std::filesystem::path(folder_.file("a.toirec")).parent_path().string()),
        std::string::npos);
}

// After a restart, the session continues on a new branch, beyond the end of the recorded branch.
TEST_F(SessionRecording, OnlyTheRecordedBranchPausesAtItsEnd) {
    steps(10);
    drag();
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    ASSERT_TRUE(session_.stop_recording());
    Session reopened;
    ASSERT_TRUE(reopened.open_recording(folder_.file("a.toirec")));
    reopened.restart();
    reopened.set_playing(true);
    for (int i = 0; i < 100; ++i)
        reopened.tick(1.0 / 60.0);
    EXPECT_TRUE(reopened.is_playing());
    EXPECT_EQ(reopened.take_message(), "");
    // go_to_next_event stops at the end of the recorded branch.
    reopened.go_to(0, 0);
    const std::uint64_t end = reopened.history().end();
    while (reopened.go_to_next_event())
        ASSERT_LE(reopened.history().frame(), end);
    EXPECT_EQ(reopened.history().frame(), end);
    EXPECT_EQ(reopened.history().end(), end);
}

TEST_F(SessionRecording, OpensTheIntactPartOfADamagedRecording) {
    steps(60);
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    steps(60);
    ASSERT_TRUE(session_.stop_recording());
    const std::string path = folder_.file("a.toirec");
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 60);
    Session reopened;
    ASSERT_TRUE(reopened.open_recording(path));
    EXPECT_NE(reopened.take_message().find("dropped"), std::string::npos);
    reopened.go_to(reopened.history().end());
    EXPECT_FALSE(reopened.history().divergence());
}

TEST_F(SessionRecording, OpeningASceneEndsTheRecordingWithAMessage) {
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    steps(5);
    ASSERT_TRUE(session_.open(folder_.file("scripted.toi.json")));
    EXPECT_FALSE(session_.is_recording());
    EXPECT_NE(session_.take_message().find("a.toirec"), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(folder_.file("a.toirec")));
}

TEST_F(SessionRecording, RejectsAnInvalidRecordingWithoutAnyChange) {
    steps(3);
    const std::uint64_t initial_hash = hash();
    folder_.write("broken.toirec", "\x89TOI not");
    const auto opened = session_.open_recording(folder_.file("broken.toirec"));
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().find("broken.toirec"), std::string::npos);
    EXPECT_EQ(hash(), initial_hash);
    EXPECT_FALSE(session_.start_recording("/nonexistent/a.toirec"));
    EXPECT_FALSE(session_.is_recording());
}

}  // namespace
}  // namespace toibox::app
