// SPDX-License-Identifier: MIT
#include "toibox/continuous/moving_circles.h"

#include "toibox/continuous/tuning.h"

#include "tests/support/generators.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Generator;

struct Pair {
    BoundingCircle a;
    BoundingCircle b;
    Sweep sweep_a;
    Sweep sweep_b;

    [[nodiscard]] double gap(double t) const {
        return length(transform_point(pose_at(sweep_b, t), b.middle) -
                      transform_point(pose_at(sweep_a, t), a.middle)) -
               a.radius - b.radius;
    }
};

Pair random_pair(Generator& random, double turn) {
    Pair pair;
    pair.a = {random.point_double(1.0), random.uniform_double(0.0, 0.5)};
    pair.b = {random.point_double(1.0), random.uniform_double(0.0, 0.5)};
    pair.sweep_a = random.sweep(3.0, 6.0, turn);
    pair.sweep_b = random.sweep(3.0, 6.0, turn);
    pair.sweep_b.local_center = random.point_double(0.5);
    return pair;
}

// Where nothing turns: the gap is exactly the reach at the time told, and at no sampled time before or, if
// none is told, at all.
TEST(MovingCircles, MeetExactlyWhereNothingTurns) {
    Generator random(1);
    int met = 0;
    for (int round = 0; round < 2000; ++round) {
        const Pair pair = random_pair(random, 0.0);
        const MovingCircles circles(pair.sweep_a, pair.sweep_b);
        const auto t = circles.first_meeting(pair.a, pair.b, 0.01);
        met += t ? 1 : 0;
        if (t && *t > 0.0) {
            EXPECT_NEAR(pair.gap(*t), 0.01, 1e-10) << round;
        }
        if (t && *t == 0.0) {
            EXPECT_LE(pair.gap(0.0), 0.01 + 1e-10) << round;
        }
        const double free = t.value_or(1.0);
        for (int i = 0; i < 50 && free > 0.0; ++i)
            EXPECT_GT(pair.gap(free * i / 50.0), 0.01) << round;
    }
    EXPECT_GT(met, 100);
}

// Up to three turns a step, about centres off the circles' own: never late, and early by no more than what an
// arc stands off from the line of its part, once for the line and once for the circle grown by it.
TEST(MovingCircles, AreNeverLateWhereSomethingTurns) {
    Generator random(2);
    const double bend = tuning::max_turn_per_part * tuning::max_turn_per_part / 8.0;
    for (int round = 0; round < 2000; ++round) {
        const Pair pair = random_pair(random, 6.0 * pi);
        const MovingCircles circles(pair.sweep_a, pair.sweep_b);
        const auto t = circles.first_meeting(pair.a, pair.b, 0.01);
        const double free = t.value_or(1.0);
        for (int i = 0; i < 200 && free > 0.0; ++i)
            EXPECT_GT(pair.gap(free * i / 200.0), 0.01) << round;
        const double arms = length(pair.a.middle - pair.sweep_a.local_center) +
                            length(pair.b.middle - pair.sweep_b.local_center);
        if (t) {
            EXPECT_LE(pair.gap(*t), 0.01 + 2.0 * bend * arms + 1e-9) << round;
        }
    }
}

// A limit at or after the meeting changes nothing; one before it leaves none.
TEST(MovingCircles, RespectTheLimit) {
    Pair pair;
    pair.a = {{0.0, 0.0}, 0.5};
    pair.b = {{0.0, 0.0}, 0.5};
    pair.sweep_b.c0 = {5.0, 0.0};
    pair.sweep_b.c1 = {-3.0, 0.0};
    const MovingCircles circles(pair.sweep_a, pair.sweep_b);
    EXPECT_NEAR(circles.first_meeting(pair.a, pair.b, 0.0).value_or(-1.0), 0.5, 1e-12);
    EXPECT_NEAR(circles.first_meeting(pair.a, pair.b, 0.0, 0.5).value_or(-1.0), 0.5, 1e-12);
    EXPECT_FALSE(circles.first_meeting(pair.a, pair.b, 0.0, 0.499));
}

// More turns than there are parts for: everything within the arms' reach counts as met, nothing beyond.
TEST(MovingCircles, HoldForAnyTurn) {
    Pair pair;
    pair.a = {{1.0, 0.0}, 0.1};
    pair.b = {{0.0, 0.0}, 0.1};
    pair.sweep_a.delta_angle = 1e6;
    pair.sweep_b.c0 = pair.sweep_b.c1 = {1.05, 0.0};
    EXPECT_TRUE(MovingCircles(pair.sweep_a, pair.sweep_b).first_meeting(pair.a, pair.b, 0.0));
    pair.sweep_b.c0 = pair.sweep_b.c1 = {4.0, 0.0};
    EXPECT_FALSE(MovingCircles(pair.sweep_a, pair.sweep_b).first_meeting(pair.a, pair.b, 0.0));
}

}  // namespace
}  // namespace toibox
