// SPDX-License-Identifier: MIT
#include "toibox/toi/moving_circles.h"

#include "toibox/toi/tuning.h"

#include "tests/support/generators.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Generator;

struct CirclePair {
    BoundingCircle a;
    BoundingCircle b;
    Sweep sweep_a;
    Sweep sweep_b;

    [[nodiscard]] double gap(double t) const {
        return length(transform_point(pose_at(sweep_b, t), b.center) -
                      transform_point(pose_at(sweep_a, t), a.center)) -
               a.radius - b.radius;
    }
};

CirclePair random_pair(Generator& random, double max_angle) {
    CirclePair pair;
    pair.a = {random.point_double(1.0), random.uniform_double(0.0, 0.5)};
    pair.b = {random.point_double(1.0), random.uniform_double(0.0, 0.5)};
    pair.sweep_a = random.sweep(3.0, 6.0, max_angle);
    pair.sweep_b = random.sweep(3.0, 6.0, max_angle);
    pair.sweep_b.local_center = random.point_double(0.5);
    return pair;
}

// Without rotation, the gap at the returned time equals the given reach up to rounding. The gap is larger at
// all earlier sampled times, or at all times if the circles do not meet.
TEST(MovingCircles, AreExactWithoutRotation) {
    Generator random(1);
    int meetings = 0;
    for (int round = 0; round < 2000; ++round) {
        const CirclePair pair = random_pair(random, 0.0);
        const MovingCircles circles(pair.sweep_a, pair.sweep_b);
        const auto t = circles.first_meeting(pair.a, pair.b, 0.01);
        meetings += t ? 1 : 0;
        if (t && *t > 0.0) {
            EXPECT_NEAR(pair.gap(*t), 0.01, 1e-10) << round;
        }
        if (t && *t == 0.0) {
            EXPECT_LE(pair.gap(0.0), 0.01 + 1e-10) << round;
        }
        const double free_until = t.value_or(1.0);
        for (int i = 0; i < 50 && free_until > 0.0; ++i)
            EXPECT_GT(pair.gap(free_until * i / 50.0), 0.01) << round;
    }
    EXPECT_GT(meetings, 100);
}

// Up to three turns per step about off-centre points: the returned time is never late. The gap at this time
// is too large by at most twice the sagitta of an arc: once for the chord and once for the inflated circle.
TEST(MovingCircles, AreNeverLateWithRotation) {
    Generator random(2);
    const double sagitta_per_radius =
        tuning::max_rotation_per_interval * tuning::max_rotation_per_interval / 8.0;
    for (int round = 0; round < 2000; ++round) {
        const CirclePair pair = random_pair(random, 6.0 * pi);
        const MovingCircles circles(pair.sweep_a, pair.sweep_b);
        const auto t = circles.first_meeting(pair.a, pair.b, 0.01);
        const double free_until = t.value_or(1.0);
        for (int i = 0; i < 200 && free_until > 0.0; ++i)
            EXPECT_GT(pair.gap(free_until * i / 200.0), 0.01) << round;
        const double arm_sum = length(pair.a.center - pair.sweep_a.local_center) +
                               length(pair.b.center - pair.sweep_b.local_center);
        if (t) {
            EXPECT_LE(pair.gap(*t), 0.01 + 2.0 * sagitta_per_radius * arm_sum + 1e-9) << round;
        }
    }
}

// A limit at or after the meeting has no effect; with a limit before the meeting, none is found.
TEST(MovingCircles, RespectTheLimit) {
    CirclePair pair;
    pair.a = {{0.0, 0.0}, 0.5};
    pair.b = {{0.0, 0.0}, 0.5};
    pair.sweep_b.c0 = {5.0, 0.0};
    pair.sweep_b.c1 = {-3.0, 0.0};
    const MovingCircles circles(pair.sweep_a, pair.sweep_b);
    EXPECT_NEAR(circles.first_meeting(pair.a, pair.b, 0.0).value_or(-1.0), 0.5, 1e-12);
    EXPECT_NEAR(circles.first_meeting(pair.a, pair.b, 0.0, 0.5).value_or(-1.0), 0.5, 1e-12);
    EXPECT_FALSE(circles.first_meeting(pair.a, pair.b, 0.0, 0.499));
}

// With more revolutions than intervals, every circle within reach of the arm counts as met, and no circle
// beyond that reach.
TEST(MovingCircles, WorkForAnyAngle) {
    CirclePair pair;
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
