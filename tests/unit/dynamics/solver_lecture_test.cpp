// SPDX-License-Identifier: MIT

// The lectures' two solvers, penalty springs and push back: what each promises, and the flaws that it is
// shown for.

#include "tests/support/physics.h"

#include <array>

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings penalty(float stiffness, float damping, int substeps = 1) {
    WorldSettings settings = on_earth();
    settings.solver = SolverKind::Penalty;
    settings.continuous = ContinuousPolicy::Off;
    settings.penalty_stiffness = stiffness;
    settings.penalty_damping = damping;
    settings.substeps = substeps;
    return settings;
}

BodyHandle add_unit_disc(World& world, Vec2 position, Vec2 velocity = {}) {
    const BodyHandle body =
        world.create_body({.position = position,
                           .linear_velocity = velocity,
                           .mass = MassOverride{.mass = 1.0f, .inertia = 0.125f, .center = {}}});
    world.attach(body, disc(0.5f));
    return body;
}

// A box of 1 kg comes to rest where its two springs carry it: m g / 2k deep.
TEST(SolverPenalty, BoxSinksInAsFarAsItsSpringsGive) {
    World world(penalty(500.0f, 20.0f));
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.52f});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(box)->center().y, 0.5f - 10.0f / 1000.0f, 1e-5f);
    EXPECT_NEAR(length(world.find(box)->velocity().linear), 0.0f, 1e-5f);
}

// A disc of 1 kg at 2 m/s against an undamped spring: half a period, π√(m/k), with a greatest force of
// v√(k m), and away as fast as it came. Sixteen times the stiffness: a quarter of the time, four times the
// force.
TEST(SolverPenalty, HarderContactIsShorterAndStronger) {
    for (const float stiffness : {1000.0f, 16000.0f}) {
        SCOPED_TRACE(stiffness);
        WorldSettings settings = penalty(stiffness, 0.0f);
        settings.gravity = {};
        settings.integrator = Integrator::RungeKutta4;
        World world(settings);
        add_floor(world);
        const BodyHandle ball = add_unit_disc(world, {0.0f, 0.6f}, {0.0f, -2.0f});
        const float dt = 1.0f / 3840.0f;
        int steps = 0;
        float greatest = 0.0f;
        for (int i = 0; i < 1200; ++i) {
            world.step(dt);
            if (world.contacts().empty()) continue;
            const float impulse = world.contacts()[0].points[0].normal_impulse;
            if (impulse > 0.0f) ++steps;
            greatest = std::max(greatest, impulse / dt);
        }
        const double omega = std::sqrt(wide(stiffness));
        EXPECT_NEAR(steps * wide(dt), pi / omega, 0.01 * pi / omega + 2 * wide(dt));
        EXPECT_NEAR(wide(greatest), 2.0 * omega, 0.005 * 2.0 * omega);
        EXPECT_NEAR(world.find(ball)->velocity().linear.y, 2.0f, 0.01f);
    }
}

// Semi-implicit Euler holds a contact of 1 kg while k h² + 2 c h < 4 m: at 60 Hz and without a damper up to
// 14,400 N/m. A disc rests on half of that, and is thrown off by one and a half times it.
TEST(SolverPenalty, ExplodesPastTheStableStiffness) {
    for (const float share : {0.5f, 1.5f}) {
        SCOPED_TRACE(share);
        World world(penalty(share * 14400.0f, 0.0f));
        add_floor(world);
        const BodyHandle ball = add_unit_disc(world, {0.0f, 0.499f});
        float highest = 0.0f;
        for (int i = 0; i < 600; ++i) {
            world.step(time_step);
            highest = std::max(highest, world.find(ball)->center().y);
        }
        if (share < 1.0f) {
            EXPECT_LT(highest, 0.51f);
        } else {
            EXPECT_GT(highest, 1.0f);
        }
    }
}

// With the default spring and damper a unit box of 1 kg that falls on its edge from half a metre comes to
// rest, in one sub-step of a sixtieth of a second as in four. It turns on its two points more readily than it
// yields to them: m r²/I = 1.5 there, and so it is 3 (k h² + 2 c h) < 4 m that has to hold.
TEST(SolverPenalty, DefaultsHoldAKilogram) {
    const WorldSettings defaults;
    EXPECT_LT(3.0f * time_step * (defaults.penalty_stiffness * time_step + 2.0f * defaults.penalty_damping),
              4.0f);
    for (const int substeps : {1, 4}) {
        SCOPED_TRACE(substeps);
        World world(penalty(defaults.penalty_stiffness, defaults.penalty_damping, substeps));
        add_floor(world);
        const BodyHandle box = add_box(world, {0.0f, 1.1f}, 0.5f, {.angle = 0.2f});
        for (int i = 0; i < 600; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(box)->center().y, 0.5f - 10.0f / (2.0f * defaults.penalty_stiffness), 1e-4f);
        EXPECT_NEAR(length(world.find(box)->velocity().linear), 0.0f, 1e-4f);
        EXPECT_NEAR(world.find(box)->velocity().angular, 0.0f, 1e-4f);
    }
}

// Friction brakes by μ g while it slides, and lets the box go at last by m g sin α / c for each point on a
// slope that it would stand on: a damper holds nothing still.
TEST(SolverPenalty, FrictionBrakesButCreeps) {
    World sliding(penalty(2000.0f, 40.0f, 4));
    add_floor(sliding, 50.0f);
    const BodyHandle box = sliding.create_body({.position = {0.0f, 0.1f}, .linear_velocity = {6.0f, 0.0f}});
    sliding.attach(box, make_box({0.5f, 0.1f}), {.material = {.density = 5.0f}});
    for (int i = 0; i < 30; ++i)
        sliding.step(time_step);
    EXPECT_NEAR(sliding.find(box)->velocity().linear.x, 6.0f - 0.6f * 10.0f * 0.5f, 0.1f);

    World creeping(penalty(2000.0f, 40.0f, 4));
    const float angle = 0.2f;
    const Rot tilt = make_rot(angle);
    const BodyHandle slope = creeping.create_body({.type = BodyType::Static, .angle = angle});
    creeping.attach(slope, make_box({50.0f, 0.5f}, {0.0f, -0.5f}));
    const BodyHandle resting = creeping.create_body({.position = rotate(tilt, {0.0f, 0.1f}), .angle = angle});
    creeping.attach(resting, make_box({0.5f, 0.1f}), {.material = {.density = 5.0f}});
    for (int i = 0; i < 180; ++i)
        creeping.step(time_step);
    const double expected = 10.0 * std::sin(wide(angle)) / (2 * 40.0);
    EXPECT_NEAR(wide(length(creeping.find(resting)->velocity().linear)), expected, 0.02 * expected);
}

WorldSettings push_back(bool rotate) {
    WorldSettings settings = on_earth();
    settings.solver = SolverKind::PushBack;
    settings.substeps = 1;
    settings.continuous = ContinuousPolicy::Off;
    settings.push_back_rotation = rotate;
    return settings;
}

// A tilted box whose lowest corner is 0.1 m in the floor is out of it after one step but for the slop:
// shifted as it stands, or shifted less and turned.
TEST(SolverPushBack, TakesTheOverlapOutAtOnce) {
    for (const bool rotates : {false, true}) {
        SCOPED_TRACE(rotates);
        WorldSettings settings = push_back(rotates);
        settings.gravity = {};
        World world(settings);
        add_floor(world);
        const float angle = 0.3f;
        const float reach = 0.5f * (std::cos(angle) + std::sin(angle));
        const BodyHandle box = world.create_body({.position = {0.0f, reach - 0.1f}, .angle = angle});
        world.attach(box, make_box({0.5f, 0.5f}));
        world.step(time_step);
        const float shifted = world.find(box)->center().y - (reach - 0.1f);
        const double turned = world.find(box)->angle() - wide(angle);
        world.step(time_step);  // finds what is left
        EXPECT_LE(world.max_penetration(), 0.005 + 1e-4);
        if (rotates) {
            EXPECT_LT(shifted, 0.08f);
            EXPECT_GT(std::abs(turned), 0.02);
        } else {
            EXPECT_NEAR(shifted, 0.095f, 1e-5f);
            EXPECT_EQ(turned, 0.0);
        }
    }
}

// A disc comes back with e times the speed with which it came.
TEST(SolverPushBack, ReflectsTheVelocity) {
    for (const float e : {0.0f, 0.5f, 1.0f}) {
        SCOPED_TRACE(e);
        WorldSettings settings = push_back(false);
        settings.gravity = {};
        World world(settings);
        add_floor(world);
        const BodyHandle ball =
            world.create_body({.position = {0.0f, 1.0f}, .linear_velocity = {0.0f, -4.0f}});
        world.attach(ball, disc(0.5f), {.material = {.restitution = e}});
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(ball)->velocity().linear.y, 4.0f * e, 1e-5f);
    }
}

// A disc at rest is thrown up at e·g·h, h the step, by what gravity gave it in one, and is falling again in
// the next but one: a mean speed of 2 e g h/(1 + e), which goes as e goes.
TEST(SolverPushBack, JittersWithItsRestitution) {
    for (const float e : {0.5f, 0.25f, 0.1f, 0.01f, 0.0f}) {
        SCOPED_TRACE(e);
        World world(push_back(false));
        add_floor(world);
        const BodyHandle ball = world.create_body({.position = {0.0f, 0.5f}});
        world.attach(ball, disc(0.5f), {.material = {.restitution = e}});
        double sum = 0;
        for (int i = 0; i < 600; ++i) {
            world.step(time_step);
            if (i >= 300) sum += std::abs(wide(world.find(ball)->velocity().linear.y));
        }
        const double expected = 2 * wide(e) / (1 + wide(e)) * 10.0 / 60.0;
        EXPECT_NEAR(sum / 300, expected, 0.02 * expected + 1e-6);
    }
}

}  // namespace
}  // namespace toibox
