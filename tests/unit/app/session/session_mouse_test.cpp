// SPDX-License-Identifier: MIT
// The mouse in a session: grabbing, moving and selecting bodies.
#include "app/session/session.h"
#include "app/session/sleep_counts.h"
#include "tests/unit/app/session/bullet_scene_session.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using SessionMouse = BulletSceneSession;

constexpr double step_seconds = 1.0 / 60.0;
/// Slightly longer than a step, so that rounding leaves no tick without a step.
constexpr double tick_seconds = 1.001 * step_seconds;

TEST_F(SessionMouse, MousePullsWithASpringWhilePlaying) {
    open();
    ASSERT_TRUE(session_.set_parameter("speed", 0.0));
    session_.set_playing(true);
    session_.grab({-1.9f, 0.0f});
    ASSERT_TRUE(session_.is_dragging());
    EXPECT_EQ(session_.world().joints().size(), 1u);
    EXPECT_EQ(session_.selection().body, body("ball"));
    session_.drag({-1.4f, 0.5f});
    for (int i = 0; i < 120; ++i)
        session_.tick(tick_seconds);
    EXPECT_NEAR(value("ball.x"), -1.4, 0.02);
    EXPECT_NEAR(value("ball.y"), 0.5, 0.02);
    session_.release();
    EXPECT_FALSE(session_.is_dragging());
    EXPECT_TRUE(session_.world().joints().empty());
}

TEST_F(SessionMouse, MouseIgnoresStaticBodiesAndEmptySpaceWhilePlaying) {
    open();
    session_.set_playing(true);
    session_.grab({0.0f, 1.0f});
    EXPECT_FALSE(session_.is_dragging());
    session_.grab({1.0f, 1.0f});
    EXPECT_FALSE(session_.is_dragging());
    session_.drag({2.0f, 2.0f});
    EXPECT_EQ(session_.take_message(), "");
}

TEST_F(SessionMouse, MouseMovesAnyBodyWhilePaused) {
    open();
    session_.grab({-1.88f, 0.01f});
    session_.drag({-0.88f, 0.51f});
    EXPECT_NEAR(value("ball.x"), -0.9, 1e-6);
    EXPECT_NEAR(value("ball.y"), 0.5, 1e-6);
    EXPECT_EQ(value("ball.vx"), 200.0);
    session_.grab({0.0f, 1.5f});
    session_.drag({0.25f, 1.5f});
    EXPECT_NEAR(value("wall.x"), 0.25, 1e-6);
    session_.release();
    EXPECT_TRUE(session_.world().joints().empty());
}

TEST_F(SessionMouse, AClickWithoutMotionChangesNothing) {
    open();
    const std::uint64_t hash = session_.world().hash();
    session_.grab({-1.9f, 0.0f});
    session_.drag({-1.9f, 0.0f});
    session_.release();
    EXPECT_EQ(session_.world().hash(), hash);
}

TEST_F(SessionMouse, PausingWhileDraggingRemovesTheSpring) {
    open();
    ASSERT_TRUE(session_.set_parameter("speed", 0.0));
    session_.grab({-1.9f, 0.0f});
    EXPECT_TRUE(session_.world().joints().empty());
    session_.set_playing(true);
    EXPECT_EQ(session_.world().joints().size(), 1u);
    session_.set_playing(false);
    EXPECT_TRUE(session_.world().joints().empty());
    EXPECT_TRUE(session_.is_dragging());
    session_.restart();
    EXPECT_FALSE(session_.is_dragging());
}

TEST_F(SessionMouse, ClickingSelectsABodyAndItsClosestPair) {
    open();
    // The body "far" is 3 m above the ball; the wall is closer.
    session_.select_at({-1.9f, 0.0f});
    EXPECT_EQ(session_.selection().body, body("ball"));
    ASSERT_TRUE(session_.selection().has_pair());
    EXPECT_EQ(session_.world().find(session_.selection().shape_a)->body, body("ball"));
    EXPECT_EQ(session_.world().find(session_.selection().shape_b)->body, body("wall"));
    session_.select_at({1.0f, 1.0f});
    EXPECT_TRUE(session_.selection().body.is_null());
    EXPECT_FALSE(session_.selection().has_pair());
}

TEST_F(SessionMouse, ThePairOfAClickedBodyFollowsItsNeighbours) {
    // The ball is moved next to the body "far", which becomes its closest neighbour. A pair that was chosen
    // by select_pair does not change.
    open();
    session_.select_at({-1.9f, 0.0f});
    const ShapeHandle ball = session_.selection().shape_a;
    const ShapeHandle wall = session_.selection().shape_b;
    session_.submit(command::SetTransform{body("ball"), {-2.2f, 3.0f}, 0.0f});
    EXPECT_EQ(session_.selection().shape_b, wall);
    session_.refresh_pair();
    EXPECT_EQ(session_.world().find(session_.selection().shape_b)->body, body("far"));
    session_.select_pair(ball, wall);
    session_.refresh_pair();
    EXPECT_EQ(session_.selection().shape_b, wall);
}

TEST_F(SessionMouse, ASelectionSurvivesARestartButNotAnotherScene) {
    open();
    session_.select_at({-1.9f, 0.0f});
    session_.step_once();
    session_.restart();
    EXPECT_EQ(session_.selection().body, body("ball"));
    folder_.write("other.toi.json", test::bullet_scene());
    ASSERT_TRUE(session_.open(folder_.file("other.toi.json")));
    EXPECT_TRUE(session_.selection().body.is_null());
}

TEST_F(SessionMouse, MouseWakesSleepingBodies) {
    // The body "far" rests without gravity. The mouse pulls the body while playing, and moves it while
    // paused.
    open();
    ASSERT_TRUE(session_.set_parameter("speed", 0.0));
    WorldSettings settings = session_.settings();
    settings.sleeping = true;
    ASSERT_TRUE(session_.change_settings(settings));
    const auto falls_asleep_after_restart = [&] {
        session_.restart();
        for (int i = 0; i < 60; ++i)
            session_.step_once();
        return is_asleep(session_.world(), session_.world().find(body("far"))->shapes()[0]);
    };
    ASSERT_TRUE(falls_asleep_after_restart());
    session_.set_playing(true);
    session_.grab({-1.9f, 3.0f});
    session_.drag({-1.4f, 3.0f});
    for (int i = 0; i < 60; ++i)
        session_.tick(tick_seconds);
    EXPECT_NEAR(value("far.x"), -1.4, 0.05);
    session_.release();
    session_.set_playing(false);
    ASSERT_TRUE(falls_asleep_after_restart());
    session_.grab({-1.9f, 3.0f});
    session_.drag({-1.4f, 3.5f});
    EXPECT_NEAR(value("far.y"), 3.5, 1e-6);
    session_.release();
    EXPECT_FALSE(is_asleep(session_.world(), session_.world().find(body("far"))->shapes()[0]));
}

}  // namespace
}  // namespace toibox::app
