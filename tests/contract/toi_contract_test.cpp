// SPDX-License-Identifier: MIT

// The contract of every time-of-impact method, including the promises in its row of toi_methods().

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

// Two discs on straight lines: |e + t v| = r_a + r_b + target is a quadratic equation. Their rotation must
// not matter.
TEST_P(TimeOfImpact, MatchesTheClosedFormForDiscs) {
    const ToiOptions options = high_limits();
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
        const double hit_distance = 0.5 + options.target;
        const double half_b = dot(e, v);
        const double discriminant = half_b * half_b - dot(v, v) * (dot(e, e) - hit_distance * hit_distance);
        const double exact = discriminant > 0.0 ? (-half_b - std::sqrt(discriminant)) / dot(v, v) : -1.0;
        if (length(e) <= hit_distance + options.tolerance) continue;
        const ToiResult r = solve(c, options);
        ASSERT_TRUE(r.state == ToiState::Hit || r.state == ToiState::Separated) << "seed " << seed;
        const bool touches = exact >= 0.0 && exact <= 1.0;
        if (r.state == ToiState::Hit) {
            ++hits;
            expect_in_band(c, r, options, seed);
            if (GetParam().never_late && touches) {
                EXPECT_LE(r.t, exact + 1e-12) << "seed " << seed;
            }
        } else if (GetParam().never_misses) {
            EXPECT_FALSE(touches) << "seed " << seed << " exact t " << exact;
        } else {
            const bool ends_inside = length(e + v) < hit_distance - options.tolerance;
            EXPECT_FALSE(ends_inside) << "seed " << seed;
        }
    }
    EXPECT_GT(hits, min_hits(100));
}

// Two boxes of the same orientation, one moving towards a face of the other: t = (gap − target) / speed, up
// to tolerance / speed.
TEST_P(TimeOfImpact, MatchesTheClosedFormForApproachingBoxes) {
    if (GetParam().discs_only) GTEST_SKIP() << "promises nothing for boxes";
    const ToiOptions options = high_limits();
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Random random(seed);
        const double angle = random.uniform(-pi, pi);
        const Rotd q{std::cos(angle), std::sin(angle)};
        const double gap = random.uniform(0.1, 1.0);
        const double speed = random.uniform(1.0, 10.0);
        const double drift = random.uniform(-0.3, 0.3);  // small, so that the same faces stay opposite
        Case c{.a = toi_cases::box(0.5, 0.5), .b = toi_cases::box(0.3, 0.5)};
        c.sweep_a = toi_cases::at_rest({}, q);
        c.sweep_b =
            toi_cases::moving(rotate(q, Vec2d{0.8 + gap, 0.0}), rotate(q, Vec2d{0.8 + gap - speed, drift}));
        c.sweep_b.q0 = q;
        const ToiResult r = solve(c, options);
        const double exact = (gap - options.target) / speed;
        const bool touches = exact < 1.0 - options.tolerance / speed;
        if (GetParam().needs_contact_at_end && touches && oracle::surface_distance(c.input(), 1) > 0)
            continue;
        ASSERT_EQ(r.state == ToiState::Hit, touches) << "seed " << seed;
        if (r.state != ToiState::Hit) continue;
        EXPECT_NEAR(r.t, exact, options.tolerance / speed + 1e-12) << "seed " << seed;
        EXPECT_NEAR(length(r.normal - rotate(q, Vec2d{1.0, 0.0})), 0.0, 1e-12) << "seed " << seed;
    }
}

// A rod rotates past a peg by up to half a turn, in half of the cases while its centre moves.
TEST_P(TimeOfImpact, MatchesDenseSamplingOfASpinningRod) {
    if (!handles_all()) GTEST_SKIP() << "promises nothing for a rotating rod";
    const ToiOptions options = high_limits();
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
    EXPECT_GT(hits, min_hits(10));
}

/// Simplifies the motion so that the promises of the method apply: without rotation, or with a disc as the
/// shape that travels further.
Case simplified_for(const ToiPromises& promises, Case c) {
    if (!promises.handles_rotation) c.sweep_a.delta_angle = c.sweep_b.delta_angle = 0.0;
    if (!promises.discs_only) return c;
    const bool a_is_disc = length(c.sweep_a.c1 - c.sweep_a.c0) > length(c.sweep_b.c1 - c.sweep_b.c0);
    (a_is_disc ? c.a : c.b).resize(1);
    return c;
}

// Sampling cannot prove that there is no contact, but the method must find each contact that sampling finds.
TEST_P(TimeOfImpact, KeepsItsPromisesOnRandomMotions) {
    const ToiOptions options = high_limits();
    int hits = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Random random(seed);
        const Case c = simplified_for(GetParam(), toi_cases::random_case(random));
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
        // The lower limit of the hit band; within the band, Hit and Separated are both right.
        const long double band_min = static_cast<long double>(options.target - options.tolerance) - 1e-9L;
        const bool ends_inside = oracle::surface_distance(in, 1) < band_min;
        if (ends_inside) {
            EXPECT_EQ(r.state, ToiState::Hit) << "seed " << seed;
        }
        const auto truth = oracle::first_time(in, band_min, 100);
        if (!truth) continue;
        if (GetParam().never_misses) {
            EXPECT_EQ(r.state, ToiState::Hit) << "seed " << seed;
        }
        if (GetParam().never_late) {
            EXPECT_LE(r.t, static_cast<double>(*truth)) << "seed " << seed;
        }
    }
    EXPECT_GT(hits, min_hits(100));
}

// 90° in the step: the blade passes the peg once, at 45°.
TEST_P(TimeOfImpact, HitsWithTheBlade) {
    const ToiOptions options = high_limits();
    if (!handles_all()) GTEST_SKIP() << "ignores rotation";
    if (GetParam().needs_contact_at_end) GTEST_SKIP() << "the blade is past the peg at the end";
    const ToiResult r = solve(toi_cases::blade(pi / 2.0), options);
    EXPECT_EQ(r.state, ToiState::Hit);
    // The face approaches the peg at almost 0.8 m · π/2 per step; 0.7 m leaves a margin.
    EXPECT_NEAR(r.t, toi_cases::blade_contact_angle(options.target) / (pi / 2.0),
                options.tolerance / (0.7 * pi / 2.0));
}

// 270° in the step: the blade passes the peg twice and is clear of it at the end.
TEST_P(TimeOfImpact, FindsAContactWithinTheStepIfPromised) {
    if (!handles_all()) GTEST_SKIP() << "ignores rotation";
    const ToiOptions options = high_limits();
    const ToiResult r = solve(toi_cases::blade(1.5 * pi), options);
    EXPECT_EQ(r.state == ToiState::Hit, GetParam().never_misses) << "the promise and the method disagree";
    if (GetParam().never_misses) {
        EXPECT_NEAR(r.t, toi_cases::blade_contact_angle(options.target) / (1.5 * pi), 1e-3);
    }
}

// 405° in the step: the blade passes the peg twice and ends on it, so the separation has five roots.
TEST_P(TimeOfImpact, IsNeverLateIfPromised) {
    if (!handles_all()) GTEST_SKIP() << "ignores rotation";
    const ToiOptions options = high_limits();
    const ToiResult r = solve(toi_cases::blade(2.25 * pi), options);
    ASSERT_EQ(r.state, ToiState::Hit);
    const double first = toi_cases::blade_contact_angle(options.target - options.tolerance) / (2.25 * pi);
    EXPECT_EQ(r.t <= first, GetParam().never_late) << "the promise and the method disagree; t " << r.t;
}

TEST_P(TimeOfImpact, StopsTheBullet) {
    if (GetParam().needs_contact_at_end) GTEST_SKIP() << "the bullet is past the wall at the end";
    const ToiOptions options = high_limits();
    const ToiResult r = solve(toi_cases::bullet(), options);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.t, (1.9 - 0.025 - 0.05 - options.target) / (200.0 / 60.0),
                options.tolerance / (200.0 / 60.0));
    EXPECT_NEAR(r.normal.x, 1.0, 1e-15);
}

// The bullet ends inside the wall; every method finds such a contact.
TEST_P(TimeOfImpact, StopsTheBulletThatEndsInTheWall) {
    const ToiOptions options = high_limits();
    Case c = toi_cases::bullet();
    c.sweep_a.c1 = {0.0, 0.0};
    const ToiResult r = solve(c, options);
    EXPECT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.t, (1.9 - 0.025 - 0.05 - options.target) / 1.9, options.tolerance / 1.9);
    expect_in_band(c, r, options);
}

TEST_P(TimeOfImpact, IsTheSameWithSwappedShapes) {
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

// All positions are multiples of 2⁻²⁰ m, so that moving them far from the origin is exact.
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
        const ToiResult at_origin = solve(c);
        for (Vec2d* v : {&c.sweep_a.c0, &c.sweep_a.c1, &c.sweep_b.c0, &c.sweep_b.c1})
            *v += far;
        const ToiResult far_away = solve(c);
        ASSERT_EQ(at_origin.state, far_away.state) << "seed " << seed;
        EXPECT_EQ(at_origin.t, far_away.t) << "seed " << seed;
        EXPECT_NEAR(length(far_away.point - far - at_origin.point), 0.0, 1e-11) << "seed " << seed;
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
