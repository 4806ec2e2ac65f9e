// SPDX-License-Identifier: MIT
// Panes in lockstep. The oracle is always a session of its own that gets the same inputs.
#include "app/session/comparison/comparison.h"

#include "tests/unit/app/session/compared_variants.h"

namespace toibox::app {
namespace {

TEST_F(ComparisonOfVariants, EachPaneEqualsItsVariantAlone) {
    const std::vector<std::string> variants{"toi", "impulses", "tree"};
    compare(variants);
    EXPECT_EQ(comparison_.size(), 4u);
    steps(120);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        Session alone;
        open_alone(alone, variants[i]);
        for (int step = 0; step < 120; ++step)
            alone.step_once();
        EXPECT_EQ(hash(i + 1), alone.world().hash()) << variants[i];
        EXPECT_EQ(comparison_.pane(i + 1).run().steps(), 120) << variants[i];
    }
    EXPECT_NE(hash(0), hash(1));
}

TEST_F(ComparisonOfVariants, InputsReachEachPaneAtTheSameStep) {
    compare({"toi", "tree"});
    steps(5);
    push(session_, "b", {30, 0});
    steps(5);
    push(session_, "ball", {0, 20});
    session_.submit(command::SetPosition{session_.run().body("a"), {-2.0f, 0.6f}});
    steps(30);
    for (const std::size_t pane : {1u, 2u}) {
        Session alone;
        open_alone(alone, comparison_.setup(pane).variant);
        for (int step = 0; step < 40; ++step) {
            if (step == 5) push(alone, "b", {30, 0});
            if (step == 10) {
                push(alone, "ball", {0, 20});
                alone.submit(command::SetPosition{alone.run().body("a"), {-2.0f, 0.6f}});
            }
            alone.step_once();
        }
        EXPECT_EQ(hash(pane), alone.world().hash()) << pane;
    }
}

// What the user sets applies to every pane; what the variants set differently stays different.
TEST_F(ComparisonOfVariants, UserSettingsApplyToAllPanes) {
    compare({"toi", "tree"});
    WorldSettings settings = session_.settings();
    settings.substeps = 7;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(1);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).settings().substeps, 7) << pane;
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(comparison_.pane(2).settings().gravity.y, -5.0f);

    settings.continuous = ContinuousPolicy::StopAtImpact;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(1);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).settings().continuous, ContinuousPolicy::StopAtImpact) << pane;
    session_.reset_settings();
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);
    EXPECT_EQ(comparison_.pane(1).settings().substeps, 4);
}

// The rope breaks in pane 2, so that the spring of the mouse takes its place there and has another handle.
TEST_F(ComparisonOfVariants, MouseSpringPullsInEveryPane) {
    compare({"torn", "toi"});
    steps(3);
    ASSERT_EQ(session_.world().joints().size(), 1u);
    ASSERT_TRUE(comparison_.pane(1).world().joints().empty());
    session_.set_playing(true);
    session_.grab(position_of(session_, "b"));
    for (int i = 0; i < 30; ++i) {
        session_.drag({0.1f * static_cast<float>(i), 5.0f});
        session_.tick(1.001 / 60.0);
        ASSERT_TRUE(comparison_.update());
    }
    EXPECT_EQ(session_.world().joints().size(), 2u);
    EXPECT_EQ(comparison_.pane(1).world().joints().size(), 1u);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_GT(position_of(comparison_.pane(pane), "b").y, 3.0f) << pane;
    session_.release();
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(session_.world().joints().size(), 1u);
    EXPECT_TRUE(comparison_.pane(1).world().joints().empty());
    EXPECT_EQ(comparison_.pane(2).world().joints().size(), 1u);
}

// The ball flew through the wall in pane 1 and stands before it in pane 2, where it is grabbed while paused.
TEST_F(ComparisonOfVariants, BodiesCanBeGrabbedInAnyPane) {
    compare({"toi"});
    steps(10);
    const Vec2 ball = position_of(comparison_.pane(1), "ball");
    ASSERT_GT(position_of(session_, "ball").x, ball.x + 1.0f);
    comparison_.grab(1, ball + Vec2{0.05f, 0.0f});
    EXPECT_EQ(session_.run().id_of(session_.selection().body), "ball");
    session_.drag({1.05f, 5.0f});
    session_.release();
    ASSERT_TRUE(comparison_.update());
    for (const std::size_t pane : {0u, 1u}) {
        EXPECT_NEAR(position_of(comparison_.pane(pane), "ball").x, 1.0f, 1e-5f) << pane;
        EXPECT_NEAR(position_of(comparison_.pane(pane), "ball").y, 5.0f, 1e-5f) << pane;
    }
    comparison_.grab(1, {-20.0f, 20.0f});
    EXPECT_TRUE(session_.selection().body.is_null());
    EXPECT_FALSE(session_.is_dragging());
}

TEST_F(ComparisonOfVariants, PanesWithOtherStepsShowTheLastStateAtTheSharedTime) {
    compare({"fine", "coarse"});
    for (int i = 1; i <= 120; ++i) {
        steps(1);
        ASSERT_EQ(comparison_.pane(1).run().steps(), 2 * i);
        ASSERT_EQ(comparison_.pane(2).run().steps(), i * 25 / 60);
    }
    EXPECT_NEAR(time(0), time(1), 1e-9);
    EXPECT_LE(time(2), time(0));
    // A step length that the user sets applies to every pane.
    session_.set_hertz(30.0);
    steps(1);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).hertz(), 30.0) << pane;
}

// Each impact is a frame of its own, in some panes and not in others.
TEST_F(ComparisonOfVariants, StopsAtImpactsDoNotMakePanesDrift) {
    compare({"toi", "impulses"});
    WorldSettings settings = session_.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(session_.change_settings(settings));
    steps(60);
    EXPECT_GT(comparison_.pane(1).history().frame(), 60u);
    for (const std::size_t pane : {0u, 1u, 2u})
        EXPECT_EQ(comparison_.pane(pane).run().steps(), 60) << pane;
    // The leader stops at impacts, and the second pane never does.
    ASSERT_TRUE(session_.choose_variant("toi"));
    comparison_.stop();
    compare({"", "impulses"});
    ASSERT_TRUE(session_.change_settings(settings));
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    ASSERT_TRUE(session_.change_settings(settings));
    while (session_.run().steps() < 60) {
        steps(1);
        for (const std::size_t pane : {1u, 2u})
            ASSERT_EQ(comparison_.pane(pane).run().steps(), session_.run().steps()) << pane;
    }
    EXPECT_GT(session_.history().frame(), 60u);
}

TEST_F(ComparisonOfVariants, PanesFollowJumpsUndoAndBranches) {
    compare({"toi"});
    steps(10);
    const std::uint64_t at_10 = hash(1);
    push(session_, "b", {30, 0});
    steps(20);
    const std::uint64_t pushed = hash(1);

    session_.go_to(10);
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), at_10);
    session_.go_to(30);
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), pushed);

    ASSERT_TRUE(session_.undo());
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), at_10);
    steps(20);
    Session alone;
    open_alone(alone, "toi");
    for (int step = 0; step < 30; ++step)
        alone.step_once();
    EXPECT_EQ(hash(1), alone.world().hash());
    EXPECT_NE(hash(1), pushed);

    session_.go_to(0, 30);
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), pushed);
    session_.restart();
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(comparison_.pane(1).run().steps(), 0);
    steps(30);
    EXPECT_EQ(hash(1), alone.world().hash());
}

// A comparison may start at any time: the panes repeat what happened until then.
TEST_F(ComparisonOfVariants, StartsInTheMiddleOfARun) {
    for (int i = 0; i < 7; ++i)
        session_.step_once();
    push(session_, "b", {30, 0});
    for (int i = 0; i < 7; ++i)
        session_.step_once();
    push(session_, "a", {0, 40});
    compare({"tree"});
    Session alone;
    open_alone(alone, "tree");
    for (int i = 0; i < 7; ++i)
        alone.step_once();
    push(alone, "b", {30, 0});
    for (int i = 0; i < 7; ++i)
        alone.step_once();
    push(alone, "a", {0, 40});
    EXPECT_EQ(hash(1), alone.world().hash());
    steps(20);
    for (int i = 0; i < 20; ++i)
        alone.step_once();
    EXPECT_EQ(hash(1), alone.world().hash());
}

// A command on a shape is repeated although the leader has destroyed the shape since.
TEST_F(ComparisonOfVariants, RepeatsCommandsOnWhatTheLeaderHasDestroyed) {
    const auto play = [](Session& session) {
        const World& world = session.world();
        const ShapeHandle shape = world.find(session.run().body("b"))->shapes().front();
        push(session, "b", {300, 0});
        session.submit(command::SetMaterial{shape, {.friction = 0.0f, .restitution = 1.0f}});
        for (int i = 0; i < 20; ++i)
            session.step_once();
        session.submit(command::DestroyBody{session.run().body("b")});
    };
    play(session_);
    compare({"tree"});
    Session alone;
    open_alone(alone, "tree");
    play(alone);
    EXPECT_EQ(hash(1), alone.world().hash());
}

TEST_F(ComparisonOfVariants, ReplaysRepeatTheRecordedInputs) {
    session_.set_playing(true);
    session_.grab(position_of(session_, "b"));
    for (int i = 0; i < 20; ++i) {
        session_.drag({0.1f * static_cast<float>(i), 5.0f});
        session_.tick(1.001 / 60.0);
    }
    session_.release();
    ASSERT_TRUE(session_.start_recording(folder_.file("a.toirec")));
    session_.tick(1.001 / 60.0);
    ASSERT_TRUE(session_.stop_recording());
    const auto frames = static_cast<int>(session_.history().end());
    compare({"torn"});
    const std::uint64_t expected = hash(1);
    comparison_.stop();

    ASSERT_TRUE(session_.open_recording(folder_.file("a.toirec")));
    compare({"torn"});
    steps(frames);
    EXPECT_EQ(hash(1), expected);
    // A jump over frames that were not shown.
    comparison_.stop();
    ASSERT_TRUE(session_.open_recording(folder_.file("a.toirec")));
    compare({"torn"});
    session_.go_to(session_.history().end());
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(hash(1), expected);
}

TEST_F(ComparisonOfVariants, ParametersApplyToAllPanesAndAnotherSceneEndsTheComparison) {
    compare({"toi"});
    steps(10);
    ASSERT_TRUE(session_.set_parameter("speed", 33.0));
    ASSERT_TRUE(comparison_.update());
    EXPECT_EQ(comparison_.pane(1).run().steps(), 0);
    EXPECT_EQ(comparison_.pane(1).run().quantity("ball.vx"), 33.0);
    EXPECT_EQ(comparison_.pane(1).settings().continuous, ContinuousPolicy::SubstepAtImpact);

    folder_.write("other.toi.json", compared_scene);
    ASSERT_TRUE(session_.open(folder_.file("other.toi.json")));
    ASSERT_TRUE(comparison_.update());
    EXPECT_FALSE(comparison_.is_active());
    EXPECT_EQ(comparison_.size(), 1u);
}

TEST_F(ComparisonOfVariants, ReportsUnknownVariants) {
    EXPECT_FALSE(comparison_.start({{"toi"}, {"nothing"}}));
    EXPECT_FALSE(comparison_.is_active());
}

}  // namespace
}  // namespace toibox::app
