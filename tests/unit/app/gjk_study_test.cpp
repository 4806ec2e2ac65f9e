// SPDX-License-Identifier: MIT
#include "app/session/gjk_study.h"

#include "tests/unit/app/pair_cases.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr std::uint64_t gjk_cases_per_kind = 100;

double extent_of(const PairCase& pair) {
    return static_cast<double>(oracle::extent(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b));
}

GjkResult fresh(const PairCase& pair, const SimplexSeed& seed = {}) {
    return gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b, seed);
}

TEST(GjkStudy, ShowsWhatAFreshRunAnswers) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const GjkStudy study = study_gjk(pair);
        const GjkResult result = fresh(pair);
        EXPECT_EQ(study.result.distance, result.distance);
        EXPECT_EQ(study.result.core_distance, result.core_distance);
        EXPECT_EQ(study.result.point_a, result.point_a);
        EXPECT_EQ(study.result.point_b, result.point_b);
        EXPECT_EQ(study.result.normal, result.normal);
        EXPECT_EQ(study.result.exit, result.exit);
        ASSERT_EQ(static_cast<int>(study.steps.size()), result.iterations);
        for (const SimplexStep& step : study.steps)
            EXPECT_EQ(step.is_last(), &step == &study.steps.back());
        // The last iteration is the answer, but where rounding made an earlier one the best.
        const SimplexStep& last = study.steps.back();
        if (result.exit != GjkExit::NoProgress) {
            EXPECT_EQ(last.upper, result.core_distance);
        }
        EXPECT_EQ(last.deciding_line == GjkLine::Enclosed, result.exit == GjkExit::Enclosed);
    });
}

// Barycentric coordinates: they add up to one, make the closest point of the vertices and the witnesses of
// their ends, and A − B is what its vertices say.
TEST(GjkStudy, HasWeightsThatMakeTheClosestPoint) {
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

// Brute force in long double over all pairs of vertex and edge lies between the bounds of every iteration.
TEST(GjkStudy, HasBoundsThatBracketTheDistance) {
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
        const double radii = pair.radii();
        EXPECT_NEAR(study.separation, static_cast<double>(truth.distance - truth.depth) - radii,
                    rounding + 1e-14 * (length(pair.pose_a.p) + length(pair.pose_b.p)));
    });
}

// Each iteration has what the one before kept and its support, less what it dropped.
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

TEST(GjkStudy, StartsWarmWithNoMoreIterationsThanCold) {
    for_each_pair(gjk_cases_per_kind, [](const PairCase& pair) {
        const GjkStudy cold = study_gjk(pair);
        const GjkStudy warm = study_gjk(pair, cold.result.seed);
        EXPECT_LE(warm.result.iterations, cold.result.iterations);
        EXPECT_EQ(warm.seed, cold.result.seed);
        EXPECT_EQ(warm.steps.size(), static_cast<std::size_t>(fresh(pair, cold.result.seed).iterations));
    });
}

// Two unit boxes, corner in corner by 0.2 m: GJK ends with the origin enclosed and tells no depth.
TEST(GjkStudy, TellsAnOverlapAndItsDepth) {
    const std::vector<Vec2d> box = gjk_cases::box(0.5, 0.5);
    const GjkStudy study = study_gjk({{box, 0.0}, {box, 0.0}, {}, {{0.8, 0.7}, {}}});
    EXPECT_EQ(study.result.exit, GjkExit::Enclosed);
    EXPECT_EQ(study.result.distance, 0.0);
    EXPECT_NEAR(study.separation, -0.2, 1e-15);
    EXPECT_EQ(study.steps.back().deciding_line, GjkLine::Enclosed);
    EXPECT_FALSE(study.steps.back().support.has_value());
}

// The lecture's triangle and quadrilateral: (4, 2), (−8, −2), and not its (−6, 9) but (−1, −2), which
// encloses the origin. A search that starts to the right, since B's origin lies there.
TEST(GjkStudy, FollowsTheLecturesExample) {
    const std::vector<Vec2d> a{{4.0, 5.0}, {9.0, 9.0}, {4.0, 11.0}};
    const std::vector<Vec2d> b{{4.0, 7.0}, {6.0, 3.0}, {9.0, 2.0}, {11.0, 7.0}};
    const GjkStudy study = study_gjk({{a, 0.0}, {b, 0.0}, {}, {{1.0, 0.0}, {}}});
    ASSERT_EQ(study.steps.size(), 3u);
    EXPECT_EQ(study.steps[0].kept[0].w, (Vec2d{4.0, 2.0}));
    EXPECT_EQ(study.steps[0].support->w, (Vec2d{-8.0, -2.0}));
    EXPECT_EQ(study.steps[1].support->w, (Vec2d{-1.0, -2.0}));
    EXPECT_EQ(study.steps[2].kept.size(), 3u);
    EXPECT_EQ(study.steps[2].deciding_line, GjkLine::Enclosed);
    const auto is_lectures = [](const DifferenceVertex& vertex) { return vertex.at == Vec2d{-6.0, 9.0}; };
    EXPECT_TRUE(std::ranges::any_of(study.difference, is_lectures));
}

// Discs of 0.3 m, 0.5 m apart: their cores, two points, are apart, and the surfaces are not.
TEST(GjkStudy, KeepsCoresAndRadiiApart) {
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
