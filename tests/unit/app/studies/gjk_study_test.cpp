// SPDX-License-Identifier: MIT
#include "app/studies/distance/gjk_study.h"

#include "tests/unit/app/studies/pair_cases.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr std::uint64_t gjk_cases_per_kind = 100;

double extent_of(const PairCase& pair) {
    return static_cast<double>(oracle::extent(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b));
}

GjkResult run_gjk(const PairCase& pair, const SimplexSeed& seed = {}) {
    return gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b, seed);
}

TEST(GjkStudy, MatchesAnIndependentRun) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const GjkStudy study = study_gjk(pair);
        const GjkResult result = run_gjk(pair);
        EXPECT_EQ(study.result.distance, result.distance);
        EXPECT_EQ(study.result.core_distance, result.core_distance);
        EXPECT_EQ(study.result.point_a, result.point_a);
        EXPECT_EQ(study.result.point_b, result.point_b);
        EXPECT_EQ(study.result.normal, result.normal);
        EXPECT_EQ(study.result.exit, result.exit);
        ASSERT_EQ(static_cast<int>(study.steps.size()), result.iterations);
        for (const SimplexStep& step : study.steps)
            EXPECT_EQ(step.is_last(), &step == &study.steps.back());
        // The last iteration gives the result, unless rounding made an earlier iteration better.
        const SimplexStep& last = study.steps.back();
        if (result.exit != GjkExit::NoProgress) {
            EXPECT_EQ(last.upper, result.core_distance);
        }
        EXPECT_EQ(last.deciding_line == GjkLine::Enclosed, result.exit == GjkExit::Enclosed);
    });
}

// The barycentric weights sum to one and reproduce the closest point and the witness points. Each simplex
// vertex is the difference of the two vertices of A and B whose indices it has.
TEST(GjkStudy, WeightsReproduceTheClosestPoint) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const double rounding = 1e-14 * extent_of(pair);
        for (const SimplexStep& step : study_gjk(pair).steps) {
            double sum = 0.0;
            Vec2d closest{};
            for (const GjkVertex& vertex : step.kept) {
                sum += vertex.weight;
                closest += vertex.weight * vertex.w;
                EXPECT_LE(length(vertex.w - (world_vertex_a(pair, vertex.index_a) -
                                             world_vertex_b(pair, vertex.index_b))),
                          rounding + 1e-15 * length(pair.pose_a.p));
            }
            EXPECT_NEAR(sum, 1.0, 1e-14);
            EXPECT_LE(length(closest - step.closest), rounding);
            EXPECT_LE(length(step.witness_a - step.witness_b - step.closest),
                      rounding + 1e-14 * length(pair.pose_a.p));
            EXPECT_NEAR(length(step.closest), step.upper, rounding);
        }
    });
}

// The brute-force distance (long double, all pairs of vertex and edge) is within the bounds of every
// iteration.
TEST(GjkStudy, BoundsBracketTheDistance) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const oracle::Distance truth =
            oracle::distance(oracle::placed(pair.a.proxy(), pair.pose_a, pair.pose_a.p),
                             oracle::placed(pair.b.proxy(), pair.pose_b, pair.pose_a.p));
        const double distance = static_cast<double>(truth.distance);
        const double rounding = 1e-13 * extent_of(pair);
        const GjkStudy study = study_gjk(pair);
        for (const SimplexStep& step : study.steps) {
            EXPECT_LE(step.lower, distance + rounding);
            EXPECT_GE(step.upper, distance - rounding);
            EXPECT_GT(step.tolerance, 0.0);
        }
        const double radii = pair.sum_of_radii();
        EXPECT_NEAR(study.separation, static_cast<double>(truth.distance - truth.depth) - radii,
                    rounding + 1e-14 * (length(pair.pose_a.p) + length(pair.pose_b.p)));
    });
}

// Each iteration keeps or drops every vertex of the previous simplex and the previous support point.
TEST(GjkStudy, AccountsForEveryVertex) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const GjkStudy study = study_gjk(pair);
        EXPECT_TRUE(study.steps.front().dropped.empty());
        for (std::size_t i = 1; i < study.steps.size(); ++i) {
            const SimplexStep& before = study.steps[i - 1];
            const SimplexStep& step = study.steps[i];
            ASSERT_TRUE(before.support.has_value());
            EXPECT_EQ(step.kept.size() + step.dropped.size(), before.kept.size() + 1);
            for (const GjkVertex& vertex : step.dropped)
                EXPECT_EQ(vertex.weight, 0.0);
        }
    });
}

TEST(GjkStudy, WarmStartNeedsNoMoreIterations) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const GjkStudy cold = study_gjk(pair);
        const GjkStudy warm = study_gjk(pair, cold.result.seed);
        EXPECT_LE(warm.result.iterations, cold.result.iterations);
        EXPECT_EQ(warm.seed, cold.result.seed);
        EXPECT_EQ(warm.steps.size(), static_cast<std::size_t>(run_gjk(pair, cold.result.seed).iterations));
    });
}

// The corners of two unit boxes overlap by 0.2 m. GJK encloses the origin and gives no depth; the study adds
// the depth.
TEST(GjkStudy, HasTheDepthOfAnOverlap) {
    const std::vector<Vec2d> box = gjk_cases::box(0.5, 0.5);
    const GjkStudy study = study_gjk({{box, 0.0}, {box, 0.0}, {}, {{0.8, 0.7}, {}}});
    EXPECT_EQ(study.result.exit, GjkExit::Enclosed);
    EXPECT_EQ(study.result.distance, 0.0);
    EXPECT_NEAR(study.separation, -0.2, 1e-15);
    EXPECT_EQ(study.steps.back().deciding_line, GjkLine::Enclosed);
    EXPECT_FALSE(study.steps.back().support.has_value());
}

// The triangle and quadrilateral from W. Bittle, "GJK (Gilbert-Johnson-Keerthi)", dyn4j.org 2010. The search
// starts towards the origin of B, to the right, and visits (4, 2) and (−8, −2). The third vertex here is (−1,
// −2), which encloses the origin; in the article it is (−6, 9).
TEST(GjkStudy, FollowsTheExampleOfTheArticle) {
    const std::vector<Vec2d> a{{4.0, 5.0}, {9.0, 9.0}, {4.0, 11.0}};
    const std::vector<Vec2d> b{{4.0, 7.0}, {6.0, 3.0}, {9.0, 2.0}, {11.0, 7.0}};
    const GjkStudy study = study_gjk({{a, 0.0}, {b, 0.0}, {}, {{1.0, 0.0}, {}}});
    ASSERT_EQ(study.steps.size(), 3u);
    EXPECT_EQ(study.steps[0].kept[0].w, (Vec2d{4.0, 2.0}));
    EXPECT_EQ(study.steps[0].support->w, (Vec2d{-8.0, -2.0}));
    EXPECT_EQ(study.steps[1].support->w, (Vec2d{-1.0, -2.0}));
    EXPECT_EQ(study.steps[2].kept.size(), 3u);
    EXPECT_EQ(study.steps[2].deciding_line, GjkLine::Enclosed);
    const auto is_article_vertex = [](const DifferenceVertex& vertex) {
        return vertex.at == Vec2d{-6.0, 9.0};
    };
    EXPECT_TRUE(std::ranges::any_of(study.difference, is_article_vertex));
}

// The centres of two discs of radius 0.3 m are 0.5 m apart: the cores are two separate points, but the discs
// overlap.
TEST(GjkStudy, DistinguishesCoresFromRadii) {
    const GjkStudy study = study_gjk({{{{}}, 0.3}, {{{}}, 0.3}, {}, {{0.5, 0.0}, {}}});
    EXPECT_EQ(study.result.exit, GjkExit::RepeatedSupport);
    EXPECT_EQ(study.result.core_distance, 0.5);
    EXPECT_EQ(study.result.distance, 0.0);
    EXPECT_NEAR(study.separation, -0.1, 1e-15);
    ASSERT_EQ(study.difference.size(), 1u);
    EXPECT_EQ(study.difference[0].at, (Vec2d{-0.5, 0.0}));
}

}  // namespace
}  // namespace toibox::app
