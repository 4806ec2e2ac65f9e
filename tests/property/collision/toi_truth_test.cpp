// SPDX-License-Identifier: MIT

// Tests the oracle: branch and bound in double against dense sampling in long double, and against the closed
// form for points.

#include "tests/support/toi_truth.h"

#include "tests/support/soak.h"
#include "tests/support/toi_oracle.h"
#include "tests/support/toi_queries.h"

#include <cmath>
#include <optional>

#include <gtest/gtest.h>

namespace toibox {

namespace {

using toi_queries::Query;
using truth::Answer;

class TimeOfImpactTruth : public testing::TestWithParam<toi_queries::KindInfo> {};

double core_distance(const Query& q, double t) {
    const ToiInput in = q.input();
    const auto a = oracle::placed_at(in.a, in.sweep_a, static_cast<long double>(t), in.sweep_a.c0);
    const auto b = oracle::placed_at(in.b, in.sweep_b, static_cast<long double>(t), in.sweep_a.c0);
    return static_cast<double>(oracle::distance(a, b).distance);
}

// The distance at the reported time is below the level, and the distances at all earlier of 400 samples are
// not. The resolution is that of judge_answer.
TEST_P(TimeOfImpactTruth, AgreesWithSamplingInLongDouble) {
    const int queries = testing_support::is_soak_run() ? 500 : 25;
    for (int i = 0; i < queries; ++i) {
        const Query q = toi_queries::query(GetParam().kind, static_cast<std::uint64_t>(i));
        const double level = q.options.target + q.radius_a + q.radius_b;
        const double resolution = 1e-6 * q.options.tolerance;
        const std::optional<double> first = truth::MovingPair(q.input()).first_below(level, resolution);
        if (first) {
            EXPECT_LE(core_distance(q, *first), level + resolution) << "query " << i;
        }
        const double end = first ? *first - 1e-9 : 1.0;
        for (int k = 0; k <= 400; ++k) {
            const double t = k / 400.0;
            if (t > end) break;
            ASSERT_GE(core_distance(q, t), level - 1.01 * resolution) << "query " << i << " t " << t;
        }
    }
}

// The distances at three times agree up to rounding, relative to the span of both shapes.
TEST_P(TimeOfImpactTruth, DistanceAgreesWithLongDouble) {
    for (int i = 0; i < 50; ++i) {
        const Query q = toi_queries::query(GetParam().kind, static_cast<std::uint64_t>(i));
        const double span = toi_queries::reach_of(q.a, 0.0, {}) + toi_queries::reach_of(q.b, 0.0, {}) +
                            length(q.sweep_b.c0 - q.sweep_a.c0) + length(q.sweep_b.c1 - q.sweep_a.c1);
        for (const double t : {0.0, 0.3, 1.0}) {
            EXPECT_NEAR(truth::MovingPair(q.input()).gap_at(t).distance, core_distance(q, t), 1e-14 * span)
                << "query " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Queries, TimeOfImpactTruth, testing::ValuesIn(toi_queries::kinds),
                         [](const auto& param) { return std::string(param.param.name); });

// Two points on straight lines: |e + t v| = level is a quadratic equation.
TEST(TimeOfImpactTruth, MatchesTheClosedFormForPoints) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        toi_queries::Random random(seed);
        Query q;
        q.a = q.b = {{0.0, 0.0}};
        q.sweep_b.c0 = random.vector(1.0, 3.0);
        q.sweep_b.c1 = random.vector(0.0, 3.0);
        const double level = 0.5;
        const Vec2d e = q.sweep_b.c0;
        const Vec2d v = q.sweep_b.c1 - q.sweep_b.c0;
        const double half_b = dot(e, v);
        const double discriminant = half_b * half_b - dot(v, v) * (dot(e, e) - level * level);
        if (std::abs(discriminant) < 1e-3) continue;  // a graze depends on the resolution
        const double root = discriminant > 0.0 ? (-half_b - std::sqrt(discriminant)) / dot(v, v) : 2.0;
        if (std::abs(root - 1.0) < 1e-3) continue;
        const std::optional<double> first = truth::MovingPair(q.input()).first_below(level, 1e-9);
        ASSERT_EQ(first.has_value(), root >= 0.0 && root <= 1.0) << "seed " << seed;
        if (!first) continue;
        ++found;
        EXPECT_NEAR(*first, root, 1e-7) << "seed " << seed;
    }
    EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace toibox
