// SPDX-License-Identifier: MIT
#include "app/studies/distance/distance_inspector.h"

#include "tests/support/bullet_scene.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using Shape = DistanceInspector::Shape;

/// Distance from the wall (0.05 m thick, at x = 0) to the ball (radius 0.05 m, at x = −1.9), metres. A second
/// ball, "far", is 3 m above the first.
constexpr double gap = 1.9 - 0.05 - 0.025;

class DistanceInspectorTest : public testing::Test {
protected:
    void open(const std::string& variant = {}) {
        const auto opened = session_.open(test::write_bullet_scene(folder_), variant);
        ASSERT_TRUE(opened) << scene::format(opened.error());
    }
    void refresh() { inspector_.refresh(session_); }
    void choose(const std::string& label) {
        const auto found = std::ranges::find(inspector_.pairs(), label, &ShapePair::label);
        ASSERT_NE(found, inspector_.pairs().end()) << label;
        inspector_.choose(*found);
        refresh();
    }

    test::TemporaryFolder folder_;
    Session session_;
    DistanceInspector inspector_;
};

// In a small world, all pairs are listed, the closest pair first.
TEST_F(DistanceInspectorTest, ShowsTheClosestPairOfASmallWorld) {
    open();
    refresh();
    ASSERT_EQ(inspector_.pairs().size(), 3u);
    EXPECT_EQ(inspector_.pair()->label, "ball – wall");
    EXPECT_NEAR(inspector_.pair()->separation, gap, 1e-6);
    EXPECT_NEAR(inspector_.study().separation, gap, 1e-6);
    EXPECT_EQ(session_.run().steps(), 0);
}

TEST_F(DistanceInspectorTest, KeepsTheChosenPairUntilTheSelectionChanges) {
    open();
    session_.select_body(session_.run().body("far"));
    refresh();
    ASSERT_EQ(inspector_.pairs().size(), 2u);
    EXPECT_EQ(inspector_.pair()->label, "far – wall");
    choose("ball – far");
    EXPECT_NEAR(inspector_.study().separation, 2.9, 1e-6);
    session_.step_once();
    refresh();
    EXPECT_EQ(inspector_.pair()->label, "ball – far");
    session_.select_body(session_.run().body("wall"));
    refresh();
    EXPECT_EQ(inspector_.pair()->label, "ball – wall");
}

// The chosen pair stays chosen after a step, and the study is that of the new poses.
TEST_F(DistanceInspectorTest, KeepsTheChosenPairAfterAStep) {
    open();
    refresh();
    choose("far – wall");
    session_.step_once();
    refresh();
    EXPECT_EQ(inspector_.pair()->label, "far – wall");
    EXPECT_EQ(inspector_.study().result.distance,
              gjk_distance(inspector_.live().a.proxy(), inspector_.live().pose_a, inspector_.live().b.proxy(),
                           inspector_.live().pose_b)
                  .distance);
}

// When the ball flies through the wall, the closest point of the wall moves from one face to the other. GJK
// still starts from the simplex of the previous step.
TEST_F(DistanceInspectorTest, StartsWarmFromThePreviousStep) {
    open();
    refresh();
    EXPECT_EQ(inspector_.study(true).result.iterations, 1);
    EXPECT_LE(inspector_.study(true).result.iterations, inspector_.study(false).result.iterations);
    inspector_.set_warm_start(true);
    session_.step_once();
    refresh();
    const GjkStudy& warm = inspector_.study();
    EXPECT_GT(warm.seed.count, 0);
    EXPECT_EQ(warm.result.distance, inspector_.study(false).result.distance);
    // The seed is from before the step, when the ball was on the other side of the wall.
    const PairCase live = inspector_.live();
    EXPECT_GT(live.pose_a.p.x, 1.0);
    const Transformd pose_before{{static_cast<double>(-1.9f), 0.0}, live.pose_a.q};
    const SimplexSeed before = gjk_distance(live.a.proxy(), pose_before, live.b.proxy(), live.pose_b).seed;
    EXPECT_EQ(warm.seed, before);
}

// In scene 10, the simplex of the previous step is nearly always the result of the next step, unless the box
// spins fast.
TEST_F(DistanceInspectorTest, WarmStartSavesIterationsInACoherentWorld) {
    const auto mean = [&](const char* variant, bool warm) {
        EXPECT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/detection/10-gjk-distance.toi.json", variant));
        int sum = 0;
        constexpr int steps = 300;
        for (int i = 0; i < steps; ++i) {
            session_.step_once();
            refresh();
            EXPECT_EQ(inspector_.pair()->label, "tumbling – standing");
            sum += inspector_.study(warm).result.iterations;
        }
        return static_cast<double>(sum) / steps;
    };
    EXPECT_LT(mean("slow", true), 1.1);
    EXPECT_GT(mean("slow", false), 1.6);
    EXPECT_GT(mean("fast", true), mean("slow", true));
}

TEST_F(DistanceInspectorTest, GoesToAnyIteration) {
    open();
    refresh();
    inspector_.turn(Shape::A, 0.3);
    ASSERT_GT(inspector_.steps(), 1);
    inspector_.go_to(0);
    EXPECT_EQ(inspector_.step(), 0);
    EXPECT_FALSE(inspector_.shown().is_last());
    inspector_.go_to(-3);
    EXPECT_EQ(inspector_.step(), 0);
    inspector_.go_to(99);
    EXPECT_EQ(inspector_.step(), inspector_.steps() - 1);
    EXPECT_TRUE(inspector_.shown().is_last());
}

// The chosen step belongs to a pair at its poses: a selection that changes neither keeps it, a step of the
// world, another pair or another start does not. The vertex test has a step for each vertex.
TEST_F(DistanceInspectorTest, ShowsTheFirstStepOfEachRun) {
    open();
    refresh();
    inspector_.choose_method(DistanceMethod::VertexInside);
    inspector_.go_to(2);
    session_.select_body(session_.run().body("ball"));
    refresh();
    EXPECT_EQ(inspector_.step(), 2);
    session_.step_once();
    refresh();
    EXPECT_EQ(inspector_.step(), 0) << "the ball has moved";
    inspector_.go_to(inspector_.steps() - 1);
    session_.step_once();
    refresh();
    EXPECT_EQ(inspector_.step(), 0) << "not the last either";
    inspector_.go_to(2);
    choose("ball – far");
    EXPECT_EQ(inspector_.step(), 0) << "another pair";
    choose("ball – wall");
    inspector_.go_to(2);
    inspector_.set_warm_start(true);
    EXPECT_EQ(inspector_.step(), 0) << "another start";
}

// The far ball stays where it is relative to the wall: the world goes on, but the pair is in the same state.
TEST_F(DistanceInspectorTest, KeepsTheStepOfAPairThatDoesNotMove) {
    open();
    session_.select_body(session_.run().body("far"));
    refresh();
    ASSERT_EQ(inspector_.pair()->label, "far – wall");
    inspector_.choose_method(DistanceMethod::VertexInside);
    inspector_.go_to(2);
    const PairCase before = inspector_.live();
    session_.step_once();
    refresh();
    ASSERT_EQ(inspector_.live().pose_a, before.pose_a);
    EXPECT_EQ(inspector_.step(), 2);
}

// A closer look at the answer while a shape is dragged: the last step stays the last one.
TEST_F(DistanceInspectorTest, KeepsTheStepWhileTheMouseMovesTheCopy) {
    open();
    refresh();
    inspector_.turn(Shape::B, 0.3);
    EXPECT_EQ(inspector_.step(), 0);
    const int before = inspector_.steps();
    inspector_.go_to(before - 1);
    bool has_other_count = false;
    for (int i = 0; i < 40; ++i) {
        inspector_.move(Shape::A, {0.05, 0.1});
        EXPECT_TRUE(inspector_.shown().is_last());
        has_other_count = has_other_count || inspector_.steps() != before;
    }
    EXPECT_TRUE(has_other_count);
    inspector_.reset();
    EXPECT_EQ(inspector_.step(), 0);
}

// Each method has its own steps. When a method is chosen, its first step is shown.
TEST_F(DistanceInspectorTest, StepsThroughTheChosenMethod) {
    open();
    refresh();
    EXPECT_EQ(inspector_.method_study(), nullptr);
    EXPECT_EQ(inspector_.simplex(), &inspector_.shown());
    inspector_.choose_method(DistanceMethod::VertexInside);
    ASSERT_NE(inspector_.method_study(), nullptr);
    ASSERT_EQ(inspector_.method_study()->method, DistanceMethod::VertexInside);
    EXPECT_EQ(inspector_.steps(), 5);  // four vertices of the box and a point
    EXPECT_EQ(inspector_.step(), 0);
    EXPECT_EQ(inspector_.simplex(), nullptr);
    inspector_.go_to(1);
    EXPECT_EQ(inspector_.shown_trace_step(), &inspector_.method_study()->steps[1]);
    inspector_.choose_method(DistanceMethod::FeatureWalk);
    EXPECT_EQ(inspector_.step(), 0);
    inspector_.choose_method(DistanceMethod::BooleanGjk);
    EXPECT_EQ(inspector_.simplex(), &*inspector_.shown_trace_step()->simplex);
    inspector_.choose_method(DistanceMethod::SeparatingAxes);
    EXPECT_EQ(inspector_.method_study(), nullptr);
    EXPECT_EQ(inspector_.simplex(), nullptr);
}

// EPA has no polytope while the shapes are apart. In what-if mode, the ball is pushed into the wall, so that
// there is a polytope.
TEST_F(DistanceInspectorTest, RunsTheChosenMethodOnTheWhatIfPair) {
    open();
    refresh();
    inspector_.choose_method(DistanceMethod::Epa);
    EXPECT_EQ(inspector_.method_study()->limitation, Limitation::NoPolytope);
    inspector_.move(Shape::A, {gap + 0.05 + 0.01, 0.0});
    EXPECT_EQ(inspector_.method_study()->limitation, Limitation::None);
    EXPECT_NEAR(inspector_.method_study()->answer.separation, -0.06, 1e-6);
    EXPECT_FALSE(inspector_.shown_trace_step()->polytope.empty());
    inspector_.reset();
    EXPECT_EQ(inspector_.method_study()->limitation, Limitation::NoPolytope);
}

// With a warm start, the feature walk starts at the closest features of the previous step, when the ball was
// on the other side of the wall.
TEST_F(DistanceInspectorTest, FeatureWalkStartsFromThePreviousStep) {
    open();
    refresh();
    inspector_.choose_method(DistanceMethod::FeatureWalk);
    inspector_.set_warm_start(true);
    const FeaturePair before = inspector_.method_study()->answer.cache.features;
    session_.step_once();
    refresh();
    EXPECT_EQ(inspector_.method_study()->from.features, before);
    EXPECT_EQ(inspector_.method_study(false)->from, DistanceCache{});
    EXPECT_NE(inspector_.method_study()->answer.cache.features, before);
    EXPECT_EQ(inspector_.method_study()->answer.separation,
              inspector_.method_study(false)->answer.separation);
}

// What-if mode moves only a copy of a shape. Each move is measured immediately, and a reset shows the live
// pair again.
TEST_F(DistanceInspectorTest, WhatIfDoesNotChangeTheWorld) {
    open();
    refresh();
    const std::uint64_t hash = session_.world().hash();
    EXPECT_FALSE(inspector_.is_what_if());
    inspector_.move(Shape::A, {1.0, 0.0});
    EXPECT_TRUE(inspector_.is_what_if());
    EXPECT_NEAR(inspector_.study().separation, gap - 1.0, 1e-6);
    EXPECT_NEAR(inspector_.sat().separation, gap - 1.0, 1e-6);
    inspector_.turn(Shape::B, 0.5 * pi);
    EXPECT_NEAR(inspector_.study().pair.pose_b.q.s, 1.0, 1e-12);
    EXPECT_LT(inspector_.study().separation, 0.0);
    EXPECT_EQ(session_.world().hash(), hash);
    session_.step_once();
    refresh();
    EXPECT_TRUE(inspector_.is_what_if()) << "what-if mode lasts until the reset";
    inspector_.reset();
    EXPECT_FALSE(inspector_.is_what_if());
    EXPECT_GT(inspector_.live().pose_a.p.x, 1.0);
    EXPECT_EQ(inspector_.study().pair.pose_a, inspector_.live().pose_a);
}

// Rotating a disc about its centre does not change the distance.
TEST_F(DistanceInspectorTest, RotatesAShapeAboutItsCenter) {
    open();
    refresh();
    const double initial_separation = inspector_.study().separation;
    inspector_.turn(Shape::A, 1.0);
    EXPECT_NEAR(inspector_.study().separation, initial_separation, 1e-12);
}

TEST_F(DistanceInspectorTest, ShowsTheBestAxisUntilAnotherIsHighlighted) {
    open();
    refresh();
    const int best = inspector_.axis();
    ASSERT_GE(best, 0);
    EXPECT_EQ(inspector_.axes()[static_cast<std::size_t>(best)].separation, inspector_.sat().separation);
    EXPECT_NEAR(inspector_.sat().separation, inspector_.study().separation, 1e-12);
    inspector_.highlighted_axis = 0;
    EXPECT_EQ(inspector_.axis(), 0);
}

TEST_F(DistanceInspectorTest, HighlightsAMinkowskiVertexByEitherShapesVertex) {
    EXPECT_FALSE((HighlightedVertex{}.highlights(0, 0)));
    EXPECT_TRUE((HighlightedVertex{2, -1}.highlights(2, 5)));
    EXPECT_TRUE((HighlightedVertex{-1, 5}.highlights(2, 5)));
    EXPECT_TRUE((HighlightedVertex{2, 5}.highlights(2, 5)));
    EXPECT_FALSE((HighlightedVertex{2, 4}.highlights(2, 5)));
}

TEST_F(DistanceInspectorTest, ClosingEndsTheWhatIf) {
    open();
    refresh();
    inspector_.move(Shape::A, {1.0, 0.0});
    inspector_.close();
    EXPECT_EQ(inspector_.pair(), nullptr);
    refresh();
    EXPECT_FALSE(inspector_.is_what_if());
    EXPECT_EQ(inspector_.pair()->label, "ball – wall");
}

}  // namespace
}  // namespace toibox::app
