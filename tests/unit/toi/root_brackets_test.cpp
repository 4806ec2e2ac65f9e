// SPDX-License-Identifier: MIT

// Root finders on the brackets that bilateral advancement passes to them, for random motions and the worst
// case in E. Catto, "Continuous Collision", GDC 2013. The numbers of evaluations are the same on every
// machine.

#include "toibox/toi/root_finder.h"
#include "toibox/toi/separation_function.h"

#include "tests/contract/toi_cases.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

constexpr double target = 0.005;

/// A bracket and its separation function.
struct RecordedBracket {
    std::size_t motion = 0;
    ToiEvent axis;
    ToiEvent bracket;
};

struct BracketSet {
    std::vector<toi_cases::Case> motions;
    std::vector<RecordedBracket> brackets;
};

BracketSet collect_brackets() {
    BracketSet set;
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
        toi_cases::Random random(seed);
        set.motions.push_back(toi_cases::random_case(random));
    }
    for (int i = 1; i <= 100; ++i)
        set.motions.push_back(toi_cases::worst_case(0.0051 + 0.0002 * i));
    for (std::size_t i = 0; i < set.motions.size(); ++i) {
        // time_of_impact works relative to A's centre.
        toi_cases::Case& c = set.motions[i];
        const Vec2d origin = c.sweep_a.c0;
        for (Vec2d* v : {&c.sweep_a.c0, &c.sweep_a.c1, &c.sweep_b.c0, &c.sweep_b.c1})
            *v -= origin;
        ToiRecorder recorder;
        (void)time_of_impact(ToiMethod::BilateralAdvancement, c.input(), {}, recorder);
        ToiEvent axis;
        for (const ToiEvent& event : recorder.events) {
            if (event.kind == ToiEvent::Kind::Axis) axis = event;
            if (event.kind == ToiEvent::Kind::RootBracket) set.brackets.push_back({i, axis, event});
        }
    }
    return set;
}

const BracketSet& bracket_set() {
    static const BracketSet set = collect_brackets();
    return set;
}

struct Curve {
    const SeparationFunction& s;
    int index_a;
    int index_b;
    double operator()(double t) const { return s.at(index_a, index_b, t); }
    [[nodiscard]] RootSample with_slope(double t) const { return s.with_slope(index_a, index_b, t); }
};

struct Cost {
    double mean_evaluations = 0.0;
    int max_evaluations = 0;
    int failures = 0;
};

Cost cost_of(RootFinder finder, double tolerance) {
    Cost cost;
    for (const RecordedBracket& recorded : bracket_set().brackets) {
        const ToiInput input = bracket_set().motions[recorded.motion].input();
        const SeparationFunction s(input, recorded.axis.feature, recorded.axis.axis, recorded.axis.anchor);
        const ToiEvent& bracket = recorded.bracket;
        const Curve curve{s, bracket.index_a, bracket.index_b};
        const RootSample first = curve.with_slope(bracket.t1);
        const RootResult root =
            find_root(finder, curve, {bracket.t1, first.s, bracket.t2, bracket.s2, first.slope},
                      {target, tolerance, 2000});
        cost.failures += root.converged ? 0 : 1;
        cost.mean_evaluations += root.evaluations;
        cost.max_evaluations = std::max(cost.max_evaluations, root.evaluations);
    }
    cost.mean_evaluations /= static_cast<double>(bracket_set().brackets.size());
    return cost;
}

/// Mean numbers of evaluations for a coarse and a fine tolerance; motions rotate by up to half a turn per
/// step.
struct ExpectedCost {
    RootFinder finder;
    double coarse;
    double fine;
    int max_evaluations;  ///< Of all searches with the fine tolerance.
};
constexpr ExpectedCost expected_costs[] = {
    {RootFinder::Bisection, 7.97, 34.79, 39},   {RootFinder::FalsePosition, 2.98, 9.70, 187},
    {RootFinder::Mixed, 3.85, 10.63, 21},       {RootFinder::Illinois, 2.94, 5.99, 14},
    {RootFinder::Itp, 3.86, 7.35, 38},          {RootFinder::Brent, 2.67, 4.86, 13},
    {RootFinder::Chandrupatla, 3.14, 5.17, 12}, {RootFinder::Newton, 2.37, 4.02, 13},
};

class RootBrackets : public testing::TestWithParam<RootFinderInfo> {};

// A new finder needs a line in the table. If the counts change, the behaviour of a finder has changed.
TEST_P(RootBrackets, TakeTheExpectedNumberOfEvaluations) {
    ASSERT_GT(bracket_set().brackets.size(), 10000u);
    const auto* const expected_cost =
        std::find_if(std::begin(expected_costs), std::end(expected_costs),
                     [&](const ExpectedCost& e) { return e.finder == GetParam().finder; });
    ASSERT_NE(expected_cost, std::end(expected_costs)) << GetParam().name << " is missing in expected_costs";
    const Cost coarse = cost_of(expected_cost->finder, 1.25e-3);
    const Cost fine = cost_of(expected_cost->finder, 1e-11);
    EXPECT_EQ(coarse.failures + fine.failures, 0);
    EXPECT_NEAR(coarse.mean_evaluations, expected_cost->coarse, 0.01);
    EXPECT_NEAR(fine.mean_evaluations, expected_cost->fine, 0.01);
    EXPECT_EQ(fine.max_evaluations, expected_cost->max_evaluations);
}

INSTANTIATE_TEST_SUITE_P(RootFinders, RootBrackets,
                         testing::ValuesIn(root_finders().begin(), root_finders().end()),
                         [](const auto& param) { return "Finder" + std::to_string(param.index); });

// The slope for Newton's method, compared with central differences of s on every tenth bracket.
TEST(SeparationSlope, MatchesCentralDifferences) {
    const double h = 1e-6;
    for (std::size_t i = 0; i < bracket_set().brackets.size(); i += 10) {
        const RecordedBracket& recorded = bracket_set().brackets[i];
        const ToiInput input = bracket_set().motions[recorded.motion].input();
        const SeparationFunction s(input, recorded.axis.feature, recorded.axis.axis, recorded.axis.anchor);
        const Curve curve{s, recorded.bracket.index_a, recorded.bracket.index_b};
        for (const double t : {recorded.bracket.t1 + h, 0.5 * (recorded.bracket.t1 + recorded.bracket.t2)}) {
            const RootSample sample = curve.with_slope(t);
            // The third derivative is below 1000 m/step³: truncation h² · 1000, rounding 1e-15 / h.
            EXPECT_NEAR(sample.slope, (curve(t + h) - curve(t - h)) / (2.0 * h), 1e-8) << "bracket " << i;
            EXPECT_EQ(sample.s, curve(t)) << "bracket " << i;
        }
    }
}

}  // namespace
}  // namespace toibox
