// SPDX-License-Identifier: MIT

// What is said of one method and not of all: the lectures' numbers, what each is good at, and what it is
// blind to. What all of them owe is in toi_contract_test.cpp.

#include "tests/contract/toi_cases.h"
#include "tests/contract/toi_fixture.h"
#include "tests/support/toi_oracle.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

using toi_cases::Case;
using toi_cases::Random;

// The talk's numbers. Counts are exact because the step is deterministic; a change of one is a change of
// behaviour.

TEST(ConservativeAdvancement, IsOptimalForTheBullet) {
    const ToiResult r =
        time_of_impact(ToiMethod::ConservativeAdvancement, toi_cases::bullet().input(), generous());
    EXPECT_EQ(r.iterations.gjk, 2);
}
TEST(BilateralAdvancement, NeedsOneRootEvaluationForTheBullet) {
    const ToiResult r =
        time_of_impact(ToiMethod::BilateralAdvancement, toi_cases::bullet().input(), generous());
    EXPECT_EQ(r.iterations.outer, 2);
    EXPECT_EQ(r.iterations.root, 1);  // s(t) is straight, and the chord comes first
}

// "Getting closer makes it worse": half the gap, twice the iterations; both sides of the root make it five
// evaluations.
TEST(ConservativeAdvancement, DoublesItsWorkWhenTheWorstCaseHalvesItsGap) {
    const ToiOptions options{.target = 1e-4, .tolerance = 2.5e-5, .max_iterations = 5000};
    int before = 0;
    for (const double gap : {0.01, 0.005, 0.0025, 0.00125}) {
        const ToiResult r =
            time_of_impact(ToiMethod::ConservativeAdvancement, toi_cases::worst_case(gap).input(), options);
        EXPECT_EQ(r.state, ToiState::Hit);
        if (before > 0) {
            EXPECT_NEAR(r.iterations.gjk, 2 * before, 0.1 * before) << "gap " << gap;
        }
        before = r.iterations.gjk;
    }
    EXPECT_EQ(before, 326);
}
// A 2 m path, halved to 1 mm: 1000 intervals of 2 mm, which is within the tolerance of 1 mm either way, or
// 2000 of 1 mm. The start, the end, and 11 tests between.
TEST(IntervalHalving, TakesElevenTestsForTwoMetres) {
    const ToiOptions options{.target = 0.005, .tolerance = 5e-4};
    Case c = toi_cases::bullet();
    c.sweep_a = toi_cases::moving({-2.0, 0.0}, {0.0, 0.0});
    const ToiResult r = time_of_impact(ToiMethod::IntervalHalving, c.input(), options);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_LE(r.iterations.gjk, 2 + 11);
    EXPECT_GE(r.iterations.gjk, 2 + 7);
}
TEST(IntervalHalving, DoesNotSeeTheBullet) {
    const ToiResult r = time_of_impact(ToiMethod::IntervalHalving, toi_cases::bullet().input());
    EXPECT_EQ(r.state, ToiState::Separated);
    EXPECT_EQ(r.iterations.gjk, 2);
}

/// n corners on a circle of half a metre.
std::vector<Vec2d> regular(int n) {
    std::vector<Vec2d> points;
    for (int i = 0; i < n; ++i)
        points.push_back({0.5 * std::cos(2.0 * pi * i / n), 0.5 * std::sin(2.0 * pi * i / n)});
    return points;
}

// Each vertex of one against each edge of the other, both ways: 2 n m, whatever the motion.
TEST(BruteForce, SearchesEachVertexAgainstEachEdge) {
    const struct {
        int a, b, pairs;
    } cases[] = {{3, 4, 24}, {4, 4, 32}, {8, 8, 128}, {32, 32, 2048}, {2, 4, 12}, {1, 4, 8}};
    for (const auto& c : cases) {
        const Case motion{.a = regular(c.a),
                          .b = regular(c.b),
                          .sweep_a = toi_cases::moving({-3.0, 0.2}, {3.0, 0.0}, 1.0),
                          .sweep_b = toi_cases::at_rest({})};
        const ToiResult r = time_of_impact(ToiMethod::BruteForce, motion.input());
        EXPECT_EQ(r.state, ToiState::Hit);
        EXPECT_EQ(r.iterations.feature_pairs, c.pairs) << c.a << " against " << c.b;
        EXPECT_LE(r.iterations.root_max, 12) << c.a << " against " << c.b;
    }
}
// A pair is bounded by its own points: the vertex that turns in place does not slow down the one that swings.
TEST(BruteForce, IsUnaffectedByTheWorstCase) {
    const ToiOptions options{.target = 1e-4, .tolerance = 2.5e-5};
    for (const double gap : {0.01, 0.005, 0.0025, 0.00125}) {
        const ToiResult r =
            time_of_impact(ToiMethod::BruteForce, toi_cases::worst_case(gap).input(), options);
        EXPECT_EQ(r.state, ToiState::Hit);
        EXPECT_EQ(r.iterations.feature_pairs, 24);
        EXPECT_LE(r.iterations.root_max, 8) << "gap " << gap;
    }
}

// A rod of 2 m turns by a quarter about its middle, into a peg: cast as it is turned at the start, it goes
// nowhere. The answer is no contact, and the method says that it does not vouch for it.
TEST(LinearCast, MissesTheBlade) {
    const Case blade = toi_cases::blade(pi / 2.0);
    const Case bullet = toi_cases::bullet();
    EXPECT_EQ(time_of_impact(ToiMethod::LinearCast, blade.input()).state, ToiState::Separated);
    EXPECT_FALSE(promises_hold(ToiMethod::LinearCast, blade.input()));
    EXPECT_TRUE(promises_hold(ToiMethod::ConservativeAdvancement, blade.input()));
    EXPECT_TRUE(promises_hold(ToiMethod::LinearCast, bullet.input()));
}
// A box of 0.4 m flies at a wall: its centre is cast, so it stops with its front 0.2 m behind the surface.
TEST(CentreRay, LeavesABoxHalfwayInTheWall) {
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
// What a method says that it sees is what it answers about: handed to the method that it is built on, the
// answer is the same to the last bit.
TEST(SeenBy, IsWhatTheMethodAnswersAbout) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        for (const ToiMethod method : {ToiMethod::LinearCast, ToiMethod::CentreRay}) {
            Vec2d middle;
            const ToiInput seen = effective_input(method, c.input(), middle);
            const ToiResult own = time_of_impact(method, c.input());
            const ToiResult same = time_of_impact(ToiMethod::ConservativeAdvancement, seen);
            EXPECT_EQ(own.state, same.state) << "seed " << seed;
            EXPECT_EQ(own.t, same.t) << "seed " << seed;
            EXPECT_EQ(seen.sweep_a.delta_angle, 0.0);
        }
        Vec2d unused;
        EXPECT_EQ(effective_input(ToiMethod::Certified, c.input(), unused).a.points.data(), c.a.data());
    }
}
// Far circles are left alone at once: one distance call, though conservative advancement's bound is no
// better.
TEST(MovingSpheres, LetsFarCirclesPassInOneStep) {
    Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(0.2, 0.2)};
    c.sweep_a = toi_cases::moving({-4.0, 1.0}, {4.0, 1.0}, 3.0);
    c.sweep_b = toi_cases::at_rest({});
    const ToiResult r = time_of_impact(ToiMethod::MovingSpheres, c.input());
    EXPECT_EQ(r.state, ToiState::Separated);
    EXPECT_EQ(r.iterations.gjk, 1);
}
// Directions are not asked for: what slides past costs more than with conservative advancement.
TEST(MovingSpheres, PaysForWhatSlidesPast) {
    Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(1.0, 1.0)};
    c.sweep_a = toi_cases::moving({-3.0, 1.3}, {3.0, 1.3});
    c.sweep_b = toi_cases::at_rest({});
    const ToiResult spheres = time_of_impact(ToiMethod::MovingSpheres, c.input(), generous());
    const ToiResult advanced = time_of_impact(ToiMethod::ConservativeAdvancement, c.input(), generous());
    EXPECT_EQ(spheres.state, ToiState::Separated);
    EXPECT_EQ(advanced.state, ToiState::Separated);
    EXPECT_GT(spheres.iterations.gjk, 5 * advanced.iterations.gjk);
}

TEST(BilateralAdvancement, IsUnaffectedByTheWorstCase) {
    const ToiOptions options{.target = 1e-4, .tolerance = 2.5e-5};
    for (const double gap : {0.01, 0.005, 0.0025, 0.00125}) {
        const ToiResult r =
            time_of_impact(ToiMethod::BilateralAdvancement, toi_cases::worst_case(gap).input(), options);
        EXPECT_EQ(r.state, ToiState::Hit);
        EXPECT_EQ(r.iterations.outer, 2) << "gap " << gap;
        EXPECT_EQ(r.iterations.root, 5) << "gap " << gap;
    }
}

// Whatever the finder, the answer is in the band, and of a straight s the first chord is the root.
TEST(BilateralAdvancement, TakesAnyRootFinder) {
    for (const RootFinderInfo& finder : root_finders()) {
        ToiOptions options = generous();
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
