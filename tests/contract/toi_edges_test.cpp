// SPDX-License-Identifier: MIT

// The contract of time-of-impact methods, continued: traces, initial states, degenerate input and limits.

#include "tests/contract/toi_cases.h"
#include "tests/contract/toi_fixture.h"

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using toi_cases::Case;
using toi_cases::Random;

bool same_bits(double x, double y) {
    return std::memcmp(&x, &y, sizeof x) == 0;
}
bool same_bits(const ToiResult& x, const ToiResult& y) {
    const ToiIterations& m = x.iterations;
    const ToiIterations& n = y.iterations;
    return x.state == y.state && same_bits(x.t, y.t) && same_bits(x.distance, y.distance) &&
           same_bits(x.point.x, y.point.x) && same_bits(x.point.y, y.point.y) &&
           same_bits(x.normal.x, y.normal.x) && same_bits(x.normal.y, y.normal.y) && m.outer == n.outer &&
           m.push_back == n.push_back && m.steps == n.steps && m.root == n.root && m.gjk == n.gjk &&
           m.gjk_iterations == n.gjk_iterations && m.gjk_max_iterations == n.gjk_max_iterations &&
           m.root_max == n.root_max && m.feature_pairs == n.feature_pairs;
}

TEST_P(TimeOfImpact, TracingDoesNotChangeTheResult) {
    for (const RootFinderInfo& finder : root_finders()) {
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            Random random(seed);
            const Case c = toi_cases::random_case(random);
            ToiOptions options = high_limits();
            options.root_finder = finder.finder;
            ToiRecorder recorder;
            const ToiResult traced = time_of_impact(method(), c.input(), options, recorder);
            EXPECT_TRUE(same_bits(traced, solve(c, options))) << "seed " << seed << " " << finder.name;
        }
    }
}

TEST_P(TimeOfImpact, TraceAgreesWithTheCounters) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        ToiRecorder recorder;
        const ToiResult r = time_of_impact(method(), c.input(), high_limits(), recorder);
        ASSERT_GE(recorder.events.size(), 2u) << "seed " << seed;
        const ToiEvent::Kind first = recorder.events.front().kind;
        EXPECT_TRUE(first == ToiEvent::Kind::Outer || first == ToiEvent::Kind::Circles ||
                    first == ToiEvent::Kind::Step)
            << "seed " << seed;
        const ToiEvent& last = recorder.events.back();
        EXPECT_EQ(last.kind, ToiEvent::Kind::End) << "seed " << seed;
        EXPECT_EQ(last.state, r.state) << "seed " << seed;
        EXPECT_EQ(last.t1, r.t) << "seed " << seed;
        int outer = 0;
        int root = 0;
        int pairs = 0;
        int steps = 0;
        ToiEvent bracket;
        for (const ToiEvent& event : recorder.events) {
            outer += event.kind == ToiEvent::Kind::Outer ? 1 : 0;
            root += event.kind == ToiEvent::Kind::RootIterate ? 1 : 0;
            steps += event.kind == ToiEvent::Kind::Step ? 1 : 0;
            EXPECT_EQ(event.outer, outer - 1) << "seed " << seed;
            pairs += event.kind == ToiEvent::Kind::FeaturePair ? 1 : 0;
            if (event.kind == ToiEvent::Kind::RootBracket || event.kind == ToiEvent::Kind::FeaturePair)
                bracket = event;
            if (event.kind == ToiEvent::Kind::RootIterate) {
                // Iterates lie strictly inside the bracket, but a feature pair is first evaluated at its
                // start.
                const bool is_pair_start =
                    bracket.kind == ToiEvent::Kind::FeaturePair && event.t1 == bracket.t1;
                EXPECT_TRUE((is_pair_start || event.t1 > bracket.t1) && event.t1 < bracket.t2)
                    << "seed " << seed;
                EXPECT_NE(event.rule, ToiEvent::Rule::None) << "seed " << seed;
            }
            if (event.kind == ToiEvent::Kind::Advance) {
                EXPECT_GT(event.t2, event.t1) << "seed " << seed;
                EXPECT_GT(event.slope, 0.0) << "seed " << seed;
            }
        }
        EXPECT_EQ(outer, r.iterations.outer) << "seed " << seed;
        EXPECT_EQ(outer, r.iterations.gjk) << "seed " << seed;
        EXPECT_EQ(root, r.iterations.root) << "seed " << seed;
        EXPECT_EQ(pairs, r.iterations.feature_pairs) << "seed " << seed;
        EXPECT_EQ(steps, r.iterations.steps) << "seed " << seed;
        EXPECT_GE(r.iterations.gjk_iterations, r.iterations.gjk) << "seed " << seed;
    }
}

TEST_P(TimeOfImpact, ReportsAnInitialOverlap) {
    Case c = toi_cases::bullet();
    c.sweep_a = toi_cases::moving({0.0, 0.0}, {5.0, 0.0});
    const ToiResult r = solve(c);
    EXPECT_EQ(r.state, ToiState::Overlapped);
    EXPECT_EQ(r.t, 0.0);
    EXPECT_EQ(r.distance, 0.0);
}
TEST_P(TimeOfImpact, ReportsAStartWithinTheHitBandAsAHitAtZero) {
    Case c = toi_cases::bullet();
    c.sweep_a = toi_cases::moving({-0.075 - 0.006, 0.0}, {-5.0, 0.0});
    const ToiResult r = solve(c);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_EQ(r.t, 0.0);
    EXPECT_NEAR(r.distance, 0.006, 1e-15);
}
TEST_P(TimeOfImpact, ShapesAtRestAreSeparated) {
    Case c = toi_cases::bullet();
    c.sweep_a = toi_cases::at_rest({-1.0, 0.0});
    const ToiResult r = solve(c);
    EXPECT_EQ(r.state, ToiState::Separated);
    EXPECT_EQ(r.t, 1.0);
    EXPECT_LE(r.iterations.gjk, 2);
}
TEST_P(TimeOfImpact, ShapesWithEqualMotionAreSeparated) {
    Case c = toi_cases::blade(0.0);
    c.sweep_a.c1 = {3.0, 1.0};
    c.sweep_b.c1 = c.sweep_b.c0 + Vec2d{3.0, 1.0};
    EXPECT_EQ(solve(c).state, ToiState::Separated);
}

void expect_valid(const ToiResult& r) {
    EXPECT_TRUE(r.t >= 0.0 && r.t <= 1.0) << r.t;
    EXPECT_TRUE(std::isfinite(r.distance));
    EXPECT_TRUE(is_finite(r.point));
    EXPECT_TRUE(is_finite(r.normal));
    if (r.state == ToiState::Separated) {
        EXPECT_EQ(r.t, 1.0);
    }
    if (r.state == ToiState::Overlapped) {
        EXPECT_EQ(r.t, 0.0);
    }
}

// Points, duplicate points, degenerate polygons, coincident shapes, no motion, and many turns per step.
TEST_P(TimeOfImpact, ResultsAreValidForDegenerateInput) {
    const std::vector<std::vector<Vec2d>> shapes = {
        {{0.0, 0.0}},
        {{0.0, 0.0}, {0.0, 0.0}},
        {{-1.0, 0.0}, {1.0, 0.0}},
        {{-1.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}},
        toi_cases::box(1.0, 1.0),
        toi_cases::box(1e-9, 1e-9),
        toi_cases::box(1e6, 1e-6),
    };
    const Vec2d ends[] = {{0.0, 0.0}, {1e-300, 0.0}, {3.0, 0.5}, {1e9, -1e9}};
    const double rotations[] = {0.0, 1e-300, 7.0, -1e6};
    for (const auto& a : shapes) {
        for (const auto& b : shapes) {
            for (const Vec2d end : ends) {
                for (const double rotation : rotations) {
                    for (const Vec2d start : {Vec2d{0.0, 0.0}, Vec2d{3.0, 1.0}}) {
                        Case c{.a = a, .b = b};
                        c.sweep_a = toi_cases::moving(start, end, rotation);
                        c.sweep_b = toi_cases::moving({}, {}, -0.5 * rotation);
                        expect_valid(solve(c, {}));
                    }
                }
            }
        }
    }
}

// If a limit is reached, the state is Exhausted, and methods that are never late return a time before the
// hit.
TEST_P(TimeOfImpact, ReportsThatALimitWasReached) {
    const ToiOptions options{.max_iterations = 1, .max_root_iterations = 1};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        const ToiResult r = solve(c, options);
        expect_valid(r);
        EXPECT_LE(r.iterations.outer, 1) << "seed " << seed;
        EXPECT_LE(r.iterations.root_max, 1) << "seed " << seed;
        const ToiResult full = solve(c);
        if (r.state != ToiState::Exhausted) {
            EXPECT_EQ(r.state, full.state) << "seed " << seed;
        } else if (GetParam().never_late) {
            EXPECT_LE(r.t, full.t) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace toibox
