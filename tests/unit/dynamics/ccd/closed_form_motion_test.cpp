// SPDX-License-Identifier: MIT

// Motions under gravity and friction against closed-form results, for every method of closed_form_fixture.h.
// The known first-order bias of semi-implicit Euler is subtracted where it matters.

#include "tests/support/physics.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class ClosedFormMotion : public ClosedFormTest {};

/// A ball of radius 0.5 m is dropped from rest, with its lowest point `height` above the floor.
struct Drop {
    World world;
    BodyHandle ball;

    Drop(float height, float restitution, const WorldSettings& settings) : world(settings) {
        add_floor(world);
        ball = world.create_body({.position = {0.0f, height + 0.5f}});
        world.attach(ball, disc(0.5f), {.material = {.restitution = restitution}});
    }
    /// Height of the ball's lowest point, metres.
    double height() { return wide(world.find(ball)->center().y) - 0.5; }
};

/// Maximum height of the ball's lowest point after each of the first `count` bounces.
std::vector<double> apexes(Drop& drop, int count, float dt = time_step) {
    std::vector<double> heights;
    double height = drop.height();
    bool is_rising = false;
    while (static_cast<int>(heights.size()) < count) {
        drop.world.step(dt);
        const double new_height = drop.height();
        if (is_rising && new_height < height) heights.push_back(height);
        if (new_height != height)
            is_rising = new_height > height;  // the ball may rest at the apex for a step
        height = new_height;
    }
    return heights;
}

// The apexes are h_n = e^(2n)·h0, and none is above the previous apex. At a given position, the velocity of
// semi-implicit Euler is that of half a sub-step earlier. Impacts must correct this; without the correction,
// each bounce lost 4 cm of 5 m. The ball reverses at the TOI target distance, 5 mm above the floor.
TEST_P(ClosedFormMotion, BounceHeightsObeyRestitution) {
    for (const float e : {0.8f, 0.9f, 1.0f}) {
        SCOPED_TRACE(e);
        Drop drop(5.0f, e, on_earth());
        const double target_distance = 0.005;
        double expected = 5.0 - target_distance;
        double previous_apex = 5.0;
        for (const double apex : apexes(drop, 5)) {
            expected *= wide(e) * wide(e);
            EXPECT_NEAR(apex, expected + target_distance, 0.002 * expected + 0.002);
            EXPECT_LT(apex, previous_apex + 1e-4);
            previous_apex = apex;
        }
    }
}

// With short steps, the bias vanishes: the heights are within 1 % up to the fifth bounce.
TEST_P(ClosedFormMotion, BounceHeightsConvergeToTheFormula) {
    const float e = 0.8f;
    Drop drop(5.0f, e, on_earth());
    double expected = 5.0;
    for (const double apex : apexes(drop, 5, 1.0f / 3840.0f)) {
        expected *= wide(e) * wide(e);
        EXPECT_NEAR(apex, expected, 0.01 * expected);
    }
}

// An elastic ball hits the floor at 100 phases of a step, with gaps in [0, v·dt).
TEST_P(ClosedFormMotion, ElasticBallKeepsItsSpeedAtEveryPhaseWithoutGravity) {
    for (const float v : {4.0f, 10.0f, 100.0f}) {
        for (int phase = 0; phase < 100; ++phase) {
            SCOPED_TRACE(phase);
            const float gap = v * time_step * static_cast<float>(phase) / 100.0f;
            World world(weightless());
            add_floor(world);
            const BodyHandle ball =
                world.create_body({.position = {0.0f, 0.5f + gap}, .linear_velocity = {0.0f, -v}});
            world.attach(ball, disc(0.5f), {.material = {.restitution = 1.0f}});
            for (int i = 0; i < 5; ++i)
                world.step(time_step);
            EXPECT_NEAR(world.find(ball)->velocity().linear.y, v, 1e-5f * v);
        }
    }
}

// An elastic ball falls from 5.00 to 5.17 m, at 100 phases of a step. The apex is within 2 mm of the height.
TEST_P(ClosedFormMotion, ElasticBallReachesItsHeightAtEveryPhaseUnderGravity) {
    for (int phase = 0; phase < 100; ++phase) {
        SCOPED_TRACE(phase);
        const float height = 5.0f + static_cast<float>(phase) / 100.0f * 10.0f * time_step;
        Drop drop(height, 1.0f, on_earth());
        const double apex = apexes(drop, 1).front();
        EXPECT_NEAR(apex, wide(height), 2.0 * wide(millimetre));
    }
}

// Regression: after a minute of bounces, the apex was at 3.74 instead of 5 m, and at 0.75 instead of 2 m.
TEST_P(ClosedFormMotion, ElasticBallKeepsItsApexForAMinute) {
    for (const float height : {2.0f, 5.0f, 9.7f}) {
        for (const bool bullet : {false, true}) {
            Drop drop(height, 1.0f, on_earth());
            drop.world.find(drop.ball)->set_bullet(bullet);
            const double period = 2.0 * std::sqrt(2.0 * wide(height) / g);
            const auto bounces = static_cast<int>(60.0 / period);
            EXPECT_NEAR(apexes(drop, bounces).back(), wide(height), 0.03) << height << " m";
        }
    }
}

// The velocity that gravity adds in a step must not cause a bounce, even with restitution 1.
TEST_P(ClosedFormMotion, ElasticBodyAtRestStaysAtRest) {
    Drop drop(0.0f, 1.0f, on_earth());
    double max_height = 0;
    for (int i = 0; i < 600; ++i) {
        drop.world.step(time_step);
        max_height = std::max(max_height, drop.height());
    }
    EXPECT_LT(max_height, 1e-3);
    EXPECT_GT(drop.height(), -0.006);
}

// A box slides to a stop after v²/(2μg), minus the bias v·h/2 of the integrator. It rests on the
// floor first, because friction is weaker while the box sinks into its contact.
TEST_P(ClosedFormMotion, SlidingBoxStopsAtTheExpectedDistance) {
    for (const float mu : {0.2f, 0.5f}) {
        SCOPED_TRACE(mu);
        World world(on_earth());
        const BodyHandle floor = world.create_body({.type = BodyType::Static});
        world.attach(floor, make_box({50.0f, 0.5f}, {0.0f, -0.5f}), {.material = {.friction = mu}});
        const BodyHandle box = world.create_body({.position = {0.0f, 0.1f}});
        world.attach(box, make_box({0.5f, 0.1f}), {.material = {.friction = mu}});
        for (int i = 0; i < 60; ++i)
            world.step(time_step);
        world.find(box)->set_velocity({5.0f, 0.0f}, 0.0f);
        for (int i = 0; i < 240; ++i)
            world.step(time_step);
        const double expected = 25.0 / (2 * wide(mu) * g) - 5.0 * substep() / 2;
        EXPECT_NEAR(wide(world.find(box)->center().x), expected, 0.005);
        EXPECT_NEAR(world.find(box)->velocity().linear.x, 0.0f, 1e-5f);
    }
}

/// A body on a plane that is tilted by `angle` and passes through the origin.
struct Incline {
    World world;
    BodyHandle body;
    Rot tilt;

    Incline(const WorldSettings& settings, float angle, const Shape& shape, float center_height, float mu)
        : world(settings), tilt(make_rot(angle)) {
        const BodyHandle plane = world.create_body({.type = BodyType::Static, .angle = angle});
        world.attach(plane, make_box({200.0f, 0.5f}, {0.0f, -0.5f}), {.material = {.friction = mu}});
        body = world.create_body({.position = rotate(tilt, {0.0f, center_height}), .angle = angle});
        world.attach(body, shape, {.material = {.friction = mu}});
    }
    /// Distance of the body down the plane from the origin, metres.
    double distance() { return -wide(inv_rotate(tilt, world.find(body)->center()).x); }
    double speed() { return -wide(inv_rotate(tilt, world.find(body)->velocity().linear).x); }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5); ++i)
            world.step(time_step);
    }
};
constexpr float degree = 3.14159265f / 180.0f;

// Half a degree below the angle of friction, the box moves by less than 1 mm in 10 s.
TEST_P(ClosedFormMotion, BoxSticksBelowTheAngleOfFriction) {
    const float mu = 0.5f;
    const float angle = std::atan(mu) - 0.5f * degree;
    Incline incline(on_earth(), angle, make_box({0.5f, 0.1f}), 0.1f, mu);
    incline.run(1.0);
    const double start_distance = incline.distance();
    incline.run(10.0);
    EXPECT_NEAR(incline.distance(), start_distance, 1e-3);
}

// The acceleration is g(sin α − μ cos α), within 2 %.
TEST_P(ClosedFormMotion, BoxSlidesAboveTheAngleOfFriction) {
    const float mu = 0.3f;
    const float angle = 30.0f * degree;
    Incline incline(on_earth(), angle, make_box({0.5f, 0.1f}), 0.1f, mu);
    incline.run(0.5);
    const double start_speed = incline.speed();
    incline.run(1.0);
    const double expected = g * (std::sin(wide(angle)) - wide(mu) * std::cos(wide(angle)));
    EXPECT_NEAR(incline.speed() - start_speed, expected, 0.02 * expected);
}

// A box twice as tall as wide must tip if tan α exceeds w/h, and must stand if tan α is less.
TEST_P(ClosedFormMotion, TallBoxTipsOnlyOnASteepIncline) {
    for (const bool should_tip : {false, true}) {
        const float angle = std::atan(0.5f) + (should_tip ? 2.0f : -2.0f) * degree;
        Incline incline(on_earth(), angle, make_box({0.5f, 1.0f}), 1.0f, 1.5f);
        incline.run(3.0);
        const double rotation = incline.world.find(incline.body)->angle() - wide(angle);
        if (should_tip) {
            EXPECT_GT(rotation, 0.5);
        } else {
            EXPECT_NEAR(rotation, 0.0, 0.01);
        }
    }
}

// A disc accelerates at ⅔ g sin α, a ring at ½ g sin α, within 1 %.
TEST_P(ClosedFormMotion, DiscAndRingRollDownAnIncline) {
    const float angle = 20.0f * degree;
    for (const bool is_ring : {false, true}) {
        SCOPED_TRACE(is_ring);
        Incline incline(on_earth(), angle, disc(0.5f), 0.5f, 0.6f);
        if (is_ring) {
            // A ring has all its mass at the radius: I = m r².
            const BodyHandle body = incline.world.create_body(
                {.position = rotate(incline.tilt, {-50.0f, 0.5f}),
                 .mass = MassOverride{.mass = 1.0f, .inertia = 0.25f, .center = {}}});
            incline.world.attach(body, disc(0.5f));
            incline.body = body;
        }
        incline.run(0.5);
        const double start_speed = incline.speed();
        incline.run(1.0);
        const double expected = (is_ring ? 0.5 : 2.0 / 3.0) * g * std::sin(wide(angle));
        EXPECT_NEAR(incline.speed() - start_speed, expected, 0.01 * expected);
        EXPECT_NEAR(wide(incline.world.find(incline.body)->velocity().angular) * 0.5, incline.speed(),
                    0.01 * incline.speed());
    }
}

// A disc thrown without spin slides until t = v0/(3μg), then rolls at ⅔ of its initial speed.
TEST_P(ClosedFormMotion, SlidingDiscStartsToRoll) {
    const float mu = 0.3f;
    World world(on_earth());
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({50.0f, 0.5f}, {0.0f, -0.5f}), {.material = {.friction = mu}});
    const BodyHandle ball = world.create_body({.position = {0.0f, 0.5f}, .linear_velocity = {6.0f, 0.0f}});
    world.attach(ball, disc(0.5f), {.material = {.friction = mu}});
    const double expected_time = 6.0 / (3 * wide(mu) * g);
    double rolling_start_time = 0;
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        const BodyVelocity v = world.find(ball)->velocity();
        if (rolling_start_time == 0 && wide(v.linear.x) + 0.5 * wide(v.angular) < 0.02)
            rolling_start_time = (i + 1) * wide(time_step);
    }
    EXPECT_NEAR(world.find(ball)->velocity().linear.x, 4.0f, 0.04f);
    EXPECT_NEAR(rolling_start_time, expected_time, 0.01 * expected_time + wide(time_step));
}

INSTANTIATE_TEST_SUITE_P(Methods, ClosedFormMotion, testing::ValuesIn(all_methods), method_name);

}  // namespace
}  // namespace toibox
