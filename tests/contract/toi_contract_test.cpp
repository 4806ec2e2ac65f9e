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
        } else if (GetParam().never_misses) {
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
        if (GetParam().needs_contact_at_end && end_is_beyond && oracle::surface_distance(c.input(), 1) > 0)
            continue;
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
        if (GetParam().never_misses) {
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
TEST_P(TimeOfImpact, MeetsItsGuaranteesOnRandomMotions) {
    const ToiOptions options = generous();
    int hits = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Random random(seed);
        const Case c = within_promises(GetParam(), toi_cases::random_case(random));
        ASSERT_TRUE(promises_hold(method(), c.input())) << "seed " << seed;
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
        if (GetParam().never_misses) {
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
    if (GetParam().needs_contact_at_end) GTEST_SKIP() << "the blade is past the peg at the end";
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
    EXPECT_EQ(r.state == ToiState::Hit, GetParam().never_misses) << "the promise and the method disagree";
    if (GetParam().never_misses) {
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
    if (GetParam().needs_contact_at_end) GTEST_SKIP() << "the bullet is past the wall at the end";
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

}  // namespace
}  // namespace toibox
