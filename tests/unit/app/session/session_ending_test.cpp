// SPDX-License-Identifier: MIT
// How playback ends: at the duration of the scene, at its first verdict, never, or with a restart.
#include "app/session/session.h"
#include "tests/support/temporary_folder.h"

#include <fstream>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A bullet that tunnels through a wall in step 2 and through another in step 5; one second long.
class SessionEnding : public testing::Test {
protected:
    void open(const std::string& ending) {
        const std::string path = folder_.file("ending.toi.json");
        std::ofstream(path) << R"({"toibox": 1, )" << ending << R"(
            "world": {"gravity": [0, 0], "step": 0.1, "duration": 1, "continuous": "off"},
            "bodies": [{"id": "ball", "velocity": [20, 0], "shapes": [{"type": "circle", "radius": 0.05}]},
                       {"id": "wall", "type": "static", "position": [3, 0],
                        "repeat": {"count": 2, "step": [6, 0]},
                        "shapes": [{"type": "box", "size": [0.05, 4]}]}]})";
        const auto opened = session_.open(path);
        ASSERT_TRUE(opened) << scene::format(opened.error());
        session_.set_playing(true);
    }
    /// Plays for `seconds` of real time and returns the number of the step reached.
    std::int64_t play(double seconds) {
        for (double t = 0.0; t < seconds; t += 0.05)
            session_.tick(0.05);
        return session_.run().steps();
    }

    test::TemporaryFolder folder_;
    Session session_;
};

TEST_F(SessionEnding, PausesAtTheEndOfTheDuration) {
    open("");
    EXPECT_EQ(play(0.9), 9);
    EXPECT_TRUE(session_.is_playing());
    EXPECT_EQ(play(5.0), 10);
    EXPECT_FALSE(session_.is_playing());
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::AtEnd);
    session_.set_playing(true);
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::None);
    EXPECT_GT(play(1.0), 15) << "the user may go on";
}

TEST_F(SessionEnding, PausesAtTheFirstVerdict) {
    open(R"("ending": "verdict",)");
    EXPECT_EQ(play(5.0), 2);
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::AtVerdict);
    ASSERT_EQ(session_.run().verdicts().size(), 1u);
    session_.set_playing(true);
    EXPECT_EQ(play(5.0), 10) << "the second verdict does not pause";
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::AtEnd);
    session_.restart();
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::None);
    session_.set_playing(true);
    EXPECT_EQ(play(5.0), 2);
}

// A replay pauses where the run did, but does not end before the recording.
TEST_F(SessionEnding, AReplayPausesAtTheVerdictOnly) {
    open(R"("ending": "verdict",)");
    EXPECT_EQ(play(5.0), 2);
    session_.set_playing(true);
    EXPECT_EQ(play(5.0), 10);
    session_.set_playing(true);
    EXPECT_EQ(play(0.5), 15);
    const std::string path = folder_.file("a.toirec");
    ASSERT_TRUE(session_.start_recording(path));
    ASSERT_TRUE(session_.stop_recording());
    ASSERT_TRUE(session_.open_recording(path));
    session_.set_playing(true);
    EXPECT_EQ(play(5.0), 2);
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::AtVerdict);
    session_.set_playing(true);
    EXPECT_EQ(play(5.0), 15);
    EXPECT_TRUE(session_.at_recorded_end());
}

TEST_F(SessionEnding, KnowsThatTheScriptPaused) {
    open(R"("timeline": [{"at": 0.3, "do": "pause", "text": "Look"},
                         {"at": 0.5, "do": "slow_motion", "factor": 0.25, "for": 0.2}],)");
    EXPECT_DOUBLE_EQ(session_.shown_seconds(), 0.1);
    EXPECT_EQ(play(5.0), 3);
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::ByScript);
    EXPECT_EQ(session_.take_message(), "Look");
    session_.set_playing(true);
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::None);
    EXPECT_EQ(play(0.2), 5);
    EXPECT_DOUBLE_EQ(session_.shown_seconds(), 0.4);
}

TEST_F(SessionEnding, StepsBeyondTheEnd) {
    open("");
    for (int i = 0; i < 12; ++i)
        session_.step_once();
    EXPECT_EQ(session_.run().steps(), 12);
    EXPECT_EQ(session_.pause_reason(), Session::PauseReason::None);
}

TEST_F(SessionEnding, RestartsInALoop) {
    open(R"("ending": "loop",)");
    EXPECT_EQ(play(0.9), 9);
    const std::int64_t step = play(1.4);
    EXPECT_LT(step, 9) << "it started anew";
    EXPECT_TRUE(session_.is_playing());
    EXPECT_EQ(session_.history().recording().branches.size(), 1u);
}

TEST_F(SessionEnding, MayNeverEnd) {
    open(R"("ending": "never",)");
    EXPECT_GT(play(3.0), 20);
    EXPECT_TRUE(session_.is_playing());
}

}  // namespace
}  // namespace toibox::app
