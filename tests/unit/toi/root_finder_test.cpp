// SPDX-License-Identifier: MIT

#include "toibox/toi/root_finder.h"

#include <cmath>
#include <limits>
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
    std::vector<double> result;
    for (const RootIterate& iterate : recorder.events)
        result.push_back(iterate.t);
    return result;
}

// The example in E. Catto, "Continuous Collision", GDC 2013: s falls through zero between 0.75 and 0.875; the
// brackets are [0, 1], [0.5, 1], [0.75, 1], [0.75, 0.875].
TEST(RootFinder, BisectionVisitsTheExpectedTimes) {
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

// A concave curve, on which false position never moves t2.
TEST(RootFinder, FalsePositionKeepsOneEndOnAConcaveCurve) {
    Recorder recorder;
    const auto s = [](double t) { return 1.0 - 4.0 * t * t * t * t; };
    (void)find_root(RootFinder::FalsePosition, s, {0.0, 1.0, 1.0, -3.0}, {0.0, 1e-6, 50}, recorder);
    ASSERT_GT(recorder.events.size(), 5u);
    for (const RootIterate& iterate : recorder.events)
        EXPECT_EQ(iterate.bracket.t2, 1.0);
}

TEST(RootFinder, MixedAlternatesStartingWithFalsePosition) {
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

// Falling curves with one root: straight, concave, convex, and a cosine. All brackets contain the root and
// shrink.
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
        RootBracket previous{0.0, 1.0, 1.0, -1.0};
        for (const RootIterate& iterate : recorder.events) {
            EXPECT_TRUE(iterate.bracket.t1 >= previous.t1 && iterate.bracket.t2 <= previous.t2);
            EXPECT_TRUE(iterate.t > iterate.bracket.t1 && iterate.t < iterate.bracket.t2);
            EXPECT_TRUE(iterate.bracket.s1 > 0.0 && iterate.bracket.s2 <= 0.0);
            previous = iterate.bracket;
        }
    }
}

/// Curves that are positive at 0, negative at 1, and give slope-based methods little help: flat, steep or
/// wavy.
struct HardCurve {
    const char* name;
    double (*s)(double);
    double (*slope)(double);
    double max_slope;  ///< Maximum of |slope| on [0, 1].
    double operator()(double t) const { return s(t); }
    [[nodiscard]] RootSample with_slope(double t) const { return {s(t), slope(t)}; }
};
const HardCurve hard_curves[] = {
    {"flat, ninth power", [](double t) { return -std::pow(t - 0.3, 9.0); },
     [](double t) { return -9.0 * std::pow(t - 0.3, 8.0); }, 0.52},
    {"flat, cube off centre", [](double t) { return -std::pow(t - 0.9, 3.0); },
     [](double t) { return -3.0 * std::pow(t - 0.9, 2.0); }, 2.5},
    {"steep at the end", [](double t) { return 0.5 - std::pow(t, 30.0); },
     [](double t) { return -30.0 * std::pow(t, 29.0); }, 30.0},
    {"steep at the start", [](double t) { return std::exp(-40.0 * t) - 0.01; },
     [](double t) { return -40.0 * std::exp(-40.0 * t); }, 40.0},
    {"almost a jump", [](double t) { return std::atan(-1e6 * (t - 0.7)); },
     [](double t) { return -1e6 / (1.0 + 1e12 * (t - 0.7) * (t - 0.7)); }, 1e6},
    {"waves", [](double t) { return 0.55 - t + 0.3 * std::sin(20.0 * t); },
     [](double t) { return -1.0 + 6.0 * std::cos(20.0 * t); }, 7.0},
};

// For finders with a guarantee, the number of evaluations is bounded by their evaluations per halving times
// one more than the halvings after which |s − target| is within the tolerance. Tested with and without the
// slope.
TEST_P(EveryRootFinder, KeepsItsBoundOnHardCurves) {
    for (const HardCurve& curve : hard_curves) {
        for (const double tolerance : {1e-3, 1e-9}) {
            const double halvings = std::ceil(std::log2(curve.max_slope / tolerance));
            const RootBracket bracket{0.0, curve(0.0), 1.0, curve(1.0), curve.slope(0.0)};
            const auto plain = [&](double t) { return curve(t); };
            for (const RootResult& r :
                 {find_root(GetParam().finder, curve, bracket, {0.0, tolerance, 20000}),
                  find_root(GetParam().finder, plain, bracket, {0.0, tolerance, 20000})}) {
                if (GetParam().evaluations_per_halving == 0 && !r.converged) continue;
                ASSERT_TRUE(r.converged) << curve.name;
                EXPECT_LE(std::abs(curve(r.t)), tolerance) << curve.name;
                EXPECT_EQ(curve(r.t), r.s) << curve.name;
                if (GetParam().evaluations_per_halving == 0) continue;
                EXPECT_LE(r.evaluations, GetParam().evaluations_per_halving * (halvings + 1.0)) << curve.name;
            }
        }
    }
}

// Brackets without width, with adjacent ends, an end on the target, extreme values of s, or slopes that are
// zero, infinite or NaN. The function is constant, so no finder can converge. Every evaluation must be inside
// the bracket.
TEST_P(EveryRootFinder, StaysInsideDegenerateBrackets) {
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double after = std::nextafter(0.5, 1.0);
    const RootBracket brackets[] = {
        {0.5, 1.0, 0.5, -1.0},      {0.5, 1.0, after, -1.0},       {0.0, 1e-300, 1.0, -1e-300},
        {0.0, 1e300, 1.0, -1e300},  {0.0, 1e-320, 1.0, -1e300},    {0.0, 1.0, 1.0, 0.0},
        {0.0, 1.0, 1e-300, -1.0},   {0.0, 1.0, 1.0, -1.0, 0.0},    {0.0, 1.0, 1.0, -1.0, -inf},
        {0.0, 1.0, 1.0, -1.0, nan}, {0.0, 1.0, 1.0, -1.0, 1e-300}, {1.0 - 1e-15, 1.0, 1.0, -1.0},
    };
    for (const RootBracket& bracket : brackets) {
        for (const double value : {1.0, -1.0, 1e300, -1e-300}) {
            Recorder recorder;
            const auto constant = [&](double) { return value; };
            const RootResult r =
                find_root(GetParam().finder, constant, bracket, {0.0, 1e-301, 5000}, recorder);
            EXPECT_FALSE(r.converged);
            EXPECT_LE(r.evaluations, 5000);
            for (const RootIterate& iterate : recorder.events) {
                ASSERT_TRUE(iterate.t > bracket.t1 && iterate.t < bracket.t2)
                    << iterate.t << " in " << bracket.t1 << ", " << bracket.t2;
            }
        }
    }
}

// The whole curve is within the tolerance.
TEST_P(EveryRootFinder, AcceptsTheFirstEvaluationOfAFlatCurve) {
    const auto s = [](double t) { return 1e-5 * (0.5 - t); };
    const RootResult r = find_root(GetParam().finder, s, {0.0, 5e-6, 1.0, -5e-6}, {0.0, 1e-3, 50});
    EXPECT_TRUE(r.converged);
    EXPECT_EQ(r.evaluations, 1);
}

// A jump has no root: the finder must stop at two adjacent doubles.
TEST_P(EveryRootFinder, DoesNotConvergeAtAJump) {
    const auto jump = [](double t) { return t < 1.0 / 3.0 ? 1.0 : -1.0; };
    const RootResult r = find_root(GetParam().finder, jump, {0.0, 1.0, 1.0, -1.0}, {0.0, 1e-3, 10000});
    EXPECT_FALSE(r.converged);
    EXPECT_LT(r.evaluations, 1200);
}

TEST_P(EveryRootFinder, StopsAtTheEvaluationLimit) {
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
