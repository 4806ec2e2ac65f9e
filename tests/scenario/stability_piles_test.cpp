// SPDX-License-Identifier: MIT
// Stability of piles of equal bodies, compared with Box2D 3.2 (tests/support/pile_metrics.h). In Box2D,
// bodies fall asleep while they move at up to 5 cm/s; in this engine, once they will move by at most the slop
// within a second. So some large piles fall asleep later here.
#include "tests/support/pile_metrics.h"

namespace toibox {
namespace {

using namespace testing_support;

void expect_pile(const std::string& name, const PileBodies& bodies, const PileMetrics& box2d,
                 const PileMetrics& accepted = {}) {
    Pile pile(bodies);
    expect_no_worse_than_box2d(name, settle(pile, 1500), box2d, accepted);
}

TEST(StabilityOfPiles, PyramidOfTen) {
    expect_pile("pyramid of 10", pyramid(10, 0.5f), {.drop = 0.007, .rest = 0.0016, .asleep = 36});
}
TEST(StabilityOfPiles, PyramidOfTwenty) {
    expect_pile("pyramid of 20", pyramid(20, 0.5f), {.drop = 0.030, .rest = 0.0038, .asleep = 55},
                {.asleep = 64});
}
TEST(StabilityOfPiles, PyramidOfFifty) {
    expect_pile("pyramid of 50", pyramid(50, 0.5f), {.drop = 0.183, .rest = 0.0098, .asleep = 115},
                {.asleep = 204});
}
TEST(StabilityOfPiles, TinyPyramidOfThirty) {
    expect_pile("tiny pyramid", pyramid(30, 0.025f), {.drop = 0.067, .rest = 0.0055, .asleep = 76},
                {.asleep = 83});
}

// If contacts were solved in their order of creation, they would push the boxes to one side. A pyramid that
// is created from top to bottom or column by column must come to rest, too;
// from top to bottom it takes half as long again.
TEST(StabilityOfPiles, PyramidRestsInAnyOrderOfCreation) {
    PileBodies top_first = pyramid(50, 0.5f);
    std::reverse(top_first.begin(), top_first.end());
    expect_pile("pyramid of 50, top first", top_first, {.rest = 0.0098, .asleep = 115}, {.asleep = 242});
    PileBodies by_column = pyramid(50, 0.5f);
    std::sort(by_column.begin(), by_column.end(), [](const PileBody& a, const PileBody& b) {
        return a.position.x < b.position.x || (a.position.x == b.position.x && a.position.y < b.position.y);
    });
    expect_pile("pyramid of 50, column by column", by_column, {.rest = 0.0098, .asleep = 195});
}

// The boxes are shifted by 1 cm, alternately to the left and to the right.
TEST(StabilityOfPiles, UnevenStackOfTwelve) {
    expect_pile("stack of 12", stack(12, 0.01f), {.drop = 0.045, .peak = 0.007, .asleep = 47},
                {.asleep = 61});
}
TEST(StabilityOfPiles, StackOfTwentyFive) {
    expect_pile("stack of 25", stack(25), {.drop = 0.213, .peak = 0.018, .asleep = 58}, {.asleep = 83});
}
TEST(StabilityOfPiles, StackOfFifty) {
    expect_pile("stack of 50", stack(50), {.drop = 0.873, .peak = 0.044, .asleep = 175}, {.asleep = 194});
}
// The accepted depths are stricter than those of Box2D, so that the test notices if this engine gets worse.
TEST(StabilityOfPiles, StackOfHundred) {
    expect_pile("stack of 100", stack(100), {.drop = 3.47, .peak = 0.102, .asleep = 822},
                {.drop = 1.0, .peak = 0.0365, .asleep = 916});
}

TEST(StabilityOfPiles, ColumnOfTenDiscs) {
    Pile pile(column_of_discs(10));
    expect_no_worse_than_box2d("column of 10 discs", settle(pile, 600), {.peak = 0.0048, .asleep = 41});
    for (std::size_t i = 0; i < pile.count(); ++i)
        EXPECT_NEAR(pile.center(i).x, 0.0f, 0.01f);
}

TEST(StabilityOfPiles, HouseOfCards) {
    Pile pile(card_house(), 0.7f);
    expect_no_worse_than_box2d("house of cards", settle(pile, 600), {.moved = 0.038, .asleep = 53},
                               {.asleep = 66});
}

TEST(StabilityOfPiles, Arch) {
    expect_pile("arch", arch(), {.moved = 0.309, .asleep = 69}, {.asleep = 180});
}

}  // namespace
}  // namespace toibox
