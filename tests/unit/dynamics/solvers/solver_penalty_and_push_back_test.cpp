// SPDX-License-Identifier: MIT

// The penalty and push-back solvers: what they guarantee, and their known flaws.

#include "tests/support/physics.h"

#include <array>

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings penalty_settings(float stiffness, float damping, int substeps = 1) {
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

// A box of 1 kg on two contact springs comes to rest at a depth of m g / 2k.
TEST(SolverPenalty, BoxSinksByTheDeflectionOfItsSprings) {
    World world(penalty_settings(500.0f, 20.0f));
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.52f});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(box)->center().y, 0.5f - 10.0f / 1000.0f, 1e-5f);
    EXPECT_NEAR(length(world.find(box)->velocity().linear), 0.0f, 1e-5f);
}

// A disc of 1 kg hits an undamped contact spring at 2 m/s. The contact lasts half a period, π√(m/k); the
// maximum force is v√(k m), and the disc rebounds at its approach speed. 16 times the stiffness gives a
// quarter of the time and four times the force.
TEST(SolverPenalty, StifferContactIsShorterAndStronger) {
    for (const float stiffness : {1000.0f, 16000.0f}) {
        SCOPED_TRACE(stiffness);
        WorldSettings settings = penalty_settings(stiffness, 0.0f);
        settings.gravity = {};
        settings.integrator = Integrator::RungeKutta4;
        World world(settings);
        add_floor(world);
        const BodyHandle ball = add_unit_disc(world, {0.0f, 0.6f}, {0.0f, -2.0f});
        const float dt = 1.0f / 3840.0f;
        int steps = 0;
        float max_force = 0.0f;
        for (int i = 0; i < 1200; ++i) {
            world.step(dt);
            if (world.contacts().empty()) continue;
            const float impulse = world.contacts()[0].points[0].normal_impulse;
            if (impulse > 0.0f) ++steps;
            max_force = std::max(max_force, impulse / dt);
        }
        const double omega = std::sqrt(wide(stiffness));
        EXPECT_NEAR(steps * wide(dt), pi / omega, 0.01 * pi / omega + 2 * wide(dt));
        EXPECT_NEAR(wide(max_force), 2.0 * omega, 0.005 * 2.0 * omega);
        EXPECT_NEAR(world.find(ball)->velocity().linear.y, 2.0f, 0.01f);
    }
}

// With semi-implicit Euler a contact of 1 kg is stable while k h² + 2 c h < 4 m: without damping, at 60 Hz,
// up to 14,400 N/m. A disc stays at rest at half of that stiffness and is thrown up at 1.5 times that
// stiffness.
TEST(SolverPenalty, IsUnstableAboveTheStableStiffness) {
    for (const float stiffness_ratio : {0.5f, 1.5f}) {
        SCOPED_TRACE(stiffness_ratio);
        World world(penalty_settings(stiffness_ratio * 14400.0f, 0.0f));
        add_floor(world);
        const BodyHandle ball = add_unit_disc(world, {0.0f, 0.499f});
        float max_height = 0.0f;
        for (int i = 0; i < 600; ++i) {
            world.step(time_step);
            max_height = std::max(max_height, world.find(ball)->center().y);
        }
        if (stiffness_ratio < 1.0f) {
            EXPECT_LT(max_height, 0.51f);
        } else {
            EXPECT_GT(max_height, 1.0f);
        }
    }
}

// With the default stiffness and damping a unit box of 1 kg that falls from half a metre comes to rest, with
// one sub-step as with four. With m r²/I = 1.5 at its two points, rotation is the critical mode: the
// condition is 3 (k h² + 2 c h) < 4 m.
TEST(SolverPenalty, DefaultsAreStableForOneKilogram) {
    const WorldSettings defaults;
    EXPECT_LT(3.0f * time_step * (defaults.penalty_stiffness * time_step + 2.0f * defaults.penalty_damping),
              4.0f);
    for (const int substeps : {1, 4}) {
        SCOPED_TRACE(substeps);
        World world(penalty_settings(defaults.penalty_stiffness, defaults.penalty_damping, substeps));
        add_floor(world);
        const BodyHandle box = add_box(world, {0.0f, 1.1f}, 0.5f, {.angle = 0.2f});
        for (int i = 0; i < 600; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(box)->center().y, 0.5f - 10.0f / (2.0f * defaults.penalty_stiffness), 1e-4f);
        EXPECT_NEAR(length(world.find(box)->velocity().linear), 0.0f, 1e-4f);
        EXPECT_NEAR(world.find(box)->velocity().angular, 0.0f, 1e-4f);
    }
}

// Sliding friction decelerates a box by μ g. On a slope where the box should stick, damper friction lets it
// creep at m g sin α / (2 c): two contact points, each with a damper c.
TEST(SolverPenalty, FrictionDeceleratesButCreepsOnASlope) {
    World sliding_world(penalty_settings(2000.0f, 40.0f, 4));
    add_floor(sliding_world, 50.0f);
    const BodyHandle box =
        sliding_world.create_body({.position = {0.0f, 0.1f}, .linear_velocity = {6.0f, 0.0f}});
    sliding_world.attach(box, make_box({0.5f, 0.1f}), {.material = {.density = 5.0f}});
    for (int i = 0; i < 30; ++i)
        sliding_world.step(time_step);
    EXPECT_NEAR(sliding_world.find(box)->velocity().linear.x, 6.0f - 0.6f * 10.0f * 0.5f, 0.1f);

    World creeping_world(penalty_settings(2000.0f, 40.0f, 4));
    const float angle = 0.2f;
    const Rot tilt = make_rot(angle);
    const BodyHandle slope = creeping_world.create_body({.type = BodyType::Static, .angle = angle});
    creeping_world.attach(slope, make_box({50.0f, 0.5f}, {0.0f, -0.5f}));
    const BodyHandle resting =
        creeping_world.create_body({.position = rotate(tilt, {0.0f, 0.1f}), .angle = angle});
    creeping_world.attach(resting, make_box({0.5f, 0.1f}), {.material = {.density = 5.0f}});
    for (int i = 0; i < 180; ++i)
        creeping_world.step(time_step);
    const double expected = 10.0 * std::sin(wide(angle)) / (2 * 40.0);
    EXPECT_NEAR(wide(length(creeping_world.find(resting)->velocity().linear)), expected, 0.02 * expected);
}

WorldSettings push_back_settings(bool use_rotation) {
    WorldSettings settings = on_earth();
    settings.solver = SolverKind::PushBack;
    settings.substeps = 1;
    settings.continuous = ContinuousPolicy::Off;
    settings.push_back_rotation = use_rotation;
    return settings;
}

// The lowest corner of a tilted box is 0.1 m deep in the floor. One step removes all overlap but the slop,
// either by displacement only or by less displacement and a rotation.
TEST(SolverPushBack, RemovesTheOverlapInOneStep) {
    for (const bool use_rotation : {false, true}) {
        SCOPED_TRACE(use_rotation);
        WorldSettings settings = push_back_settings(use_rotation);
        settings.gravity = {};
        World world(settings);
        add_floor(world);
        const float angle = 0.3f;
        const float initial_half_height = 0.5f * (std::cos(angle) + std::sin(angle));
        const BodyHandle box =
            world.create_body({.position = {0.0f, initial_half_height - 0.1f}, .angle = angle});
        world.attach(box, make_box({0.5f, 0.5f}));
        world.step(time_step);
        const float displacement = world.find(box)->center().y - (initial_half_height - 0.1f);
        const double rotation = world.find(box)->angle() - wide(angle);
        world.step(time_step);  // detects the remaining overlap
        EXPECT_LE(world.max_penetration(), 0.005 + 1e-4);
        if (use_rotation) {
            EXPECT_LT(displacement, 0.08f);
            EXPECT_GT(std::abs(rotation), 0.02);
        } else {
            EXPECT_NEAR(displacement, 0.095f, 1e-5f);
            EXPECT_EQ(rotation, 0.0);
        }
    }
}

// A disc rebounds at e times its approach speed.
TEST(SolverPushBack, ReflectsTheVelocity) {
    for (const float e : {0.0f, 0.5f, 1.0f}) {
        SCOPED_TRACE(e);
        WorldSettings settings = push_back_settings(false);
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

// A disc at rest rebounds from the velocity that gravity adds in one time step h, at e·g·h. The resulting
// mean speed is 2 e g h/(1 + e).
TEST(SolverPushBack, RestingDiscJittersInProportionToItsRestitution) {
    for (const float e : {0.5f, 0.25f, 0.1f, 0.01f, 0.0f}) {
        SCOPED_TRACE(e);
        World world(push_back_settings(false));
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
