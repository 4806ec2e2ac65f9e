// SPDX-License-Identifier: MIT

// Every loop has a bound, and every bound is reached here: by few iterations allowed, or by a motion that
// would need more than a method is given.

#include "tests/contract/toi_cases.h"
#include "tests/contract/toi_fixture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

/// Of 500 random motions, those that a method gives up.
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

// One pass, and as many evaluations as are asked for.
TEST_P(TimeOfImpact, ReachesTheLimitOfItsPasses) {
    EXPECT_GT(count_exhausted(method(), {.max_iterations = 1, .max_root_iterations = 200}), 50);
}

// The other way round: of those that search for roots, or along each pair of features.
TEST_P(TimeOfImpact, ReachesTheLimitOfItsRootSearches) {
    const int exhausted = count_exhausted(method(), {.max_iterations = 5000, .max_root_iterations = 1});
    if (method() == ToiMethod::BilateralAdvancement || method() == ToiMethod::BruteForce) {
        EXPECT_GT(exhausted, 50);
    } else {
        EXPECT_EQ(exhausted, 0);
    }
}

// A wheel of 64 corners that turns almost three times while it comes down on a floor. Bisection pushes back
// one corner after the other, and each time the next one is deepest.
TEST(BilateralAdvancement, ReportsExhaustedOnAManySidedWheel) {
    std::vector<Vec2d> wheel;
    for (int i = 0; i < 64; ++i) {
        const double angle = 2.0 * pi * i / 64.0;
        wheel.push_back({std::cos(angle), std::sin(angle)});
    }
    const std::vector<Vec2d> floor{{-50.0, -1.0}, {50.0, -1.0}, {50.0, 0.0}, {-50.0, 0.0}};
    int given_up = 0;
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
        int most = 0;
        for (const ToiEvent& event : recorder.events)
            most = std::max(most, event.push_back + 1);
        ASSERT_LE(most, 64) << i;
        if (r.state != ToiState::Exhausted) continue;
        ++given_up;
        EXPECT_EQ(most, 64) << i;
    }
    EXPECT_GT(given_up, 0);
}

}  // namespace
}  // namespace toibox
