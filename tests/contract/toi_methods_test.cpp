// SPDX-License-Identifier: MIT

// Strengths, limitations and iteration counts of individual time-of-impact methods. Properties that all
// methods share are tested in toi_contract_test.cpp.

#include "tests/contract/toi_cases.h"
#include "tests/contract/toi_fixture.h"
#include "tests/support/toi_oracle.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using toi_cases::Case;
using toi_cases::Random;

// The methods are deterministic, so a changed iteration count is a change of behaviour.

// The bullet does not rotate, so the first advance is exact. The second query confirms the hit.
TEST(ConservativeAdvancement, NeedsTwoQueriesForTheBullet) {
    const ToiResult r =
        time_of_impact(ToiMethod::ConservativeAdvancement, toi_cases::bullet().input(), high_limits());
    EXPECT_EQ(r.iterations.gjk, 2);
}
TEST(BilateralAdvancement, NeedsOneRootEvaluationForTheBullet) {
    const ToiResult r =
        time_of_impact(ToiMethod::BilateralAdvancement, toi_cases::bullet().input(), high_limits());
    EXPECT_EQ(r.iterations.outer, 2);
    EXPECT_EQ(r.iterations.root, 1);  // s(t) is linear, so the first iterate (false position) is the root
}

/// The results for the worst case of conservative advancement, whose gap is halved from one to the next.
/// Source: E. Catto, "Continuous Collision", GDC 2013, slide "Getting closer makes it worse".
std::vector<ToiResult> results_of_the_worst_case(ToiMethod method) {
    const ToiOptions options{.target = 1e-4, .tolerance = 2.5e-5, .max_iterations = 5000};
    std::vector<ToiResult> results;
    for (const double gap : {0.01, 0.005, 0.0025, 0.00125}) {
        results.push_back(time_of_impact(method, toi_cases::worst_case(gap).input(), options));
        EXPECT_EQ(results.back().state, ToiState::Hit) << "gap " << gap;
    }
    return results;
}

TEST(ConservativeAdvancement, HalvingTheGapOfTheWorstCaseDoublesTheIterations) {
    int previous = 0;
    for (const ToiResult& r : results_of_the_worst_case(ToiMethod::ConservativeAdvancement)) {
        if (previous > 0) {
            EXPECT_NEAR(r.iterations.gjk, 2 * previous, 0.1 * previous);
        }
        previous = r.iterations.gjk;
    }
    EXPECT_EQ(previous, 326);
}
// After 11 halvings, a path of 2 m is divided into intervals that are shorter than the hit band, 1 mm. The
// method also tests the start and the end of the step.
TEST(IntervalHalving, NeedsAtMostElevenHalvingsForTwoMetres) {
    const ToiOptions options{.target = 0.005, .tolerance = 5e-4};
    Case c = toi_cases::bullet();
    c.sweep_a = toi_cases::moving({-2.0, 0.0}, {0.0, 0.0});
    const ToiResult r = time_of_impact(ToiMethod::IntervalHalving, c.input(), options);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_LE(r.iterations.gjk, 2 + 11);
    EXPECT_GE(r.iterations.gjk, 2 + 7);
}
// The bullet is past the wall at the end of the step, where the method looks for contact.
TEST(IntervalHalving, MissesTheBullet) {
    const ToiResult r = time_of_impact(ToiMethod::IntervalHalving, toi_cases::bullet().input());
    EXPECT_EQ(r.state, ToiState::Separated);
    EXPECT_EQ(r.iterations.gjk, 2);
}

/// A regular polygon of n corners with a circumradius of 0.5 m; for n = 2 a segment, for n = 1 a point.
std::vector<Vec2d> regular_polygon(int n) {
    std::vector<Vec2d> points;
    for (int i = 0; i < n; ++i)
        points.push_back({0.5 * std::cos(2.0 * pi * i / n), 0.5 * std::sin(2.0 * pi * i / n)});
    return points;
}

// Two polygons of n and m vertices have 2 n m vertex-edge pairs. A segment has one edge; a point counts as
// one edge, too.
TEST(BruteForce, TestsEachVertexWithEachEdge) {
    const struct {
        int a, b, pairs;
    } cases[] = {{3, 4, 24}, {4, 4, 32}, {8, 8, 128}, {32, 32, 2048}, {2, 4, 12}, {1, 4, 8}};
    for (const auto& c : cases) {
        const Case motion{.a = regular_polygon(c.a),
                          .b = regular_polygon(c.b),
                          .sweep_a = toi_cases::moving({-3.0, 0.2}, {3.0, 0.0}, 1.0),
                          .sweep_b = toi_cases::at_rest({})};
        const ToiResult r = time_of_impact(ToiMethod::BruteForce, motion.input());
        EXPECT_EQ(r.state, ToiState::Hit);
        EXPECT_EQ(r.iterations.feature_pairs, c.pairs) << c.a << " against " << c.b;
        EXPECT_LE(r.iterations.root_max, 12) << c.a << " against " << c.b;
    }
}
// Each pair has its own motion bound, so the vertex at rest does not slow down the search for the other one.
TEST(BruteForce, IsUnaffectedByTheWorstCase) {
    for (const ToiResult& r : results_of_the_worst_case(ToiMethod::BruteForce)) {
        EXPECT_EQ(r.iterations.feature_pairs, 24);
        EXPECT_LE(r.iterations.root_max, 8);
    }
}

// The blade only rotates. Linear cast ignores rotation, so it finds no contact and promises_hold() is false.
TEST(LinearCast, MissesTheBlade) {
    const Case blade = toi_cases::blade(pi / 2.0);
    const Case bullet = toi_cases::bullet();
    EXPECT_EQ(time_of_impact(ToiMethod::LinearCast, blade.input()).state, ToiState::Separated);
    EXPECT_FALSE(promises_hold(ToiMethod::LinearCast, blade.input()));
    EXPECT_TRUE(promises_hold(ToiMethod::ConservativeAdvancement, blade.input()));
    EXPECT_TRUE(promises_hold(ToiMethod::LinearCast, bullet.input()));
}
// A box of 0.4 m flies at a wall. Only the centre of the box is cast, so the box stops with its centre at the
// surface of the wall.
TEST(CentreRay, LeavesHalfOfABoxInTheWall) {
    Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(1.0, 1.0)};
    c.sweep_a = toi_cases::moving({-4.0, 0.0}, {0.0, 0.0});
    c.sweep_b = toi_cases::at_rest({});
    const ToiOptions options;
    const ToiResult r = time_of_impact(ToiMethod::CentreRay, c.input(), options);
    ASSERT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.t, (3.0 - options.target) / 4.0, options.tolerance / 4.0);
    EXPECT_EQ(oracle::surface_distance(c.input(), static_cast<long double>(r.t)), 0.0L);
    EXPECT_FALSE(promises_hold(ToiMethod::CentreRay, c.input()));
}
// Linear cast and centre ray are conservative advancement of their effective input. Certified advancement
// uses its input unchanged.
TEST(EffectiveInput, GivesTheSameResultWithConservativeAdvancement) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        for (const ToiMethod method : {ToiMethod::LinearCast, ToiMethod::CentreRay}) {
            Vec2d center;
            const ToiInput effective = effective_input(method, c.input(), center);
            const ToiResult result = time_of_impact(method, c.input());
            const ToiResult advanced = time_of_impact(ToiMethod::ConservativeAdvancement, effective);
            EXPECT_EQ(result.state, advanced.state) << "seed " << seed;
            EXPECT_EQ(result.t, advanced.t) << "seed " << seed;
            EXPECT_EQ(effective.sweep_a.delta_angle, 0.0);
        }
        Vec2d unused;
        EXPECT_EQ(effective_input(ToiMethod::Certified, c.input(), unused).a.points.data(), c.a.data());
    }
}
// The bounding circles pass each other at a distance, so the query at the start of the step is enough.
TEST(MovingSpheres, RejectsDistantCirclesWithOneQuery) {
    Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(0.2, 0.2)};
    c.sweep_a = toi_cases::moving({-4.0, 1.0}, {4.0, 1.0}, 3.0);
    c.sweep_b = toi_cases::at_rest({});
    const ToiResult r = time_of_impact(ToiMethod::MovingSpheres, c.input());
    EXPECT_EQ(r.state, ToiState::Separated);
    EXPECT_EQ(r.iterations.gjk, 1);
}
// The motion bound of moving spheres ignores the direction of motion, so a shape that slides past another
// takes more than five times as many queries as with conservative advancement.
TEST(MovingSpheres, NeedsMoreQueriesForSlidingShapes) {
    Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(1.0, 1.0)};
    c.sweep_a = toi_cases::moving({-3.0, 1.3}, {3.0, 1.3});
    c.sweep_b = toi_cases::at_rest({});
    const ToiResult spheres = time_of_impact(ToiMethod::MovingSpheres, c.input(), high_limits());
    const ToiResult advanced = time_of_impact(ToiMethod::ConservativeAdvancement, c.input(), high_limits());
    EXPECT_EQ(spheres.state, ToiState::Separated);
    EXPECT_EQ(advanced.state, ToiState::Separated);
    EXPECT_GT(spheres.iterations.gjk, 5 * advanced.iterations.gjk);
}

TEST(BilateralAdvancement, IsUnaffectedByTheWorstCase) {
    for (const ToiResult& r : results_of_the_worst_case(ToiMethod::BilateralAdvancement)) {
        EXPECT_EQ(r.iterations.outer, 2);
        EXPECT_EQ(r.iterations.root, 5);
    }
}

TEST(BilateralAdvancement, HitsAreInTheBandWithAnyRootFinder) {
    for (const RootFinderInfo& finder : root_finders()) {
        ToiOptions options = high_limits();
        options.root_finder = finder.finder;
        int hits = 0;
        for (std::uint64_t seed = 0; seed < 500; ++seed) {
            Random random(seed);
            const Case c = toi_cases::random_case(random);
            const ToiResult r = time_of_impact(ToiMethod::BilateralAdvancement, c.input(), options);
            ASSERT_NE(r.state, ToiState::Exhausted) << finder.name << " seed " << seed;
            if (r.state != ToiState::Hit || r.t == 0.0) continue;
            ++hits;
            expect_in_band(c, r, options, seed);
        }
        EXPECT_GT(hits, 50) << finder.name;
    }
}

}  // namespace
}  // namespace toibox
