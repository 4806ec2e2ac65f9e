// SPDX-License-Identifier: MIT

// What every method of time of impact owes, and what it owes only if its row of the table promises it.

#include "tests/contract/toi_cases.h"
#include "tests/contract/toi_fixture.h"
#include "tests/support/toi_oracle.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using toi_cases::Case;
using toi_cases::Random;

/// The distance is a number in the band; 1e-12 for rounding at metres.
void expect_in_band(const Case& c, const ToiResult& r, const ToiOptions& options, std::uint64_t seed = 0) {
    const double d = static_cast<double>(oracle::surface_distance(c.input(), static_cast<long double>(r.t)));
    EXPECT_NEAR(d, options.target, options.tolerance + 1e-12) << "seed " << seed << " t " << r.t;
    EXPECT_NEAR(d, r.distance, 1e-12) << "seed " << seed;
}

// Two discs on straight lines: |e0 + t V| = r_a + r_b + target is a quadratic. The spin of a disc must not
// matter.
TEST_P(TimeOfImpact, MatchesTheClosedFormForDiscs) {
    const ToiOptions options = generous();
    int hits = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Random random(seed);
        Case c{.a = {{0.0, 0.0}}, .radius_a = 0.3, .b = {{0.0, 0.0}}, .radius_b = 0.2};
        c.sweep_a =
            toi_cases::moving(random.in_square(2.0), random.in_square(2.0), random.uniform(-9.0, 9.0));
        c.sweep_b =
            toi_cases::moving(random.in_square(2.0), random.in_square(2.0), random.uniform(-9.0, 9.0));
        const Vec2d e = c.sweep_b.c0 - c.sweep_a.c0;
        const Vec2d v = (c.sweep_b.c1 - c.sweep_b.c0) - (c.sweep_a.c1 - c.sweep_a.c0);
        const double reach = 0.5 + options.target;
        const double half_b = dot(e, v);
        const double discriminant = half_b * half_b - dot(v, v) * (dot(e, e) - reach * reach);
        const double root = discriminant > 0.0 ? (-half_b - std::sqrt(discriminant)) / dot(v, v) : -1.0;
        if (length(e) <= reach + options.tolerance) continue;
        const ToiResult r = solve(c, options);
        ASSERT_TRUE(r.state == ToiState::Hit || r.state == ToiState::Separated) << "seed " << seed;
        const bool touches = root >= 0.0 && root <= 1.0;
        if (r.state == ToiState::Hit) {
            ++hits;
            expect_in_band(c, r, options, seed);
            if (GetParam().never_late && touches) {
                EXPECT_LE(r.t, root + 1e-12) << "seed " << seed;
            }
        } else if (GetParam().never_blind) {
            EXPECT_FALSE(touches) << "seed " << seed << " root " << root;
        } else {
            const bool ends_inside = length(e + v) < reach - options.tolerance;
            EXPECT_FALSE(ends_inside) << "seed " << seed;
        }
    }
    EXPECT_GT(hits, fair_share(100));
}

// Two boxes turned alike, one sliding towards the other's face: t = (gap − target) / speed, within tolerance
// / speed.
TEST_P(TimeOfImpact, MatchesTheClosedFormForSlidingBoxes) {
    if (GetParam().discs_only) GTEST_SKIP() << "promises nothing for boxes";
    const ToiOptions options = generous();
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Random random(seed);
        const double angle = random.uniform(-pi, pi);
        const Rotd q{std::cos(angle), std::sin(angle)};
        const double gap = random.uniform(0.1, 1.0);
        const double speed = random.uniform(1.0, 10.0);
        const double drift = random.uniform(-0.3, 0.3);  // the faces keep facing each other
        Case c{.a = toi_cases::box(0.5, 0.5), .b = toi_cases::box(0.3, 0.5)};
        c.sweep_a = toi_cases::at_rest({}, q);
        c.sweep_b =
            toi_cases::moving(rotate(q, Vec2d{0.8 + gap, 0.0}), rotate(q, Vec2d{0.8 + gap - speed, drift}));
        c.sweep_b.q0 = q;
        const ToiResult r = solve(c, options);
        const double exact = (gap - options.target) / speed;
        const bool end_is_beyond = exact < 1.0 - options.tolerance / speed;
        if (GetParam().ends_only && end_is_beyond && oracle::surface_distance(c.input(), 1) > 0) continue;
        ASSERT_EQ(r.state == ToiState::Hit, end_is_beyond) << "seed " << seed;
        if (r.state != ToiState::Hit) continue;
        EXPECT_NEAR(r.t, exact, options.tolerance / speed + 1e-12) << "seed " << seed;
        EXPECT_NEAR(length(r.normal - rotate(q, Vec2d{1.0, 0.0})), 0.0, 1e-12) << "seed " << seed;
    }
}

// A rod spins about its middle past a peg, up to half a turn, also with the rod's body moving.
TEST_P(TimeOfImpact, MatchesDenseSamplingOfASpinningRod) {
    if (!handles_all()) GTEST_SKIP() << "promises nothing for a rod that spins";
    const ToiOptions options = generous();
    int hits = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        Case c = toi_cases::blade(random.uniform(-pi, pi));
        c.sweep_a.c1 = random.below(2) == 0 ? Vec2d{} : random.in_square(0.3);
        const auto truth = oracle::first_time(c.input(), static_cast<long double>(options.target), 1500);
        const ToiResult r = solve(c, options);
        if (r.state == ToiState::Hit) {
            ++hits;
            expect_in_band(c, r, options, seed);
        }
        if (!truth) continue;
        if (GetParam().never_blind) {
            EXPECT_EQ(r.state, ToiState::Hit) << "seed " << seed;
        }
        if (GetParam().never_late) {
            EXPECT_LE(r.t, static_cast<double>(*truth) + 1e-9) << "seed " << seed;
        }
    }
    EXPECT_GT(hits, fair_share(10));
}

/// The motion with as much taken away as the method needs to keep its promises: turns, or the corners of what
/// travels further.
Case within_promises(const ToiPromises& row, Case c) {
    if (!row.handles_rotation) c.sweep_a.delta_angle = c.sweep_b.delta_angle = 0.0;
    if (!row.discs_only) return c;
    const bool a_is_disc = length(c.sweep_a.c1 - c.sweep_a.c0) > length(c.sweep_b.c1 - c.sweep_b.c0);
    (a_is_disc ? c.a : c.b).resize(1);
    return c;
}

// Any shapes, any motion. Sampling cannot prove that nothing was touched, but whatever it finds must have
// been seen.
TEST_P(TimeOfImpact, KeepsItsPromisesOnRandomMotions) {
    const ToiOptions options = generous();
    int hits = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Random random(seed);
        const Case c = within_promises(GetParam(), toi_cases::random_case(random));
        ASSERT_TRUE(keeps_promises(method(), c.input())) << "seed " << seed;
        const ToiInput in = c.input();
        const ToiResult r = solve(c, options);
        ASSERT_NE(r.state, ToiState::Exhausted) << "seed " << seed;
        const bool starts_inside = oracle::surface_distance(in, 0) <= 0;
        ASSERT_EQ(r.state == ToiState::Overlapped, starts_inside) << "seed " << seed;
        if (r.state == ToiState::Overlapped) {
            EXPECT_EQ(r.t, 0.0) << "seed " << seed;
            continue;
        }
        if (r.state == ToiState::Hit && r.t > 0.0) {
            ++hits;
            expect_in_band(c, r, options, seed);
        }
        // The band's lower edge: above it, what a method promises to see is a matter of tolerance.
        const long double sunk = static_cast<long double>(options.target - options.tolerance) - 1e-9L;
        const bool ends_inside = oracle::surface_distance(in, 1) < sunk;
        if (ends_inside) {
            EXPECT_EQ(r.state, ToiState::Hit) << "seed " << seed;
        }
        const auto truth = oracle::first_time(in, sunk, 100);
        if (!truth) continue;
        if (GetParam().never_blind) {
            EXPECT_EQ(r.state, ToiState::Hit) << "seed " << seed;
        }
        if (GetParam().never_late) {
            EXPECT_LE(r.t, static_cast<double>(*truth)) << "seed " << seed;
        }
    }
    EXPECT_GT(hits, fair_share(100));
}

// 90° a step: the blade ends inside the peg's shadow, an odd number of roots.
TEST_P(TimeOfImpact, HitsWithTheBlade) {
    const ToiOptions options = generous();
    if (!handles_all()) GTEST_SKIP() << "takes no account of the turn";
    if (GetParam().ends_only) GTEST_SKIP() << "the blade is past the peg at the end";
    const ToiResult r = solve(toi_cases::blade(pi / 2.0), options);
    EXPECT_EQ(r.state, ToiState::Hit);
    // The tip's speed at the peg is 0.8 · 90° a step.
    EXPECT_NEAR(r.t, toi_cases::blade_contact_angle(options.target) / (pi / 2.0),
                options.tolerance / (0.7 * pi / 2.0));
}

// 270° a step: the blade is past the peg and around when the step ends, an even number of roots.
TEST_P(TimeOfImpact, SeesAContactInsideTheStepIfItPromisesTo) {
    if (!handles_all()) GTEST_SKIP() << "takes no account of the turn";
    const ToiOptions options = generous();
    const ToiResult r = solve(toi_cases::blade(1.5 * pi), options);
    EXPECT_EQ(r.state == ToiState::Hit, GetParam().never_blind) << "the promise and the method disagree";
    if (GetParam().never_blind) {
        EXPECT_NEAR(r.t, toi_cases::blade_contact_angle(options.target) / (1.5 * pi), 1e-3);
    }
}

// 405° a step: the blade goes past the peg, past it with its other half, and ends on it: five roots.
TEST_P(TimeOfImpact, IsNeverLateIfItPromises) {
    if (!handles_all()) GTEST_SKIP() << "takes no account of the turn";
    const ToiOptions options = generous();
    const ToiResult r = solve(toi_cases::blade(2.25 * pi), options);
    ASSERT_EQ(r.state, ToiState::Hit);
    const double first = toi_cases::blade_contact_angle(options.target - options.tolerance) / (2.25 * pi);
    EXPECT_EQ(r.t <= first, GetParam().never_late) << "the promise and the method disagree; t " << r.t;
}

TEST_P(TimeOfImpact, StopsTheBullet) {
    if (GetParam().ends_only) GTEST_SKIP() << "the bullet is past the wall at the end";
    const ToiOptions options = generous();
    const ToiResult r = solve(toi_cases::bullet(), options);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.t, (1.9 - 0.025 - 0.05 - options.target) / (200.0 / 60.0),
                options.tolerance / (200.0 / 60.0));
    EXPECT_NEAR(r.normal.x, 1.0, 1e-15);
}

// The bullet once more, in a step that ends with it in the wall: an end in contact is what every method sees.
TEST_P(TimeOfImpact, StopsTheBulletThatEndsInTheWall) {
    const ToiOptions options = generous();
    Case c = toi_cases::bullet();
    c.sweep_a.c1 = {0.0, 0.0};
    const ToiResult r = solve(c, options);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.t, (1.9 - 0.025 - 0.05 - options.target) / 1.9, options.tolerance / 1.9);
    expect_in_band(c, r, options);
}

// A sees what B sees, mirrored.
TEST_P(TimeOfImpact, DoesNotCareWhichShapeIsA) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        const Case swapped{c.b, c.radius_b, c.a, c.radius_a, c.sweep_b, c.sweep_a};
        const ToiResult r = solve(c);
        const ToiResult s = solve(swapped);
        ASSERT_EQ(r.state, s.state) << "seed " << seed;
        EXPECT_NEAR(r.t, s.t, 1e-9) << "seed " << seed;
    }
}

// 10⁴ m from the origin nothing changes: coordinates are multiples of 2⁻²⁰, so that moving them is exact.
TEST_P(TimeOfImpact, IsTheSameFarFromTheOrigin) {
    const auto snap = [](Vec2d v) {
        return Vec2d{std::round(v.x * 0x1p20) * 0x1p-20, std::round(v.y * 0x1p20) * 0x1p-20};
    };
    const Vec2d far{10000.0, -20000.0};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        Case c = toi_cases::random_case(random);
        for (Vec2d* v : {&c.sweep_a.c0, &c.sweep_a.c1, &c.sweep_b.c0, &c.sweep_b.c1})
            *v = snap(*v);
        const ToiResult near_by = solve(c);
        for (Vec2d* v : {&c.sweep_a.c0, &c.sweep_a.c1, &c.sweep_b.c0, &c.sweep_b.c1})
            *v += far;
        const ToiResult away = solve(c);
        ASSERT_EQ(near_by.state, away.state) << "seed " << seed;
        EXPECT_EQ(near_by.t, away.t) << "seed " << seed;
        EXPECT_NEAR(length(away.point - far - near_by.point), 0.0, 1e-11) << "seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, TimeOfImpact, testing::ValuesIn(toi_methods().begin(), toi_methods().end()),
                         [](const auto& param) {
                             std::string name;
                             bool upper = true;
                             for (const char c : param.param.name) {
                                 if (c != '-') name += upper ? static_cast<char>(c - 'a' + 'A') : c;
                                 upper = c == '-';
                             }
                             return name;
                         });

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
TEST(BruteForce, DoesNotFeelTheWorstCase) {
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
TEST(LinearCast, IsBlindToTheBlade) {
    const Case blade = toi_cases::blade(pi / 2.0);
    const Case bullet = toi_cases::bullet();
    EXPECT_EQ(time_of_impact(ToiMethod::LinearCast, blade.input()).state, ToiState::Separated);
    EXPECT_FALSE(keeps_promises(ToiMethod::LinearCast, blade.input()));
    EXPECT_TRUE(keeps_promises(ToiMethod::ConservativeAdvancement, blade.input()));
    EXPECT_TRUE(keeps_promises(ToiMethod::LinearCast, bullet.input()));
}
// A box of 0.4 m flies at a wall: its centre is cast, so it stops with its front 0.2 m behind the surface.
TEST(CentreRay, LeavesABoxHalfInTheWall) {
    Case c{.a = toi_cases::box(0.2, 0.2), .b = toi_cases::box(1.0, 1.0)};
    c.sweep_a = toi_cases::moving({-4.0, 0.0}, {0.0, 0.0});
    c.sweep_b = toi_cases::at_rest({});
    const ToiOptions options;
    const ToiResult r = time_of_impact(ToiMethod::CentreRay, c.input(), options);
    ASSERT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.t, (3.0 - options.target) / 4.0, options.tolerance / 4.0);
    EXPECT_EQ(oracle::surface_distance(c.input(), static_cast<long double>(r.t)), 0.0L);
    EXPECT_FALSE(keeps_promises(ToiMethod::CentreRay, c.input()));
}
// What a method says that it sees is what it answers about: handed to the method that it is built on, the
// answer is the same to the last bit.
TEST(SeenBy, IsWhatTheMethodAnswersAbout) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const Case c = toi_cases::random_case(random);
        for (const ToiMethod method : {ToiMethod::LinearCast, ToiMethod::CentreRay}) {
            Vec2d middle;
            const ToiInput seen = seen_by(method, c.input(), middle);
            const ToiResult own = time_of_impact(method, c.input());
            const ToiResult same = time_of_impact(ToiMethod::ConservativeAdvancement, seen);
            EXPECT_EQ(own.state, same.state) << "seed " << seed;
            EXPECT_EQ(own.t, same.t) << "seed " << seed;
            EXPECT_EQ(seen.sweep_a.delta_angle, 0.0);
        }
        Vec2d unused;
        EXPECT_EQ(seen_by(ToiMethod::Certified, c.input(), unused).a.points.data(), c.a.data());
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

TEST(BilateralAdvancement, DoesNotFeelTheWorstCase) {
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
