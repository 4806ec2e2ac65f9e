// SPDX-License-Identifier: MIT

// What a blow sets off is met within the same step, whatever was known of it before; what a kinematic body
// strikes gets no more than it must; and waiting gives nothing. No gravity and no friction, but where stated.

#include "tests/support/physics.h"

#include <cmath>
#include <string>

namespace toibox {
namespace {

using namespace testing_support;

ShapeDef smooth(float restitution, float density = 1.0f) {
    return {.material = {.density = density, .friction = 0.0f, .restitution = restitution}};
}
// A heavy thin lid hangs free. Pellet A sets it off to the right at once, towards pellet B, which comes
// slowly from there and would have met nothing: B ends ahead of the lid, paused or not.
TEST(ImpactsWithinOneStep, PushesAHeavyObstacleIntoOthers) {
    for (int k = 0; k < 40; ++k) {
        World world(weightless());
        const BodyHandle lid = add_body(world, {}, make_box({0.01f, 1.0f}), smooth(1.0f, 50.0f));
        const float mass = world.find(lid)->mass().mass;
        const MassOverride heavy{.mass = mass / 100.0f, .inertia = 1.0f};
        add_body(world,
                 {.position = {-0.08f - 0.001f * static_cast<float>(k), 0.0f},
                  .linear_velocity = {3000.0f, 0.0f},
                  .mass = heavy},
                 disc(0.05f), smooth(1.0f));
        const BodyHandle ahead =
            add_body(world, {.position = {0.2f, 0.5f}, .linear_velocity = {4.0f, 0.0f}, .mass = heavy},
                     disc(0.05f), smooth(1.0f));
        world.step(time_step);
        EXPECT_GT(world.find(ahead)->center().x, world.find(lid)->center().x) << k;
    }
}

/// A bat at 120 m/s strikes a ball that waits, asleep or not, before `target`.
Vec2 struck_ball(bool asleep, bool bullet, float target_mass, const Shape& target) {
    WorldSettings settings = weightless();
    settings.sleeping = true;
    World world(settings);
    add_body(world,
             {.type = BodyType::Kinematic, .position = {-0.6f, 0.0f}, .linear_velocity = {120.0f, 0.0f}},
             make_box({0.1f, 1.0f}), smooth(0.0f));
    const BodyHandle ball = add_body(
        world, {.bullet = bullet, .awake = !asleep, .mass = MassOverride{.mass = 1.0f, .inertia = 1.0f}},
        disc(0.1f), smooth(0.0f));
    const BodyHandle wall = add_body(
        world, {.position = {0.4f, 0.0f}, .mass = MassOverride{.mass = target_mass, .inertia = 1e3f}}, target,
        smooth(0.0f));
    world.step(time_step);
    return {world.find(ball)->center().x, world.find(wall)->center().x};
}
// The ball is a bullet, what it flies at is as light as it is: awake or asleep, it does not pass.
TEST(ImpactsWithinOneStep, WakesABullet) {
    for (const bool asleep : {false, true}) {
        const Vec2 places = struck_ball(asleep, true, 1.0f, disc(0.1f));
        EXPECT_LT(places.x, places.y) << asleep;
    }
}
// No bullet, but a thin door a thousand times as heavy, which nothing fast was near before.
TEST(ImpactsWithinOneStep, StruckBodiesStopAtHeavyObstacles) {
    for (const bool asleep : {false, true}) {
        const Vec2 places = struck_ball(asleep, false, 1000.0f, make_box({0.02f, 1.0f}));
        EXPECT_LT(places.x, places.y) << asleep;
    }
}

// Two balls joined by a rod: a kinematic sweeper does not wait for them, so they are answered at once.
TEST(ImpactsWithinOneStep, AnswersJointedBodiesBeforeAKinematicOne) {
    for (const float speed : {8.0f, 20.0f, 40.0f}) {
        for (int k = 0; k < 20; ++k) {
            World world(weightless());
            const BodyHandle sweeper = add_body(world,
                                                {.type = BodyType::Kinematic,
                                                 .position = {-1.0f - 0.02f * static_cast<float>(k), 0.0f},
                                                 .linear_velocity = {speed, 0.0f}},
                                                make_box({0.1f, 3.0f}), smooth(0.0f));
            const BodyHandle a = add_body(world, {.position = {0.0f, -0.5f}}, disc(0.1f), smooth(0.0f));
            const BodyHandle b = add_body(world, {.position = {0.0f, 0.5f}}, disc(0.1f), smooth(0.0f));
            world.create_joint(DistanceJointDef{.body_a = a, .body_b = b, .length = 1.0f});
            for (int i = 0; i < 20; ++i)
                world.step(time_step);
            EXPECT_GT(world.find(a)->center().x, world.find(sweeper)->center().x) << speed << ", " << k;
            EXPECT_GT(world.find(b)->center().x, world.find(sweeper)->center().x) << speed << ", " << k;
        }
    }
}

// A smooth disc that spins about its centre stands still, as far as a ball can feel: it leaves with e times
// the speed that it came with.
TEST(ImpactsWithinOneStep, AFrictionlessSpinningDiscPushesNothing) {
    for (const float restitution : {0.0f, 1.0f}) {
        for (int k = 0; k < 10; ++k) {
            World world(weightless());
            add_body(world, {.type = BodyType::Kinematic, .angular_velocity = 60.0f}, disc(1.0f),
                     smooth(restitution));
            const BodyHandle ball = add_body(world,
                                             {.position = {0.0f, 2.0f + 0.025f * static_cast<float>(k)},
                                              .linear_velocity = {0.0f, -15.0f}},
                                             disc(0.1f), smooth(restitution));
            for (int i = 0; i < 12; ++i)
                world.step(time_step);
            EXPECT_NEAR(length(world.find(ball)->velocity().linear), 15.0f * restitution, 0.02f) << k;
        }
    }
}

// Between two elastic walls, falling, with a budget of one impact a step: most of each step is lost, and with
// it the fall. Semi-implicit Euler loses ½ g v h t itself.
TEST(ImpactsWithinOneStep, WaitingAddsNoEnergy) {
    WorldSettings settings = on_earth();
    settings.impact_budget = 1;
    settings.restitution_threshold = 0.0f;
    World world(settings);
    for (const float side : {-0.75f, 0.75f})
        add_body(world, {.type = BodyType::Static, .position = {side, 0.0f}}, make_box({0.5f, 400.0f}),
                 smooth(1.0f));
    const BodyHandle ball = add_body(world, {.linear_velocity = {100.0f, 0.0f}}, disc(0.1f), smooth(1.0f));
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    const double fall = wide(world.find(ball)->velocity().linear.y);
    const double energy = 0.5 * fall * fall - wide(settings.gravity.y) * wide(world.find(ball)->center().y);
    EXPECT_LT(energy, 1e-3);
    EXPECT_GT(energy, -3.0);
}

// A ball that looks out for itself is paused at its first impact between two walls; then the world's solver
// becomes one without times of impact. The rest of the step goes on as it began.
TEST(ImpactsWithinOneStep, FinishesTheStepWithItsSolver) {
    for (const SolverKind solver : {SolverKind::Penalty, SolverKind::PushBack}) {
        WorldSettings settings = weightless();
        settings.continuous = ContinuousPolicy::Off;
        settings.stop_at_each_impact = true;
        World world(settings);
        for (const float side : {-1.0f, 1.0f})
            add_body(world, {.type = BodyType::Static, .position = {side, 0.0f}}, make_box({0.01f, 2.0f}),
                     smooth(1.0f));
        const BodyHandle ball = add_body(
            world,
            {.linear_velocity = {300.0f, 0.0f}, .continuous = {.policy = ContinuousPolicy::SubstepAtImpact}},
            disc(0.1f), smooth(1.0f));
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
