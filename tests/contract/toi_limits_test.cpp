// SPDX-License-Identifier: MIT

// Every loop of a time-of-impact method has a limit. These tests reach each limit, either by setting it low
// or with a hard motion.

#include "tests/contract/toi_cases.h"
#include "tests/contract/toi_fixture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

/// The number of motions, out of 500 random ones, that exhaust the limits.
int count_exhausted(ToiMethod method, const ToiOptions& options) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        toi_cases::Random random(seed);
        const toi_cases::Case c = toi_cases::random_case(random);
        const ToiResult r = time_of_impact(method, c.input(), options);
        EXPECT_LE(r.iterations.outer, options.max_iterations) << "seed " << seed;
        EXPECT_LE(r.iterations.steps, options.max_iterations) << "seed " << seed;
        EXPECT_LE(r.iterations.root_max, options.max_root_iterations) << "seed " << seed;
        count += r.state == ToiState::Exhausted ? 1 : 0;
    }
    return count;
}

TEST_P(TimeOfImpact, ReachesTheOuterLimit) {
    EXPECT_GT(count_exhausted(method(), {.max_iterations = 1, .max_root_iterations = 200}), 50);
}

// Only methods that search for roots can reach this limit.
TEST_P(TimeOfImpact, ReachesTheRootLimit) {
    const int exhausted = count_exhausted(method(), {.max_iterations = 5000, .max_root_iterations = 1});
    if (method() == ToiMethod::BilateralAdvancement || method() == ToiMethod::BruteForce) {
        EXPECT_GT(exhausted, 50);
    } else {
        EXPECT_EQ(exhausted, 0);
    }
}

// A wheel of 64 corners makes almost three turns while it sinks into a floor. Each push-back resolves one
// corner, and then another corner is deepest, up to the limit of 64 push-backs.
TEST(BilateralAdvancement, ReportsExhaustedOnAManySidedWheel) {
    std::vector<Vec2d> wheel;
    for (int i = 0; i < 64; ++i) {
        const double angle = 2.0 * pi * i / 64.0;
        wheel.push_back({std::cos(angle), std::sin(angle)});
    }
    const std::vector<Vec2d> floor{{-50.0, -1.0}, {50.0, -1.0}, {50.0, 0.0}, {-50.0, 0.0}};
    int exhausted = 0;
    for (int i = 0; i < 100; ++i) {
        const double gap = 0.006 + 1e-6 * i;
        const ToiInput input{.a = {floor, 0.0},
                             .b = {wheel, 0.0},
                             .sweep_b = {.c0 = {0.0, 1.0 + gap}, .c1 = {2.0, 0.99}, .delta_angle = 17.6665}};
        ToiRecorder recorder;
        const ToiResult r = time_of_impact(ToiMethod::BilateralAdvancement, input,
                                           {.target = 1e-4,
                                            .tolerance = 6e-7,
                                            .root_finder = RootFinder::Bisection,
                                            .max_iterations = 1000,
                                            .max_root_iterations = 1000},
                                           recorder);
        int max_push_backs = 0;
        for (const ToiEvent& event : recorder.events)
            max_push_backs = std::max(max_push_backs, event.push_back_index + 1);
        ASSERT_LE(max_push_backs, 64) << i;
        if (r.state != ToiState::Exhausted) continue;
        ++exhausted;
        EXPECT_EQ(max_push_backs, 64) << i;
    }
    EXPECT_GT(exhausted, 0);
}

}  // namespace
}  // namespace toibox
