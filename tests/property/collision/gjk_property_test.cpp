// SPDX-License-Identifier: MIT

// Compares gjk_distance with the long double oracle on every kind of difficulty. TOIBOX_QUERIES sets the
// number of queries per kind, and makes the tests print the maximum errors.

#include "toibox/narrow/gjk.h"

#include "tests/property/collision/gjk_cases.h"
#include "tests/support/distance_oracle.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace toibox {

namespace gjk_cases {
void PrintTo(const KindInfo& info, std::ostream* os) {
    *os << info.name;
}
}  // namespace gjk_cases

namespace {

using gjk_cases::Case;
using gjk_cases::Kind;
using gjk_cases::KindInfo;
using gjk_cases::Random;

// Bounds of acceptance; errors are relative to the extent.
constexpr long double max_error = 1e-14L;
constexpr long double max_gap = 1e-13L;
constexpr int max_iterations = 10;

int query_count() {
    const char* text = std::getenv("TOIBOX_QUERIES");
    return text != nullptr ? std::atoi(text) : 1000;
}

/// Maximum errors and iterations over the queries of a test.
struct Worst {
    long double error = 0;
    long double gap = 0;
    int misclassified = 0;
    int iterations = 0;
    long total_iterations = 0;
    long calls = 0;
};

/// Checks one result and updates `worst`.
void check_result(const Case& c, const GjkResult& r, Worst& worst, std::uint64_t seed) {
    const std::vector<oracle::Point> a = oracle::placed({c.a, 0.0}, c.pose_a, c.pose_a.p);
    const std::vector<oracle::Point> b = oracle::placed({c.b, 0.0}, c.pose_b, c.pose_a.p);
    const oracle::Distance truth = oracle::distance(a, b);
    const long double extent = oracle::extent({c.a, 0.0}, c.pose_a, {c.b, 0.0}, c.pose_b);
    const long double d = static_cast<long double>(r.core_distance);
    const bool false_overlap = d == 0 && truth.distance > max_gap * extent;
    const bool false_separation = d > max_gap * extent && truth.depth > max_gap * extent;
    worst.misclassified += false_overlap || false_separation ? 1 : 0;
    const long double error = std::fabs(d - truth.distance) / extent;
    worst.error = error > worst.error ? error : worst.error;
    if (r.core_distance > 0.0) {
        const long double s = oracle::separation_along(a, b, oracle::exact(r.normal));
        const long double gap = std::fabs(truth.distance - s) / extent;
        worst.gap = gap > worst.gap ? gap : worst.gap;
        EXPECT_LE(gap, max_gap) << "seed " << seed;
        const long double witness = oracle::length(oracle::exact(r.point_b) - oracle::exact(r.point_a));
        // Witness points are rounded in world coordinates, up to 8 m plus the extent from the origin.
        EXPECT_LE(std::fabs(witness - d), 1e-14L * (extent + 10)) << "seed " << seed;
    }
    worst.iterations = r.iterations > worst.iterations ? r.iterations : worst.iterations;
    worst.total_iterations += r.iterations;
    worst.calls += 1;
    EXPECT_FALSE(false_overlap) << "seed " << seed << " gap " << static_cast<double>(truth.distance);
    EXPECT_FALSE(false_separation) << "seed " << seed << " depth " << static_cast<double>(truth.depth);
    EXPECT_LE(error, max_error) << "seed " << seed;
    EXPECT_LE(r.iterations, max_iterations) << "seed " << seed;
    EXPECT_NE(r.exit, GjkExit::IterationLimit) << "seed " << seed;
}

GjkResult run_gjk(const Case& c, const SimplexSeed& seed = {}) {
    return gjk_distance({c.a, 0.0}, c.pose_a, {c.b, 0.0}, c.pose_b, seed);
}
Case swapped(const Case& c) {
    return {c.b, c.a, c.pose_b, c.pose_a};
}
/// Mirrored in the y axis, with the points in reverse order to stay counter-clockwise.
Case mirrored(const Case& c) {
    const auto flip = [](const std::vector<Vec2d>& points) {
        std::vector<Vec2d> out(points.rbegin(), points.rend());
        for (Vec2d& p : out)
            p.x = -p.x;
        return out;
    };
    const auto flip_pose = [](const Transformd& x) { return Transformd{{-x.p.x, x.p.y}, {x.q.c, -x.q.s}}; };
    return {flip(c.a), flip(c.b), flip_pose(c.pose_a), flip_pose(c.pose_b)};
}
/// A seed of any bytes: from another pose, degenerate, or invalid.
SimplexSeed random_seed(Random& random) {
    SimplexSeed seed;
    seed.count = static_cast<std::uint8_t>(random.below(8) == 0 ? random.below(256) : random.below(4));
    const int range = random.below(2) == 0 ? 3 : 256;
    for (std::size_t i = 0; i < 3; ++i) {
        seed.index_a[i] = static_cast<std::uint8_t>(random.below(range));
        seed.index_b[i] = static_cast<std::uint8_t>(random.below(range));
    }
    return seed;
}

class GjkDistance : public testing::TestWithParam<KindInfo> {
protected:
    template <class Check>
    void for_each_case(Check check) {
        for (int i = 0; i < query_count() && !HasFailure(); ++i) {
            const std::uint64_t seed =
                static_cast<std::uint64_t>(GetParam().kind) * 1'000'000'000u + static_cast<std::uint64_t>(i);
            Random random(seed);
            const Case c = gjk_cases::make(GetParam().kind, random);
            check(c, random, seed);
        }
        if (std::getenv("TOIBOX_QUERIES") == nullptr || worst.calls == 0) return;
        std::printf("%-28s error %.1e  gap %.1e  misclassified %d  iterations %.2f max %d\n",
                    std::string(GetParam().name).c_str(), static_cast<double>(worst.error),
                    static_cast<double>(worst.gap), worst.misclassified,
                    static_cast<double>(worst.total_iterations) / static_cast<double>(worst.calls),
                    worst.iterations);
    }
    Worst worst;
};

TEST_P(GjkDistance, AgreesWithTheOracle) {
    for_each_case(
        [&](const Case& c, Random&, std::uint64_t seed) { check_result(c, run_gjk(c), worst, seed); });
}

TEST_P(GjkDistance, RepairsAnySeed) {
    for_each_case([&](const Case& c, Random& random, std::uint64_t seed) {
        check_result(c, run_gjk(c, random_seed(random)), worst, seed);
    });
}

TEST_P(GjkDistance, StartsWarmFromItsOwnSeed) {
    for_each_case([&](const Case& c, Random&, std::uint64_t seed) {
        const GjkResult cold = run_gjk(c);
        const GjkResult warm = run_gjk(c, cold.seed);
        check_result(c, warm, worst, seed);
        EXPECT_LE(warm.iterations, cold.iterations + 1) << "seed " << seed;
    });
}

TEST_P(GjkDistance, AgreesWhenSwappedAndWhenMirrored) {
    for_each_case([&](const Case& c, Random&, std::uint64_t seed) {
        check_result(swapped(c), run_gjk(swapped(c)), worst, seed);
        check_result(mirrored(c), run_gjk(mirrored(c)), worst, seed);
    });
}

// Whether all fields of the results are bit-identical.
bool same_bits(const GjkResult& x, const GjkResult& y) {
    const double dx[] = {x.distance,  x.core_distance, x.point_a.x, x.point_a.y,
                         x.point_b.x, x.point_b.y,     x.normal.x,  x.normal.y};
    const double dy[] = {y.distance,  y.core_distance, y.point_a.x, y.point_a.y,
                         y.point_b.x, y.point_b.y,     y.normal.x,  y.normal.y};
    return std::memcmp(dx, dy, sizeof dx) == 0 && x.feature == y.feature && x.iterations == y.iterations &&
           x.exit == y.exit && x.seed == y.seed;
}

TEST_P(GjkDistance, TracingChangesNothing) {
    for_each_case([&](const Case& c, Random& random, std::uint64_t seed) {
        const SimplexSeed start = random_seed(random);
        TraceRecorder<GjkIteration> recorder;
        const GjkResult traced = gjk_distance({c.a, 0.1}, c.pose_a, {c.b, 0.2}, c.pose_b, start, recorder);
        const GjkResult untraced = gjk_distance({c.a, 0.1}, c.pose_a, {c.b, 0.2}, c.pose_b, start);
        EXPECT_TRUE(same_bits(traced, untraced)) << "seed " << seed;
        ASSERT_EQ(recorder.events.size(), static_cast<std::size_t>(untraced.iterations)) << "seed " << seed;
        EXPECT_TRUE(recorder.events.back().last) << "seed " << seed;
        for (const GjkIteration& it : recorder.events) {
            double sum = 0.0;
            for (std::size_t i = 0; i < static_cast<std::size_t>(it.count); ++i)
                sum += it.simplex[i].weight;
            EXPECT_NEAR(sum, 1.0, 1e-15) << "seed " << seed;
        }
        EXPECT_EQ(recorder.events.back().exit, untraced.exit) << "seed " << seed;
    });
}

// Regression, from two of 12 million seeds: B − A has a vertex 10 mm from the origin, between two vertices
// 200 m away. Measured from the far vertices, both edges at the near vertex seemed equally close, and GJK
// stopped on the wrong edge with a gap of 1.6e-13.
TEST(GjkNeedles, DistinguishesTwoEdgesThatMeetNearTheOrigin) {
    for (const std::uint64_t seed : {1983224u, 7916102u}) {
        Random random(seed);
        const Case c = gjk_cases::needles(random);
        Worst worst;
        check_result(c, run_gjk(c), worst, seed);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, GjkDistance, testing::ValuesIn(gjk_cases::kinds),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace toibox
