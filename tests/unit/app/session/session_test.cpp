// SPDX-License-Identifier: MIT
#include "app/session/session.h"

#include "tests/unit/app/session/bullet_scene_session.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr double dt = 1.0 / 60.0;

TEST_F(BulletSceneSession, OpensAtStateZeroAndPaused) {
    EXPECT_FALSE(session_.is_open());
    open();
    EXPECT_TRUE(session_.is_open());
    EXPECT_EQ(session_.run().steps(), 0);
    EXPECT_FALSE(session_.is_playing());
    EXPECT_EQ(session_.tick(1.0), 0);
    EXPECT_DOUBLE_EQ(session_.hertz(), 60.0);
}

TEST_F(BulletSceneSession, ASceneWithoutTitleHasTheNameOfItsFile) {
    open();
    EXPECT_EQ(session_.title(), "Bullet");
    folder_.write("plain.toi.json", R"({"toibox": 1, "bodies": []})");
    ASSERT_TRUE(session_.open(folder_.file("plain.toi.json")));
    EXPECT_EQ(session_.title(), "plain.toi.json");
}

TEST_F(BulletSceneSession, KeepsTheSceneWhenAnotherIsBroken) {
    open();
    session_.step_once();
    const std::uint64_t hash = session_.world().hash();
    folder_.write("broken.toi.json", R"({"toibox": 1, "title": "Broken", "bodys": []})");
    const auto opened = session_.open(folder_.file("broken.toi.json"));
    ASSERT_FALSE(opened);
    EXPECT_NE(scene::format(opened.error()).find("bodys"), std::string::npos);
    EXPECT_FALSE(session_.open(folder_.file("missing.toi.json")));
    EXPECT_EQ(session_.document().path(), path_);
    EXPECT_EQ(session_.run().steps(), 1);
    EXPECT_EQ(session_.world().hash(), hash);
}

TEST_F(BulletSceneSession, KeepsTheSceneWhenTheFileBreaksOnDisk) {
    open();
    session_.step_once();
    const std::uint64_t hash = session_.world().hash();
    folder_.write("bullet.toi.json", "{\"toibox\": 1,");
    EXPECT_FALSE(session_.reload());
    EXPECT_EQ(session_.world().hash(), hash);
}

TEST_F(BulletSceneSession, StepsMatchARunWithoutASession) {
    open();
    auto run = scene::Run::start(*session_.document().resolve());
    ASSERT_TRUE(run);
    for (int i = 0; i < 20; ++i) {
        session_.step_once();
        run->step();
    }
    EXPECT_EQ(session_.world().hash(), run->world().hash());
    EXPECT_EQ(session_.run().time(), run->time());
}

TEST_F(BulletSceneSession, RestartResetsTheStateAndKeepsTheUsersSettings) {
    open();
    const std::uint64_t initial_hash = session_.world().hash();
    session_.step_once();
    EXPECT_GT(value("ball.x"), 0.0);  // the ball tunnelled
    EXPECT_EQ(value("world.tunnelled"), 1.0);
    session_.restart();
    EXPECT_EQ(session_.world().hash(), initial_hash);
    EXPECT_EQ(session_.run().steps(), 0);

    ASSERT_TRUE(session_.change_settings(with_continuous()));
    session_.set_hertz(120.0);
    session_.restart();
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(session_.hertz(), 120.0);
    for (int i = 0; i < 60; ++i)
        session_.step_once();
    EXPECT_LT(value("ball.x"), 0.0);
    EXPECT_EQ(value("world.tunnelled"), 0.0);
}

TEST_F(BulletSceneSession, AVariantClearsTheUsersSettings) {
    open();
    WorldSettings settings = session_.settings();
    settings.warm_starting = false;
    ASSERT_TRUE(session_.change_settings(settings));
    session_.set_hertz(30.0);
    ASSERT_TRUE(session_.choose_variant("toi"));
    EXPECT_TRUE(session_.settings().warm_starting);
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_DOUBLE_EQ(session_.hertz(), 60.0);
    EXPECT_FALSE(session_.choose_variant("no such variant"));
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::SubstepAtImpact);
}

TEST_F(BulletSceneSession, ResetRestoresTheScenesSettings) {
    open();
    ASSERT_TRUE(session_.change_settings(with_continuous()));
    session_.set_hertz(30.0);
    session_.reset_settings();
    EXPECT_EQ(session_.settings(), session_.scene_settings());
    session_.restart();
    EXPECT_EQ(session_.settings(), session_.scene_settings());
    EXPECT_DOUBLE_EQ(session_.hertz(), 60.0);
}

TEST_F(BulletSceneSession, RejectsSettingsOutOfRange) {
    open();
    WorldSettings settings = session_.settings();
    settings.velocity_iterations = -1;
    const auto changed = session_.change_settings(settings);
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().field, "velocity_iterations");
    EXPECT_EQ(session_.settings(), session_.scene_settings());
}

TEST_F(BulletSceneSession, AParameterRestartsAndKeepsTheUsersSettings) {
    // The user changed the policy; the parameter changes the iterations. Both changes must apply.
    open();
    ASSERT_TRUE(session_.change_settings(with_continuous()));
    session_.set_hertz(240.0);
    session_.step_once();
    ASSERT_TRUE(session_.set_parameter("iterations", 20.0));
    EXPECT_EQ(session_.run().steps(), 0);
    EXPECT_EQ(session_.settings().velocity_iterations, 20);
    EXPECT_EQ(session_.settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(session_.hertz(), 240.0);
    // A second value replaces the first. Small values keep their digits.
    ASSERT_TRUE(session_.set_parameter("speed", 1e-7));
    EXPECT_EQ(static_cast<float>(value("ball.vx")), 1e-7f);
    EXPECT_EQ(session_.settings().velocity_iterations, 20);
    EXPECT_FALSE(session_.set_parameter("no such parameter", 1.0));
}

TEST_F(BulletSceneSession, TickRunsDueSteps) {
    open();
    session_.set_playing(true);
    EXPECT_EQ(session_.tick(0.5 * dt), 0);
    EXPECT_EQ(session_.tick(0.6 * dt), 1);
    // 0.1 of a step is left over, so after two more step lengths, 2.1 steps are due.
    EXPECT_EQ(session_.tick(2.0 * dt), 2);
    EXPECT_EQ(session_.run().steps(), 3);
}

TEST_F(BulletSceneSession, TickLimitsStepsAndDropsTheRemainder) {
    open();
    session_.set_playing(true);
    EXPECT_EQ(session_.tick(10.0), 8);
    EXPECT_EQ(session_.tick(0.5 * dt), 0);
}

TEST_F(BulletSceneSession, SpeedScalesTimeButNotTheStep) {
    open();
    session_.set_speed(0.25);
    session_.set_playing(true);
    int steps = 0;
    for (int frame = 0; frame < 40; ++frame)
        steps += session_.tick(1.001 * dt);
    EXPECT_EQ(steps, 10);
    EXPECT_NEAR(session_.run().time(), 10.0 * dt, 1e-12);
    EXPECT_NEAR(session_.real_time_factor().value_or(0.0), 0.25, 0.02);
    session_.set_speed(1e9);
    EXPECT_EQ(session_.speed(), 8.0);
    session_.set_speed(0.0);
    EXPECT_EQ(session_.speed(), 1.0 / 64.0);
    session_.set_hertz(1.0);
    EXPECT_EQ(session_.hertz(), 5.0);
}

// Only playback has a real-time factor, and a jump or a pause starts a new measurement.
TEST_F(BulletSceneSession, RealTimeFactorIsMeasuredOnlyDuringPlayback) {
    open();
    EXPECT_FALSE(session_.real_time_factor());
    session_.step_once();
    EXPECT_FALSE(session_.real_time_factor());
    session_.set_playing(true);
    EXPECT_FALSE(session_.real_time_factor());
    session_.tick(2.0 * dt);
    EXPECT_NEAR(session_.real_time_factor().value_or(0.0), 1.0, 1e-9);
    session_.restart();
    EXPECT_TRUE(session_.is_playing());
    EXPECT_FALSE(session_.real_time_factor());
    session_.tick(2.0 * dt);
    session_.set_playing(false);
    EXPECT_FALSE(session_.real_time_factor());
    session_.set_speed(0.5);
    session_.set_playing(true);
    session_.tick(4.0 * dt);
    EXPECT_NEAR(session_.real_time_factor().value_or(0.0), 0.5, 1e-9);
}

TEST_F(BulletSceneSession, PresentationEventsAtTimeZeroApplyBeforeTheFirstStep) {
    open(R"([
      {"at": 0, "do": "annotate", "on": "ball", "text": "fast", "for": 0.02},
      {"at": 0, "do": "slow_motion", "factor": 0.5, "for": 0.03},
      {"at": "1/60", "do": "camera", "center": [1, 2], "height": 3},
      {"at": "3/60", "do": "pause", "text": "look"}
    ])");
    ASSERT_EQ(session_.annotations().size(), 1u);
    EXPECT_EQ(session_.annotations()[0].text, "fast");
    EXPECT_EQ(session_.effective_speed(), 0.5);
    EXPECT_FALSE(session_.take_camera_request());
    session_.set_playing(true);
    EXPECT_EQ(session_.tick(dt), 0);
    EXPECT_EQ(session_.tick(1.001 * dt), 1);
    EXPECT_EQ(session_.annotations().size(), 1u);  // shown once, not twice
    session_.tick(2.0 * dt);
    EXPECT_EQ(session_.run().steps(), 2);
    EXPECT_TRUE(session_.annotations().empty());
    EXPECT_EQ(session_.effective_speed(), 1.0);
    const auto camera = session_.take_camera_request();
    ASSERT_TRUE(camera);
    EXPECT_EQ(camera->to.height, 3.0f);
    EXPECT_DOUBLE_EQ(camera->start_time, dt);
    // Playback pauses at the step of the pause event and drops the steps that are still due.
    EXPECT_EQ(session_.tick(6.0 * dt), 1);
    EXPECT_EQ(session_.run().steps(), 3);
    EXPECT_FALSE(session_.is_playing());
    EXPECT_EQ(session_.take_message(), "look");
    EXPECT_EQ(session_.take_message(), "");
    session_.restart();
    EXPECT_EQ(session_.annotations().size(), 1u);
    EXPECT_EQ(session_.effective_speed(), 0.5);
    session_.set_speed(1.0);
    EXPECT_EQ(session_.effective_speed(), 1.0) << "a speed that the user chooses is in force at once";
}

TEST_F(BulletSceneSession, StatisticsCoverTheTimeSinceTheRestart) {
    open();
    ASSERT_TRUE(session_.choose_variant("toi"));
    session_.step_once();
    EXPECT_EQ(session_.statistics().impacts(), 1);
    EXPECT_GE(session_.statistics().outer().calls.tally.calls, 1u);
    EXPECT_GE(session_.statistics().toi().hit, 1u);
    const WorstPair worst = session_.statistics().outer().calls.worst_pair;
    EXPECT_EQ(session_.statistics().outer().worst_frame.frame, 1u);
    session_.select_pair(worst.a, worst.b);
    EXPECT_TRUE(session_.selection().has_pair());
    session_.restart();
    EXPECT_EQ(session_.statistics().impacts(), 0);
    EXPECT_EQ(session_.statistics().outer().calls.tally.calls, 0u);
}

TEST_F(BulletSceneSession, AnInvalidCommandShowsAMessageAndChangesNothing) {
    open();
    const std::uint64_t hash = session_.world().hash();
    session_.submit(command::SetVelocity{.body = body("ball"), .linear = Vec2{std::nanf(""), 0.0f}});
    EXPECT_NE(session_.take_message(), "");
    EXPECT_EQ(session_.world().hash(), hash);
}

TEST_F(BulletSceneSession, AFailedStepPausesAndNamesTheBody) {
    // 1.8e14 m per step: after a few steps the ball is outside the largest possible world (1e15 m).
    open(R"([{"at": "1/60", "do": "set_velocity", "on": "ball", "velocity": [9e14, 0]}])");
    session_.set_hertz(5.0);
    session_.set_playing(true);
    std::string message;
    for (int i = 0; i < 20 && message.empty(); ++i) {
        session_.tick(0.2001);
        message = session_.take_message();
    }
    EXPECT_FALSE(session_.is_playing());
    EXPECT_NE(message.find("\"ball\""), std::string::npos) << message;
    EXPECT_TRUE(std::isfinite(value("ball.x")));
}

TEST_F(BulletSceneSession, ExecutionSettingsPersistAndDoNotChangeResults) {
    open();
    ASSERT_TRUE(session_.choose_variant("toi"));
    WorldSettings settings = session_.settings();
    settings.solver = SolverKind::SoftStep;
    ASSERT_TRUE(session_.change_settings(settings));
    const auto hash_after = [&] {
        session_.restart();
        for (int i = 0; i < 30; ++i)
            session_.step_once();
        return session_.world().hash();
    };
    const std::uint64_t expected_hash = hash_after();
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        session_.set_execution({.threads = 2, .isa = isa});
        EXPECT_EQ(session_.world().execution(), session_.execution());
        EXPECT_TRUE(is_available(session_.execution().isa));
        EXPECT_EQ(hash_after(), expected_hash) << to_string(isa);
        EXPECT_EQ(session_.world().execution().threads, 2) << "a restart keeps the execution settings";
    }
    folder_.write("other.toi.json", test::bullet_scene());
    ASSERT_TRUE(session_.open(folder_.file("other.toi.json")));
    EXPECT_EQ(session_.world().execution().threads, 2) << "another scene keeps the execution settings";
    session_.set_execution({.threads = 1000});
    EXPECT_EQ(session_.execution().threads, max_threads);
    session_.set_execution({.threads = 0});
    EXPECT_EQ(session_.execution().threads, 1);
}

/// The ball travels 1.825 m at 200 m/s to the impact, in a step of 1/60 s.
TEST_F(BulletSceneSession, MarksKnowTheSimulationTimeOfTheirEvent) {
    open();
    ASSERT_TRUE(session_.choose_variant("toi"));
    const auto seconds_of = [&](replay::MarkKind kind) {
        for (const replay::Mark& mark : session_.history().marks(0, 0, session_.history().end()))
            if (mark.kind == kind) return mark.seconds.value_or(-1.0);
        return -1.0;
    };
    session_.step_once();
    EXPECT_NEAR(seconds_of(replay::MarkKind::Impact), 1.825 / 200.0, 1e-4);
    EXPECT_NEAR(seconds_of(replay::MarkKind::Stopped), 1.825 / 200.0, 1e-4);
    // A step that has stopped at the impact is not complete, and the time of the world is that of its start.
    ASSERT_TRUE(session_.choose_variant("toi"));
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    session_.step_once();
    ASSERT_EQ(session_.run().time(), 0.0);
    EXPECT_NEAR(seconds_of(replay::MarkKind::Impact), 1.825 / 200.0, 1e-4);
}

}  // namespace
}  // namespace toibox::app
