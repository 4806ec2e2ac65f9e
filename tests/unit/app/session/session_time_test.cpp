// SPDX-License-Identifier: MIT
// Seeking, undo and branches of a session. The tests use mouse drags, a script that spawns a body, changed
// settings, and steps that stop at each impact. See session_recording_test.cpp for recordings.
#include "tests/unit/app/session/scripted_session.h"

namespace toibox::app {
namespace {

class SessionTime : public test::ScriptedSession {};

// Compares the hash of every frame while stepping back, then plays forward again.
TEST_F(SessionTime, RewindReproducesEveryHash) {
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(20);
    drag();
    settings.gravity = {2, -9};
    ASSERT_TRUE(session_.change_settings(settings));
    steps(60);
    EXPECT_LT(session_.world().step_count(), session_.history().frame()) << "no step stopped at an impact";
    const replay::Recording& past = session_.history().recording();
    const std::uint64_t end = session_.history().end();
    const std::uint64_t last_hash = hash();
    for (std::uint64_t frame = end; frame-- > 0;) {
        session_.step_back();
        if (session_.history().position().inputs > 0) session_.step_back();
        ASSERT_EQ(session_.history().frame(), frame);
        ASSERT_EQ(hash(), past.hash(0, frame)) << frame;
    }
    session_.set_playing(true);
    while (session_.history().is_in_past() && session_.history().frame() < end)
        session_.tick(1.0 / 60.0);
    session_.go_to(end);
    EXPECT_EQ(hash(), last_hash);
    EXPECT_EQ(past.branches.size(), 1u);
    EXPECT_FALSE(session_.history().divergence());
}

TEST_F(SessionTime, ReportsTheStepThatLedToAFrame) {
    steps(40);
    std::vector<int> contacts;
    for (std::uint64_t frame = 1; frame <= 40; ++frame) {
        session_.go_to(frame);
        contacts.push_back(session_.last_report().contacts);
        ASSERT_NE(session_.previous_world(), nullptr);
        EXPECT_EQ(session_.previous_world()->hash(), session_.history().recording().hash(0, frame - 1));
    }
    session_.restart();
    for (std::uint64_t frame = 1; frame <= 40; ++frame) {
        session_.step_once();
        EXPECT_EQ(session_.last_report().contacts, contacts[frame - 1]);
    }
}

/// Start and end of each motion of a body in the last step.
std::vector<std::pair<Vec2d, Vec2d>> motions_of(const Session& session, BodyHandle body) {
    std::vector<std::pair<Vec2d, Vec2d>> motions;
    for (const MotionPart& part : session.last_motions()) {
        if (part.body == body) motions.emplace_back(part.sweep.c0, part.sweep.c1);
    }
    return motions;
}

// The fast ball hits a box: its motion has a corner. The same motions are known after a jump, while searches
// are recorded, and after a body was moved by hand.
TEST_F(SessionTime, KnowsTheMotionsOfTheLastStep) {
    EXPECT_TRUE(session_.last_motions().empty());
    const BodyHandle ball = body("c");
    std::uint64_t corner = 0;
    std::vector<std::vector<std::pair<Vec2d, Vec2d>>> played{{}};
    for (std::uint64_t frame = 1; frame <= 20; ++frame) {
        const Vec2 start = session_.world().find(ball)->center();
        session_.step_once();
        played.push_back(motions_of(session_, ball));
        ASSERT_FALSE(played.back().empty());
        EXPECT_EQ(played.back().front().first, widen(start));
        EXPECT_EQ(played.back().back().second, widen(session_.world().find(ball)->center()));
        if (played.back().size() > 1) corner = frame;
    }
    EXPECT_GT(corner, 0u) << "no motion had a corner";
    session_.set_record_searches(true);
    for (const std::uint64_t frame : {corner, std::uint64_t{20}, std::uint64_t{1}}) {
        session_.go_to(frame);
        EXPECT_EQ(motions_of(session_, ball), played[frame]) << frame;
        ASSERT_NE(session_.previous_world(), nullptr);
    }
    session_.submit(command::SetPosition{ball, {0.0f, 9.0f}});
    EXPECT_EQ(motions_of(session_, ball), played[1]);
    session_.restart();
    EXPECT_TRUE(session_.last_motions().empty());
}

TEST_F(SessionTime, SeekingKeepsTheSelection) {
    session_.select_body(body("b"));
    steps(50);
    session_.go_to(10);
    EXPECT_EQ(session_.selection().body, body("b"));
}

TEST_F(SessionTime, SeekingRestoresAnnotations) {
    steps(45);
    EXPECT_EQ(session_.annotations().size(), 1u);
    session_.go_to(20);
    EXPECT_TRUE(session_.annotations().empty());
    session_.go_to(40);
    EXPECT_EQ(session_.annotations().size(), 1u);
}

TEST_F(SessionTime, AnInputInThePastStartsABranch) {
    steps(60);
    const std::uint64_t last_hash = hash();
    session_.go_to(30);
    session_.begin_gesture();
    session_.submit(command::ApplyImpulse{.body = body("b"), .impulse = {3, 0}});
    ASSERT_EQ(session_.history().recording().branches.size(), 2u);
    steps(30);
    EXPECT_NE(hash(), last_hash);
    session_.go_to(0, 60);
    EXPECT_EQ(hash(), last_hash);
    session_.go_to(1, 60);
    EXPECT_NE(hash(), last_hash);
}

TEST_F(SessionTime, UndoRevertsADragAndRedoRepeatsIt) {
    steps(10);
    const std::uint64_t hash_before = hash();
    drag();
    steps(5);
    const std::uint64_t hash_after = hash();
    ASSERT_TRUE(session_.undo());
    EXPECT_EQ(hash(), hash_before);
    ASSERT_TRUE(session_.redo());
    EXPECT_EQ(hash(), hash_after);
    EXPECT_FALSE(session_.redo());
}

TEST_F(SessionTime, UndoneInputStaysUndone) {
    Session untouched;
    ASSERT_TRUE(untouched.open(folder_.file("scripted.toi.json")));
    for (int i = 0; i < 40; ++i)
        untouched.step_once();
    steps(10);
    drag();
    ASSERT_TRUE(session_.undo());
    steps(30);
    EXPECT_EQ(hash(), untouched.world().hash());
    EXPECT_EQ(session_.history().recording().branches.size(), 2u);
    ASSERT_TRUE(session_.redo());
    EXPECT_EQ(session_.history().position().branch, 0u);
}

// Looking at the frames after an undo does not discard them.
TEST_F(SessionTime, UndoneBranchCanBeViewed) {
    steps(20);
    session_.begin_gesture();
    session_.submit(command::ApplyImpulse{.body = body("a"), .impulse = {3, 0}});
    steps(20);
    const std::uint64_t last_hash = hash();
    ASSERT_TRUE(session_.undo());
    ASSERT_EQ(session_.history().frame(), 20u);
    session_.go_to(21);
    session_.go_to(40);
    EXPECT_EQ(hash(), last_hash);
    EXPECT_EQ(session_.history().recording().branches.size(), 1u);
}

TEST_F(SessionTime, RestartDoesNotRestoreUndoneSettings) {
    WorldSettings settings = session_.settings();
    settings.gravity = {0, -1};
    session_.begin_gesture();
    ASSERT_TRUE(session_.change_settings(settings));
    ASSERT_TRUE(session_.undo());
    session_.restart();
    EXPECT_EQ(session_.settings().gravity, session_.scene_settings().gravity);
}

TEST_F(SessionTime, SeekingRestartsTheCounters) {
    steps(30);
    session_.go_to(10);
    EXPECT_EQ(session_.counters_since_step(), 9);
    const auto once = session_.statistics().gjk().calls.tally.calls;
    steps(20);  // only some steps run GJK
    EXPECT_GT(session_.statistics().gjk().calls.tally.calls, once);
    session_.go_to(10);
    EXPECT_EQ(session_.statistics().gjk().calls.tally.calls, once);
    session_.restart();
    EXPECT_EQ(session_.counters_since_step(), 0);
    EXPECT_EQ(session_.statistics().gjk().calls.tally.calls, 0u);
}

// The TOI tab lets steps record their searches. Then the world before the step is not kept.
TEST_F(SessionTime, CountersStartAtTheSameStepWithRecordedSearches) {
    session_.set_record_searches(true);
    steps(30);
    session_.go_to(10);
    EXPECT_EQ(session_.counters_since_step(), 9);
    session_.go_to(0);
    EXPECT_EQ(session_.counters_since_step(), 0);
}

TEST_F(SessionTime, GoToStepLandsOnCompleteSteps) {
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    while (session_.run().steps() < 60)
        session_.step_once();
    ASSERT_GT(session_.history().end(), 60u);
    for (const std::int64_t step : {60, 1, 30}) {
        session_.go_to_step(step);
        EXPECT_EQ(session_.run().steps(), step);
        EXPECT_FALSE(session_.world().state().progress.paused);
    }
    session_.go_to_step(1000);
    EXPECT_EQ(session_.history().frame(), session_.history().end());
}

TEST_F(SessionTime, RestartLeavesTheUsersInputOnTheOldBranch) {
    const std::uint64_t initial_hash = hash();
    steps(10);
    session_.begin_gesture();
    session_.submit(command::ApplyImpulse{.body = body("b"), .impulse = {3, 0}});
    steps(20);
    const std::uint64_t pushed_hash = hash();
    session_.restart();
    EXPECT_EQ(hash(), initial_hash);
    steps(30);
    EXPECT_NE(hash(), pushed_hash);
    session_.go_to(0, 30);
    EXPECT_EQ(hash(), pushed_hash);
}

TEST_F(SessionTime, RestartWithoutInputCreatesNoBranch) {
    WorldSettings settings = session_.settings();
    settings.gravity = {0, -3};
    ASSERT_TRUE(session_.change_settings(settings));
    steps(10);
    session_.restart();
    EXPECT_EQ(session_.settings().gravity, (Vec2{0, -3}));
    session_.restart();
    EXPECT_EQ(session_.history().recording().branches.size(), 1u);
}

TEST_F(SessionTime, SeekingRestoresSettings) {
    steps(10);
    WorldSettings settings = session_.settings();
    settings.gravity = {1, 1};
    ASSERT_TRUE(session_.change_settings(settings));
    session_.set_hertz(120);
    steps(10);
    session_.go_to(5);
    EXPECT_EQ(session_.settings().gravity, session_.scene_settings().gravity);
    EXPECT_DOUBLE_EQ(session_.hertz(), 60.0);
    session_.go_to(15);
    EXPECT_EQ(session_.settings().gravity, (Vec2{1, 1}));
    EXPECT_DOUBLE_EQ(session_.hertz(), 120.0);
}

TEST_F(SessionTime, NextEventStopsAtTouchEvents) {
    ASSERT_TRUE(session_.go_to_next_event());
    const std::uint64_t first_frame = session_.history().frame();
    ASSERT_TRUE(session_.go_to_next_event());
    const std::uint64_t second_frame = session_.history().frame();
    EXPECT_GT(second_frame, first_frame);
    session_.go_to(0);
    ASSERT_TRUE(session_.go_to_next_event());
    EXPECT_EQ(session_.history().frame(), first_frame);
}

TEST_F(SessionTime, RewindRunsAtTheSpeedOfPlay) {
    steps(60);
    for (int i = 0; i < 30; ++i)
        session_.rewind(1.0 / 60.0);
    EXPECT_NEAR(static_cast<double>(session_.history().frame()), 30.0, 1.0);
    for (int i = 0; i < 60; ++i)
        session_.rewind(1.0 / 60.0);
    EXPECT_EQ(session_.history().frame(), 0u);
}

TEST_F(SessionTime, PlayRepeatsTheLoop) {
    std::vector<std::uint64_t> hashes{hash()};
    for (int i = 0; i < 60; ++i) {
        steps(1);
        hashes.push_back(hash());
    }
    session_.set_loop(60, 40);  // frame 60 is the end; without the loop, playback would continue live
    ASSERT_TRUE(session_.loop().has_value());
    session_.set_playing(true);
    int loops = 0;
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t previous_frame = session_.history().frame();
        session_.tick(1.0 / 60.0);
        const std::uint64_t frame = session_.history().frame();
        ASSERT_EQ(frame, previous_frame == 60 ? 40 : previous_frame + 1);
        ASSERT_EQ(hash(), hashes[frame]);
        loops += previous_frame == 60 ? 1 : 0;
    }
    EXPECT_GE(loops, 4);
    EXPECT_EQ(session_.history().end(), 60u);
    EXPECT_TRUE(session_.is_playing());

    // Playback that starts after the end of the loop continues as if there were no loop.
    session_.set_loop(10, 20);
    session_.go_to(30);
    session_.set_playing(true);
    session_.tick(1.0 / 60.0);
    EXPECT_EQ(session_.history().frame(), 31u);
    session_.go_to(20);
    session_.set_playing(true);
    session_.tick(1.0);
    EXPECT_EQ(session_.history().frame(), 10u) << "jumps at most once per tick";

    // A change at the end of the history creates no branch, but ends the loop.
    session_.set_loop(40, 60);
    session_.go_to(60);
    session_.submit(command::ApplyImpulse{.body = body("a"), .impulse = {0.1f, 0}});
    EXPECT_FALSE(session_.loop().has_value());
    session_.step_once();
    EXPECT_EQ(session_.history().end(), 61u);
    session_.set_loop(10, 20);

    // An input in the past starts a branch and ends the loop.
    session_.go_to(50);
    drag();
    EXPECT_EQ(session_.history().position().branch, 1u);
    EXPECT_FALSE(session_.loop().has_value());
    EXPECT_GT(session_.history().end(), 60u);

    session_.set_loop(7, 7);
    EXPECT_FALSE(session_.loop().has_value()) << "the loop is empty";
    session_.set_loop(10, 1'000'000);
    EXPECT_EQ(session_.loop()->to, session_.history().end());
    session_.end_loop();
    EXPECT_FALSE(session_.loop().has_value());
}

}  // namespace
}  // namespace toibox::app
