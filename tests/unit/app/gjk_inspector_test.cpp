// SPDX-License-Identifier: MIT
#include "app/session/gjk_inspector.h"

#include "tests/unit/app/bullet_scene.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using Shape = GjkInspector::Shape;

/// Wall at x = 0, 0.05 m thick; a ball of 0.05 m at x = −1.9, another 3 m above it.
constexpr double gap = 1.9 - 0.05 - 0.025;

class GjkPanel : public testing::Test {
protected:
    void open(const std::string& variant = {}) {
        const auto opened = session_.open(test::write_bullet(folder_), variant);
        ASSERT_TRUE(opened) << scene::format(opened.error());
    }
    void refresh() { gjk_.refresh(session_); }
    void choose(const std::string& label) {
        const auto found = std::ranges::find(gjk_.pairs(), label, &ShapePair::label);
        ASSERT_NE(found, gjk_.pairs().end()) << label;
        gjk_.choose(*found);
        refresh();
    }

    test::TemporaryFolder folder_;
    Session session_;
    GjkInspector gjk_;
};

// A small world has no secrets: all its pairs are on offer, the nearest first.
TEST_F(GjkPanel, OffersTheNearestOfASmallWorld) {
    open();
    refresh();
    ASSERT_EQ(gjk_.pairs().size(), 3u);
    EXPECT_EQ(gjk_.pair()->label, "wall – ball");
    EXPECT_NEAR(gjk_.pair()->separation, gap, 1e-6);
    EXPECT_NEAR(gjk_.study().separation, gap, 1e-6);
    EXPECT_EQ(gjk_.step(), gjk_.steps() - 1);
    EXPECT_EQ(session_.run().steps(), 0);
}

TEST_F(GjkPanel, FollowsTheSelectionAndTheChoiceUntilTheNext) {
    open();
    session_.select_body(session_.run().body("far"));
    refresh();
    ASSERT_EQ(gjk_.pairs().size(), 2u);
    EXPECT_EQ(gjk_.pair()->label, "wall – far");
    choose("ball – far");
    EXPECT_NEAR(gjk_.study().separation, 2.9, 1e-6);
    session_.step_once();
    refresh();
    EXPECT_EQ(gjk_.pair()->label, "ball – far");
    session_.select_body(session_.run().body("wall"));
    refresh();
    EXPECT_EQ(gjk_.pair()->label, "wall – ball");
}

// The pair that was chosen stays on offer where the selection would not list it.
TEST_F(GjkPanel, KeepsTheChosenPairWhateverIsSelected) {
    open();
    refresh();
    choose("wall – far");
    session_.step_once();
    refresh();
    EXPECT_EQ(gjk_.pair()->label, "wall – far");
    EXPECT_EQ(gjk_.study().result.distance, gjk_distance(gjk_.live().a.proxy(), gjk_.live().pose_a,
                                                         gjk_.live().b.proxy(), gjk_.live().pose_b)
                                                .distance);
}

// The nearest point of the wall goes from one face to the other as the ball flies through: the simplex of
// the step before is still a start.
TEST_F(GjkPanel, StartsWarmFromTheStepBefore) {
    open();
    refresh();
    EXPECT_EQ(gjk_.study(true).result.iterations, 1);
    EXPECT_LE(gjk_.study(true).result.iterations, gjk_.study(false).result.iterations);
    gjk_.start_warm(true);
    session_.step_once();
    refresh();
    const GjkStudy& warm = gjk_.study();
    EXPECT_GT(warm.seed.count, 0);
    EXPECT_EQ(warm.result.distance, gjk_.study(false).result.distance);
    // Of the ball before the step, which was on the other side.
    const PairCase now = gjk_.live();
    EXPECT_GT(now.pose_b.p.x, 1.0);
    const SimplexSeed before = gjk_distance(now.a.proxy(), now.pose_a, now.b.proxy(),
                                            {{static_cast<double>(-1.9f), 0.0}, now.pose_b.q})
                                   .seed;
    EXPECT_EQ(warm.seed, before);
}

// Scene 10 says that the simplex of the step before is nearly always the answer, unless the box spins fast.
TEST_F(GjkPanel, SavesIterationsWhereTheWorldIsCoherent) {
    const auto mean = [&](const char* variant, bool warm) {
        EXPECT_TRUE(session_.open(TOIBOX_SOURCE_DIR "/scenes/detection/10-gjk-distance.toi.json", variant));
        int sum = 0;
        constexpr int steps = 300;
        for (int i = 0; i < steps; ++i) {
            session_.step_once();
            refresh();
            EXPECT_EQ(gjk_.pair()->label, "standing – tumbling");
            sum += gjk_.study(warm).result.iterations;
        }
        return static_cast<double>(sum) / steps;
    };
    EXPECT_LT(mean("slow", true), 1.1);
    EXPECT_GT(mean("slow", false), 1.6);
    EXPECT_GT(mean("fast", true), mean("slow", true));
}

TEST_F(GjkPanel, WalksThroughTheIterations) {
    open();
    refresh();
    gjk_.turn(Shape::A, 0.3);
    ASSERT_GT(gjk_.steps(), 1);
    gjk_.go_to(0);
    EXPECT_EQ(gjk_.step(), 0);
    EXPECT_FALSE(gjk_.shown().is_last());
    gjk_.go_to(-3);
    EXPECT_EQ(gjk_.step(), 0);
    gjk_.go_to(99);
    EXPECT_EQ(gjk_.step(), gjk_.steps() - 1);
    EXPECT_TRUE(gjk_.shown().is_last());
}

// Each method has its own steps; another choice begins at its last.
TEST_F(GjkPanel, StepsThroughTheChosenMethod) {
    open();
    refresh();
    EXPECT_EQ(gjk_.told(), nullptr);
    EXPECT_EQ(gjk_.simplex(), &gjk_.shown());
    gjk_.choose_method(DistanceMethod::VertexInside);
    ASSERT_NE(gjk_.told(), nullptr);
    ASSERT_EQ(gjk_.told()->method, DistanceMethod::VertexInside);
    EXPECT_EQ(gjk_.steps(), 5);  // of a box and a point
    EXPECT_EQ(gjk_.step(), 4);
    EXPECT_EQ(gjk_.simplex(), nullptr);
    gjk_.go_to(1);
    EXPECT_EQ(gjk_.shown_told(), &gjk_.told()->steps[1]);
    gjk_.choose_method(DistanceMethod::FeatureWalk);
    EXPECT_EQ(gjk_.step(), gjk_.steps() - 1);
    gjk_.choose_method(DistanceMethod::BooleanGjk);
    EXPECT_EQ(gjk_.simplex(), &*gjk_.shown_told()->simplex);
    gjk_.choose_method(DistanceMethod::SeparatingAxes);
    EXPECT_EQ(gjk_.told(), nullptr);
    EXPECT_EQ(gjk_.simplex(), nullptr);
}

// What if, by EPA: apart there is nothing to blow up, pushed into the wall there is at once.
TEST_F(GjkPanel, AsksTheChosenMethodWhatIf) {
    open();
    refresh();
    gjk_.choose_method(DistanceMethod::Epa);
    EXPECT_EQ(gjk_.told()->shortfall, Shortfall::Nothing);
    gjk_.move(Shape::B, {gap + 0.05 + 0.01, 0.0});
    EXPECT_EQ(gjk_.told()->shortfall, Shortfall::None);
    EXPECT_NEAR(gjk_.told()->answer.separation, -0.06, 1e-6);
    EXPECT_FALSE(gjk_.shown_told()->polytope.empty());
    gjk_.reset();
    EXPECT_EQ(gjk_.told()->shortfall, Shortfall::Nothing);
}

// The walk starts on the features that answered one step before: of the ball on the other side of the wall.
TEST_F(GjkPanel, WalksFromTheFeaturesOfTheStepBefore) {
    open();
    refresh();
    gjk_.choose_method(DistanceMethod::FeatureWalk);
    gjk_.start_warm(true);
    const FeaturePair before = gjk_.told()->answer.cache.features;
    session_.step_once();
    refresh();
    EXPECT_EQ(gjk_.told()->from.features, before);
    EXPECT_EQ(gjk_.told(false)->from, DistanceCache{});
    EXPECT_NE(gjk_.told()->answer.cache.features, before);
    EXPECT_EQ(gjk_.told()->answer.separation, gjk_.told(false)->answer.separation);
}

// Only a copy moves; each move is asked about at once, and a reset shows the world again.
TEST_F(GjkPanel, AsksWhatIfWithoutTouchingTheWorld) {
    open();
    refresh();
    const std::uint64_t hash = session_.world().hash();
    EXPECT_FALSE(gjk_.is_what_if());
    gjk_.move(Shape::B, {1.0, 0.0});
    EXPECT_TRUE(gjk_.is_what_if());
    EXPECT_NEAR(gjk_.study().separation, gap - 1.0, 1e-6);
    EXPECT_NEAR(gjk_.sat().separation, gap - 1.0, 1e-6);
    gjk_.turn(Shape::A, 0.5 * pi);
    EXPECT_NEAR(gjk_.study().pair.pose_a.q.s, 1.0, 1e-12);
    EXPECT_LT(gjk_.study().separation, 0.0);
    EXPECT_EQ(session_.world().hash(), hash);
    session_.step_once();
    refresh();
    EXPECT_TRUE(gjk_.is_what_if());  // until it is told otherwise
    gjk_.reset();
    EXPECT_FALSE(gjk_.is_what_if());
    EXPECT_GT(gjk_.live().pose_b.p.x, 1.0);
    EXPECT_EQ(gjk_.study().pair.pose_b, gjk_.live().pose_b);
}

// A turned shape turns where it is.
TEST_F(GjkPanel, TurnsAboutTheMiddle) {
    open();
    refresh();
    const double before = gjk_.study().separation;
    gjk_.turn(Shape::B, 1.0);
    EXPECT_NEAR(gjk_.study().separation, before, 1e-12);
}

TEST_F(GjkPanel, ShowsTheBestAxisUntilAnotherIsPointedAt) {
    open();
    refresh();
    const int best = gjk_.axis();
    ASSERT_GE(best, 0);
    EXPECT_EQ(gjk_.axes()[static_cast<std::size_t>(best)].separation, gjk_.sat().separation);
    EXPECT_NEAR(gjk_.sat().separation, gjk_.study().separation, 1e-12);
    gjk_.lit_axis = 0;
    EXPECT_EQ(gjk_.axis(), 0);
}

TEST_F(GjkPanel, LightsAVertexOfTheDifferenceByEitherOfItsTwo) {
    EXPECT_FALSE((LitVertex{}.lights(0, 0)));
    EXPECT_TRUE((LitVertex{2, -1}.lights(2, 5)));
    EXPECT_TRUE((LitVertex{-1, 5}.lights(2, 5)));
    EXPECT_TRUE((LitVertex{2, 5}.lights(2, 5)));
    EXPECT_FALSE((LitVertex{2, 4}.lights(2, 5)));
}

TEST_F(GjkPanel, ForgetsWhenItIsClosed) {
    open();
    refresh();
    gjk_.move(Shape::A, {1.0, 0.0});
    gjk_.close();
    EXPECT_EQ(gjk_.pair(), nullptr);
    refresh();
    EXPECT_FALSE(gjk_.is_what_if());
    EXPECT_EQ(gjk_.pair()->label, "wall – ball");
}

}  // namespace
}  // namespace toibox::app
