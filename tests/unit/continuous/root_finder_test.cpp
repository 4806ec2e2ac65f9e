// SPDX-License-Identifier: MIT

#include "toibox/continuous/root_finder.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {

void PrintTo(const RootFinderInfo& info, std::ostream* os) {
    *os << info.name;
}

namespace {

using Recorder = TraceRecorder<RootIterate>;

std::vector<double> times(const Recorder& recorder) {
    std::vector<double> out;
    for (const RootIterate& iterate : recorder.events)
        out.push_back(iterate.t);
    return out;
}

// The talk's slide: s falls through zero between 0.75 and 0.875; the brackets are [0,1], [.5,1], [.75,1],
// [.75,.875].
TEST(RootFinder, BisectionVisitsTheTalksTimes) {
    Recorder recorder;
    const auto s = [](double t) { return 0.82 - t; };
    const RootResult r =
        find_root(RootFinder::Bisection, s, {0.0, 0.82, 1.0, -0.18}, {0.0, 0.06, 50}, recorder);
    EXPECT_EQ(times(recorder), (std::vector<double>{0.5, 0.75, 0.875}));
    EXPECT_TRUE(r.converged);
    EXPECT_EQ(r.evaluations, 3);
    EXPECT_EQ(recorder.events[2].bracket.t1, 0.75);
    EXPECT_EQ(recorder.events[2].bracket.t2, 1.0);
}

TEST(RootFinder, FalsePositionIsExactOnAStraightLine) {
    const auto s = [](double t) { return 3.0 - 4.0 * t; };
    const RootResult r = find_root(RootFinder::FalsePosition, s, {0.0, 3.0, 1.0, -1.0}, {0.5, 1e-12, 50});
    EXPECT_EQ(r.evaluations, 1);
    EXPECT_NEAR(r.t, 0.625, 1e-15);
}

// The talk's remark: on this curve false position never moves t2.
TEST(RootFinder, FalsePositionNeverMovesOneEndOfAConcaveCurve) {
    Recorder recorder;
    const auto s = [](double t) { return 1.0 - 4.0 * t * t * t * t; };
    (void)find_root(RootFinder::FalsePosition, s, {0.0, 1.0, 1.0, -3.0}, {0.0, 1e-6, 50}, recorder);
    ASSERT_GT(recorder.events.size(), 5u);
    for (const RootIterate& iterate : recorder.events)
        EXPECT_EQ(iterate.bracket.t2, 1.0);
}

TEST(RootFinder, MixedTakesTurnsAndBeginsWithTheChord) {
    Recorder recorder;
    const auto s = [](double t) { return 1.0 - 4.0 * t * t * t * t; };
    const RootResult r = find_root(RootFinder::Mixed, s, {0.0, 1.0, 1.0, -3.0}, {0.0, 1e-9, 50}, recorder);
    EXPECT_TRUE(r.converged);
    for (std::size_t i = 0; i < recorder.events.size(); ++i) {
        EXPECT_EQ(recorder.events[i].rule,
                  i % 2 == 0 ? ToiEvent::Rule::FalsePosition : ToiEvent::Rule::Bisection);
    }
}

class EveryRootFinder : public testing::TestWithParam<RootFinderInfo> {};

// Falling curves with one root: straight, concave, convex, with a steep end. All brackets keep the root
// inside and shrink.
TEST_P(EveryRootFinder, ConvergesInsideAShrinkingBracket) {
    const auto curves = {+[](double t) { return 0.3 - t; }, +[](double t) { return 0.5 - t * t; },
                         +[](double t) { return std::exp(-5.0 * t) - 0.2; },
                         +[](double t) { return std::cos(3.0 * t); }};
    for (const auto& s : curves) {
        Recorder recorder;
        const RootResult r =
            find_root(GetParam().finder, s, {0.0, s(0.0), 1.0, s(1.0)}, {0.0, 1e-9, 2000}, recorder);
        EXPECT_TRUE(r.converged);
        EXPECT_LE(std::abs(s(r.t)), 1e-9);
        EXPECT_EQ(recorder.events.size(), static_cast<std::size_t>(r.evaluations));
        RootBracket before{0.0, 1.0, 1.0, -1.0};
        for (const RootIterate& iterate : recorder.events) {
            EXPECT_TRUE(iterate.bracket.t1 >= before.t1 && iterate.bracket.t2 <= before.t2);
            EXPECT_TRUE(iterate.t > iterate.bracket.t1 && iterate.t < iterate.bracket.t2);
            EXPECT_TRUE(iterate.bracket.s1 > 0.0 && iterate.bracket.s2 <= 0.0);
            before = iterate.bracket;
        }
    }
}

// A jump has no root: the finder must end at two neighbouring numbers, and say so.
TEST_P(EveryRootFinder, SaysSoWhenNothingConverges) {
    const auto jump = [](double t) { return t < 1.0 / 3.0 ? 1.0 : -1.0; };
    const RootResult r = find_root(GetParam().finder, jump, {0.0, 1.0, 1.0, -1.0}, {0.0, 1e-3, 10000});
    EXPECT_FALSE(r.converged);
    EXPECT_LT(r.evaluations, 1200);
}

TEST_P(EveryRootFinder, StopsAtItsLimit) {
    const auto s = [](double t) { return 0.5 - t * t; };
    const RootResult r = find_root(GetParam().finder, s, {0.0, 0.5, 1.0, -0.5}, {0.0, 1e-15, 2});
    EXPECT_EQ(r.evaluations, 2);
    EXPECT_FALSE(r.converged);
}

TEST_P(EveryRootFinder, HasItsRowInTheTable) {
    EXPECT_EQ(info(GetParam().finder).name, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(RootFinders, EveryRootFinder,
                         testing::ValuesIn(root_finders().begin(), root_finders().end()),
                         [](const auto& param) { return "Finder" + std::to_string(param.index); });

}  // namespace
}  // namespace toibox
