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
