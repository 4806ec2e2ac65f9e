// SPDX-License-Identifier: MIT

// The contract of distance methods, continued: crossing shapes, shapes without size, invalid input and
// iteration limits; and the coherence of methods that keep a cache.

#include "toibox/narrow/approximate_distance.h"
#include "toibox/narrow/tuning.h"

#include "tests/contract/distance_fixture.h"

#include <limits>
#include <string>

namespace toibox {
namespace {

using gjk_cases::box;

/// A regular polygon with the maximum number of vertices.
std::vector<Vec2d> regular_polygon(double radius, double phase) {
    std::vector<Vec2d> points;
    for (int i = 0; i < Polygon::max_vertices; ++i) {
        const double angle = phase + 2.0 * pi * i / Polygon::max_vertices;
        points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}

// The bars of a plus sign: neither contains a vertex of the other.
TEST_P(DistanceContract, DetectsCrossingBarsIfPromised) {
    const std::vector<Vec2d> horizontal = box(2.0, 0.25);
    const std::vector<Vec2d> vertical = box(0.25, 2.0);
    const DistanceResult r = solve({.a = {horizontal}, .b = {vertical}, .pose_b = {{0.5, 0.0}, {}}});
    EXPECT_EQ(r.state == DistanceState::Overlapping, GetParam().detects_crossings);
    if (GetParam().gives_depth) {
        EXPECT_DOUBLE_EQ(r.separation, -1.75);
        EXPECT_EQ(r.normal, (Vec2d{1.0, 0.0}));
    }
}

// Two segments cross 0.5 m from the nearest end.
TEST_P(DistanceContract, DetectsCrossingSegmentsIfPromised) {
    const std::vector<Vec2d> horizontal{{-1.0, 0.0}, {1.0, 0.0}};
    const std::vector<Vec2d> vertical{{0.0, -0.5}, {0.0, 1.0}};
    const DistanceResult r = solve({.a = {horizontal}, .b = {vertical}});
    EXPECT_EQ(r.state == DistanceState::Overlapping, GetParam().detects_crossings);
    if (GetParam().gives_depth) {
        EXPECT_DOUBLE_EQ(r.separation, -0.5);
        EXPECT_EQ(r.normal, (Vec2d{0.0, 1.0}));
    }
}

// A small box inside a large one: the depth is the translation that moves the small box out completely.
TEST_P(DistanceContract, MeasuresABoxInsideABox) {
    const std::vector<Vec2d> large = box(2.0, 3.0);
    const std::vector<Vec2d> small = box(0.25, 0.25);
    const DistanceInput in{.a = {large}, .b = {small}, .pose_b = {{0.5, 0.0}, {}}};
    for (const DistanceInput& input :
         {in, DistanceInput{.a = in.b, .pose_a = in.pose_b, .b = in.a, .pose_b = in.pose_a}}) {
        const DistanceResult r = solve(input);
        EXPECT_EQ(r.state, DistanceState::Overlapping);
        if (GetParam().gives_depth) {
            EXPECT_DOUBLE_EQ(r.separation, -1.75);
        }
    }
}

// The far sides have vertices at their midpoints, whose neighbours are no nearer to the other shape. A search
// that walks along the boundary must not stop at such a vertex.
TEST_P(DistanceContract, IsNotTrappedOnTheFarSide) {
    const std::vector<Vec2d> a{{-1.5, 1.25}, {-1.5, 0.0}, {-1.5, -1.25}, {0.0, -1.25},
                               {1.5, -1.25}, {1.5, 0.0},  {1.5, 1.25},   {0.0, 1.25}};
    const std::vector<Vec2d> b{{-1.75, -0.5}, {0.0, -0.5}, {1.75, -0.5}, {1.75, 0.0},
                               {1.75, 0.5},   {0.0, 0.5},  {-1.75, 0.5}, {-1.75, 0.0}};
    EXPECT_EQ(solve({.a = {a}, .b = {b}, .pose_b = {{2.75, 0.5}, {}}}).state, DistanceState::Overlapping);

    const std::vector<Vec2d> from_top{{0.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}};
    const DistanceResult apart = solve({.a = {from_top}, .b = {from_top}, .pose_b = {{0.0, 3.0}, {}}});
    EXPECT_EQ(apart.state, DistanceState::Apart);
    if (GetParam().gives_distance) {
        EXPECT_DOUBLE_EQ(apart.separation, 1.0);
    }
}

// Parallel boxes: several edges of B − A are collinear, but only the one that contains the foot of the origin
// has witness points opposite each other. Two directions have the same depth.
TEST_P(DistanceContract, WitnessPointsOfParallelBoxesAreOpposite) {
    if (!GetParam().gives_depth || !GetParam().gives_points)
        GTEST_SKIP() << "has no witness points of a depth";
    const std::vector<Vec2d> a{{-1.0, 0.75}, {-1.0, -0.75}, {1.0, -0.75}, {1.0, 0.75}};
    const std::vector<Vec2d> b{{2.0, 1.5}, {-2.0, 1.5}, {-2.0, -1.5}, {2.0, -1.5}};
    const DistanceResult r = solve({.a = {a}, .b = {b}, .pose_b = {{-0.75, 0.0}, {}}});
    EXPECT_EQ(r.separation, -2.25);
    EXPECT_EQ(r.point_b - r.point_a, r.separation * r.normal);
}

// Touching boxes with collinear edges: rounding decides which of the edges a vertex is behind, and must not
// cause an endless walk.
TEST_P(DistanceContract, EndsOnCollinearEdges) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        gjk_cases::Random random(seed);
        const gjk_cases::Case c = gjk_cases::make(gjk_cases::Kind::AlignedBoxesWithMidPoints, random);
        ASSERT_NE(solve(input_of(c)).state, DistanceState::Exhausted) << "seed " << seed;
    }
}

// Points, segments without length, and polygons whose vertices are all equal.
TEST_P(DistanceContract, MeasuresShapesWithoutSize) {
    for (const std::size_t n : {1u, 2u, 5u}) {
        for (const std::size_t m : {1u, 2u, 5u}) {
            const std::vector<Vec2d> a(n, Vec2d{0.25, 0.0});
            const std::vector<Vec2d> b(m, Vec2d{-0.25, 0.0});
            const DistanceResult apart = solve({.a = {a, 0.5}, .b = {b, 0.5}, .pose_b = {{3.5, 4.0}, {}}});
            EXPECT_EQ(apart.state, DistanceState::Apart);
            if (GetParam().gives_distance) {
                EXPECT_DOUBLE_EQ(apart.separation, 4.0);
                EXPECT_NEAR(length(apart.normal - Vec2d{0.6, 0.8}), 0.0, 1e-15);
            }
            // For concentric discs all directions are equal.
            const DistanceResult same = solve({.a = {a, 0.5}, .b = {b, 0.25}, .pose_b = {{0.5, 0.0}, {}}});
            EXPECT_EQ(same.state, DistanceState::Overlapping);
            EXPECT_EQ(same.separation, -0.75);
        }
    }
}

// NaN, infinity, a negative radius, and too few or too many points are rejected before the first iteration.
TEST_P(DistanceContract, RejectsInvalidInput) {
    const std::vector<Vec2d> good = box(1.0, 1.0);
    const DistanceInput in{.a = {good}, .b = {good}, .pose_b = {{5.0, 0.0}, {}}};
    ASSERT_EQ(solve(in).state, DistanceState::Apart);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<Vec2d> too_many(Polygon::max_vertices + 1, Vec2d{});
    std::vector<DistanceInput> bad;
    for (const double x : {nan, infinity, -infinity, 2.0 * tuning::max_distance_coordinate}) {
        bad.insert(bad.end(), 3, in);
        bad[bad.size() - 1].pose_a.p.x = x;
        bad[bad.size() - 2].pose_b.q.s = x;
        bad[bad.size() - 3].b.radius = x;
    }
    std::vector<Vec2d> with_nan = good;
    with_nan[2].y = nan;
    bad.insert(bad.end(), 4, in);
    bad[bad.size() - 1].a.points = with_nan;
    bad[bad.size() - 2].b.points = {};
    bad[bad.size() - 3].a.points = too_many;
    bad[bad.size() - 4].a.radius = -1.0;
    for (std::size_t i = 0; i < bad.size(); ++i) {
        const DistanceResult r = solve(bad[i]);
        EXPECT_EQ(r.state, DistanceState::Invalid) << i;
        EXPECT_EQ(r.separation, 0.0) << i;
        EXPECT_EQ(r.iterations, 0) << i;
    }
}

// The largest and smallest floats as sizes and positions.
TEST_P(DistanceContract, HandlesExtremeFloats) {
    for (const double size : {1e-38, 1e-20, 1e20, 1e38}) {
        const std::vector<Vec2d> a = box(size, size);
        const DistanceResult r = solve({.a = {a}, .b = {a}, .pose_b = {{3.0 * size, 0.5 * size}, {}}});
        EXPECT_EQ(r.state, DistanceState::Apart) << size;
        if (GetParam().gives_distance) {
            EXPECT_NEAR(r.separation / size, 1.0, 1e-6) << size;
        }
    }
}

// Lengths whose products underflow: results are as small as the shapes, and the smallest shapes act like
// points.
TEST_P(DistanceContract, HandlesShapesWhoseProductsUnderflow) {
    for (const double size : {1e-55, 1e-80, 1e-120, 1e-160, 1e-200, 1e-300, 5e-324}) {
        const std::vector<Vec2d> tiny{{-size, -size}, {size, -size}, {size, size}, {-size, size}};
        const double max_length = 10.0 * size + 1e-150;
        for (const Vec2d offset : {Vec2d{}, {size, 0.0}, {3.0 * size, 0.0}, {3.0 * size, -2.0 * size}}) {
            const DistanceResult r = solve({.a = {tiny}, .b = {tiny}, .pose_b = {offset, {}}});
            EXPECT_NE(r.state, DistanceState::Invalid) << size;
            if (size <= 1e-200) {
                EXPECT_EQ(r.state, DistanceState::Overlapping) << size;
            }
            EXPECT_LE(std::abs(r.separation), max_length) << size;
            EXPECT_TRUE(is_finite(r.normal)) << size;
            EXPECT_LE(std::abs(r.point_a.x) + std::abs(r.point_a.y), max_length) << size;
            EXPECT_LE(std::abs(r.point_b.x) + std::abs(r.point_b.y), max_length) << size;
        }
    }
}

// The limit is one iteration less than two polygons with the maximum number of vertices need.
TEST_P(DistanceContract, ReportsThatALimitWasReached) {
    if (!GetParam().supports_iteration_limit) GTEST_SKIP() << "has no limit to set";
    const std::vector<Vec2d> a = regular_polygon(1.0, 0.0);
    const std::vector<Vec2d> b = regular_polygon(1.0, 0.003);
    // A method that gives distances but no depths takes more iterations on polygons that are apart, the other
    // methods on overlapping ones.
    const double x = GetParam().gives_distance && !GetParam().gives_depth ? 2.001 : 0.25;
    const DistanceInput in{.a = {a}, .b = {b}, .pose_b = {{x, 0.3}, {}}};
    const DistanceResult full = solve(in);
    ASSERT_NE(full.state, DistanceState::Exhausted);
    ASSERT_GT(full.iterations, 1);
    const DistanceResult limited = solve(in, {.max_iterations = full.iterations - 1});
    EXPECT_EQ(limited.state, DistanceState::Exhausted);
    EXPECT_EQ(limited.iterations, full.iterations - 1);
    EXPECT_EQ(solve(in, {.max_iterations = full.iterations}).state, full.state);
}

// The worst case: all edges of the Minkowski difference are at nearly the same distance from the origin. The
// default limit is not reached.
TEST_P(DistanceContract, MeasuresConcentricPolygonsWithinTheLimit) {
    const std::vector<Vec2d> a = regular_polygon(1.0, 0.0);
    const std::vector<Vec2d> b = regular_polygon(0.5, 0.003);
    const DistanceResult r = solve({.a = {a}, .b = {b}});
    EXPECT_EQ(r.state, DistanceState::Overlapping);
    if (GetParam().gives_depth) {
        EXPECT_NEAR(r.separation, -1.5, 2e-4);
    }
}

/// Two octagons that rotate slowly in opposite directions and never touch. One frame is a time step.
class RotatingOctagons {
public:
    DistanceInput& at(int frame) {
        input_.pose_a.q = {std::cos(0.01 * frame), std::sin(0.01 * frame)};
        input_.pose_b.q = {std::cos(0.017 * frame), -std::sin(0.017 * frame)};
        return input_;
    }

private:
    static std::vector<Vec2d> octagon() {
        std::vector<Vec2d> points;
        for (int i = 0; i < 8; ++i)
            points.push_back({std::cos(pi * i / 4.0), std::sin(pi * i / 4.0)});
        return points;
    }
    std::vector<Vec2d> points_ = octagon();
    DistanceInput input_{.a = {points_}, .b = {points_}, .pose_b = {{2.5, 0.4}, {}}};
};

// An axis fixed to a face separates the octagons while that face points to the other, about 25 frames.
TEST(CachedAxis, NeedsOneTestForCoherentMotion) {
    RotatingOctagons octagons;
    int single_tests = 0;
    for (int frame = 0; frame < 1000; ++frame) {
        DistanceInput& in = octagons.at(frame);
        const DistanceResult r = measure_distance(DistanceMethod::CachedAxis, in);
        ASSERT_EQ(r.state, DistanceState::Apart) << frame;
        EXPECT_LE(r.separation, measure_distance(DistanceMethod::Gjk, in).separation + 1e-14) << frame;
        single_tests += r.iterations == 1 ? 1 : 0;
        EXPECT_EQ(r.is_exact, r.iterations > 1) << frame;
        in.cache = r.cache;
    }
    EXPECT_GE(single_tests, 950);
    EXPECT_LT(single_tests, 1000);
}

// Source: M. Lin, J. Canny, "A Fast Algorithm for Incremental Distance Calculation", ICRA 1991 (nearly
// constant time for coherent motion).
TEST(FeatureWalk, NeedsFewIterationsForCoherentMotion) {
    RotatingOctagons octagons;
    long total_iterations = 0;
    for (int frame = 0; frame < 1000; ++frame) {
        DistanceInput& in = octagons.at(frame);
        const DistanceResult result = measure_distance(DistanceMethod::FeatureWalk, in);
        EXPECT_NEAR(result.separation, measure_distance(DistanceMethod::Gjk, in).separation, 1e-14);
        if (frame > 0) {
            EXPECT_LE(result.iterations, 4) << frame;
            total_iterations += result.iterations;
        }
        in.cache = result.cache;
    }
    EXPECT_LT(total_iterations, 1300);
}

// For the displacement (3, 4) the approximation is 5.5. It is never below the distance, and above it by at
// most a factor of √5/2, reached at (2, 1).
TEST(ApproximateDistance, KeepsItsBounds) {
    EXPECT_EQ(octagonal_distance({1.0, 1.0}, {4.0, 5.0}), 5.5);
    EXPECT_EQ(squared_distance({1.0, 1.0}, {4.0, 5.0}), 25.0);
    EXPECT_EQ(octagonal_distance({0.0, 0.0}, {0.0, -3.0}), 3.0);
    EXPECT_NEAR(octagonal_distance({}, {2.0, 1.0}) / std::sqrt(5.0), max_octagonal_ratio, 1e-15);
    for (int i = 0; i < 10000; ++i) {
        const double angle = 2.0 * pi * i / 10000;
        const Vec2d v{3.0 * std::cos(angle), 3.0 * std::sin(angle)};
        const double ratio = octagonal_distance({}, v) / 3.0;
        EXPECT_GE(ratio, 1.0 - 1e-15);
        EXPECT_LE(ratio, max_octagonal_ratio + 1e-15);
    }
}

}  // namespace
}  // namespace toibox
