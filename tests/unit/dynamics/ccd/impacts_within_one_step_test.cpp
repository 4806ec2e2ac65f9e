// SPDX-License-Identifier: MIT

// Several impacts within one step: a body set in motion by an impact hits other bodies in the same step,
// kinematic bodies do not pass through others, and stopping a body adds no energy. No gravity and no friction
// unless stated.

#include "tests/support/physics.h"

#include <cmath>
#include <string>

namespace toibox {
namespace {

using namespace testing_support;

ShapeDef frictionless_surface(float restitution, float density = 1.0f) {
    return {.material = {.density = density, .friction = 0.0f, .restitution = restitution}};
}

// A thin lid at rest is 100 times as heavy as each of two pellets. A fast pellet hits the lid and sends it
// towards a slow pellet, for which no impact was predicted. The slow pellet must end the step to the right of
// the lid.
TEST(ImpactsWithinOneStep, MovingHeavyObstacleDoesNotPassThroughASlowBody) {
    for (int k = 0; k < 40; ++k) {
        World world(weightless());
        const BodyHandle lid =
            add_body(world, {}, make_box({0.01f, 1.0f}), frictionless_surface(1.0f, 50.0f));
        const float mass = world.find(lid)->mass().mass;
        const MassOverride pellet_mass{.mass = mass / 100.0f, .inertia = 1.0f};
        add_body(world,
                 {.position = {-0.08f - 0.001f * static_cast<float>(k), 0.0f},
                  .linear_velocity = {3000.0f, 0.0f},
                  .mass = pellet_mass},
                 disc(0.05f), frictionless_surface(1.0f));
        const BodyHandle slow_pellet =
            add_body(world, {.position = {0.2f, 0.5f}, .linear_velocity = {4.0f, 0.0f}, .mass = pellet_mass},
                     disc(0.05f), frictionless_surface(1.0f));
        world.step(time_step);
        EXPECT_GT(world.find(slow_pellet)->center().x, world.find(lid)->center().x) << "phase " << k;
    }
}

/// Position after the step of a ball and its target, along x.
struct StruckBall {
    float ball_x = 0.0f;
    float target_x = 0.0f;
};
/// A kinematic bat at 120 m/s strikes a ball of 1 kg, at rest in front of `target`.
StruckBall strike_ball(bool asleep, bool bullet, float target_mass, const Shape& target) {
    WorldSettings settings = weightless();
    settings.sleeping = true;
    World world(settings);
    add_body(world,
             {.type = BodyType::Kinematic, .position = {-0.6f, 0.0f}, .linear_velocity = {120.0f, 0.0f}},
             make_box({0.1f, 1.0f}), frictionless_surface(0.0f));
    const BodyHandle ball = add_body(
        world, {.bullet = bullet, .awake = !asleep, .mass = MassOverride{.mass = 1.0f, .inertia = 1.0f}},
        disc(0.1f), frictionless_surface(0.0f));
    const BodyHandle target_body = add_body(
        world, {.position = {0.4f, 0.0f}, .mass = MassOverride{.mass = target_mass, .inertia = 1e3f}}, target,
        frictionless_surface(0.0f));
    world.step(time_step);
    return {world.find(ball)->center().x, world.find(target_body)->center().x};
}

// The ball is a bullet and the target has the same mass.
TEST(ImpactsWithinOneStep, StruckBulletDoesNotPassThroughItsTarget) {
    for (const bool asleep : {false, true}) {
        const auto [ball_x, target_x] = strike_ball(asleep, true, 1.0f, disc(0.1f));
        EXPECT_LT(ball_x, target_x) << "asleep " << asleep;
    }
}

// The ball is not a bullet. The target is a thin door of 1000 times the ball's mass, and no fast body is near
// the door before the bat strikes.
TEST(ImpactsWithinOneStep, StruckBallDoesNotPassThroughAHeavyObstacle) {
    for (const bool asleep : {false, true}) {
        const auto [ball_x, target_x] = strike_ball(asleep, false, 1000.0f, make_box({0.02f, 1.0f}));
        EXPECT_LT(ball_x, target_x) << "asleep " << asleep;
    }
}

// A kinematic sweeper hits two balls that are joined by a rod. The sweeper cannot stop at an impact, so the
// impact must be resolved at its time.
TEST(ImpactsWithinOneStep, KinematicBodyDoesNotPassThroughJointedBodies) {
    for (const float speed : {8.0f, 20.0f, 40.0f}) {
        for (int k = 0; k < 20; ++k) {
            World world(weightless());
            const BodyHandle sweeper = add_body(world,
                                                {.type = BodyType::Kinematic,
                                                 .position = {-1.0f - 0.02f * static_cast<float>(k), 0.0f},
                                                 .linear_velocity = {speed, 0.0f}},
                                                make_box({0.1f, 3.0f}), frictionless_surface(0.0f));
            const BodyHandle a =
                add_body(world, {.position = {0.0f, -0.5f}}, disc(0.1f), frictionless_surface(0.0f));
            const BodyHandle b =
                add_body(world, {.position = {0.0f, 0.5f}}, disc(0.1f), frictionless_surface(0.0f));
            world.create_joint(DistanceJointDef{.body_a = a, .body_b = b, .length = 1.0f});
            for (int i = 0; i < 20; ++i)
                world.step(time_step);
            EXPECT_GT(world.find(a)->center().x, world.find(sweeper)->center().x)
                << speed << " m/s, phase " << k;
            EXPECT_GT(world.find(b)->center().x, world.find(sweeper)->center().x)
                << speed << " m/s, phase " << k;
        }
    }
}

// A kinematic disc spins about its centre. Without friction, the spin must have no effect: a ball rebounds at
// e times its approach speed.
TEST(ImpactsWithinOneStep, SpinOfAFrictionlessDiscHasNoEffect) {
    for (const float restitution : {0.0f, 1.0f}) {
        for (int k = 0; k < 10; ++k) {
            World world(weightless());
            add_body(world, {.type = BodyType::Kinematic, .angular_velocity = 60.0f}, disc(1.0f),
                     frictionless_surface(restitution));
            const BodyHandle ball = add_body(world,
                                             {.position = {0.0f, 2.0f + 0.025f * static_cast<float>(k)},
                                              .linear_velocity = {0.0f, -15.0f}},
                                             disc(0.1f), frictionless_surface(restitution));
            for (int i = 0; i < 12; ++i)
                world.step(time_step);
            EXPECT_NEAR(length(world.find(ball)->velocity().linear), 15.0f * restitution, 0.02f)
                << "phase " << k;
        }
    }
}

// A ball bounces between two elastic walls while it falls. With a budget of one impact per step, the ball
// loses most of each step, and does not fall during the lost time. Lower bound: semi-implicit Euler loses ½
// g·v·dt per unit mass at a fall speed of v.
TEST(ImpactsWithinOneStep, StoppingAtImpactsAddsNoEnergy) {
    WorldSettings settings = on_earth();
    settings.impact_budget = 1;
    settings.restitution_threshold = 0.0f;
    World world(settings);
    for (const float side : {-0.75f, 0.75f})
        add_body(world, {.type = BodyType::Static, .position = {side, 0.0f}}, make_box({0.5f, 400.0f}),
                 frictionless_surface(1.0f));
    const BodyHandle ball =
        add_body(world, {.linear_velocity = {100.0f, 0.0f}}, disc(0.1f), frictionless_surface(1.0f));
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    const double fall = wide(world.find(ball)->velocity().linear.y);
    const double energy = 0.5 * fall * fall - wide(settings.gravity.y) * wide(world.find(ball)->center().y);
    EXPECT_LT(energy, 1e-3);
    EXPECT_GT(energy, -3.0);
}

// A ball between two walls overrides the world's policy. The step is paused at the first impact, and the
// solver is changed to a solver without continuous collision. The rest of the step must still use the old
// solver.
TEST(ImpactsWithinOneStep, PausedStepKeepsItsSolver) {
    for (const SolverKind solver : {SolverKind::Penalty, SolverKind::PushBack}) {
        WorldSettings settings = weightless();
        settings.continuous = ContinuousPolicy::Off;
        settings.stop_at_each_impact = true;
        World world(settings);
        for (const float side : {-1.0f, 1.0f})
            add_body(world, {.type = BodyType::Static, .position = {side, 0.0f}}, make_box({0.01f, 2.0f}),
                     frictionless_surface(1.0f));
        const BodyHandle ball = add_body(
            world,
            {.linear_velocity = {300.0f, 0.0f}, .continuous = {.policy = ContinuousPolicy::SubstepAtImpact}},
            disc(0.1f), frictionless_surface(1.0f));
        world.step(time_step);
        settings.solver = solver;
        settings.stop_at_each_impact = false;
        ASSERT_TRUE(world.set_settings(settings));
        world.step(time_step);
        EXPECT_LT(std::abs(world.find(ball)->center().x), 1.0f);
    }
}

}  // namespace
}  // namespace toibox
