// SPDX-License-Identifier: MIT

// Side effects of continuous policies: on bodies that take no part in an impact, on sleeping bodies, and on
// paused steps whose policy changes. Worlds have no gravity unless a test uses on_earth().

#include "tests/support/physics.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

class PolicyEffects : public testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings settings_with(ContinuousPolicy policy, WorldSettings settings = weightless()) {
        settings = with_solver(GetParam(), settings);
        settings.continuous = policy;
        return settings;
    }
};

ShapeDef frictionless(float restitution) {
    return {.material = {.friction = 0.0f, .restitution = restitution}};
}

/// Adds a wall of thickness 1 m that is centred at `x`; by default its left face is at x = 0.
void add_wall(World& world, float restitution, float x = 0.5f) {
    const BodyHandle wall = world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
    world.attach(wall, make_box({0.5f, 6.0f}), frictionless(restitution));
}

// A square hits a wall face to face, with restitution 0 or 1. Its velocity must become 0 or be reversed, and
// it must not rotate.
TEST_P(PolicyEffects, RestorePositionDoesNotRotateABoxThatHitsFaceToFace) {
    for (const float gap : {0.1f, 0.3f, 0.8f}) {
        for (const float restitution : {0.0f, 1.0f}) {
            World world(settings_with(ContinuousPolicy::RestorePosition));
            add_wall(world, restitution);
            const BodyHandle box =
                add_body(world, {.position = {-0.5f - gap, 0.0f}, .linear_velocity = {60.0f, 0.0f}},
                         make_box({0.5f, 0.5f}), frictionless(restitution));
            world.step(time_step);
            EXPECT_NEAR(world.find(box)->velocity().linear.x, -60.0f * restitution, 1e-3f) << "gap " << gap;
            EXPECT_EQ(world.find(box)->velocity().angular, 0.0f) << "gap " << gap;
        }
    }
}

// A rod of 2 m rotates by 1.2 rad per step into a floor. The angle is restored, and the rotation is reversed.
TEST_P(PolicyEffects, RestorePositionReversesASpinningRod) {
    World world(settings_with(ContinuousPolicy::RestorePosition));
    world.attach(world.create_body({.type = BodyType::Static}), make_box({50.0f, 0.5f}, {0.0f, -0.5f}),
                 frictionless(1.0f));
    const BodyHandle rod =
        add_body(world, {.position = {0.0f, 0.6f}, .angle = 0.1f, .angular_velocity = -72.0f},
                 make_box({1.0f, 0.05f}), frictionless(1.0f));
    world.step(time_step);
    EXPECT_EQ(world.find(rod)->angle(), 0.1f);
    EXPECT_EQ(world.find(rod)->velocity().angular, 72.0f);
}

// A ball bounces between two walls at 100 m/s. RollBack and AdvanceToFirstImpact cut steps short for all
// bodies. The kinetic energy of a body that falls far away must not exceed the potential energy that this
// body has lost.
TEST_P(PolicyEffects, UninvolvedBodiesGainNoEnergy) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::RollBack, ContinuousPolicy::AdvanceToFirstImpact, ContinuousPolicy::StopAtImpact,
          ContinuousPolicy::SubstepAtImpact}) {
        const WorldSettings settings = settings_with(policy, on_earth());
        World world(settings);
        add_wall(world, 1.0f, 503.5f);
        add_wall(world, 1.0f, 496.5f);
        add_body(world,
                 {.position = {500.0f, 0.0f}, .linear_velocity = {100.0f, 0.0f}, .gravity_scale = 0.0f},
                 disc(0.1f), frictionless(1.0f));
        const BodyHandle bystander = add_ball(world, {0.0f, 100.0f}, 0.25f);
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        const double drop = 100.0 - wide(world.find(bystander)->center().y);
        const double speed = wide(world.find(bystander)->velocity().linear.y);
        // With semi-implicit Euler a body falls ½ g·dt² too far in each step, and up to ¾ g·dt² in a step
        // that is cut short.
        const double bias = 0.75 * wide(time_step) * 10.0 * std::abs(speed);
        EXPECT_LE(0.5 * speed * speed, 10.0 * drop + 1e-3) << enum_entry(continuous_policies(), policy).name;
        EXPECT_GE(0.5 * speed * speed, 10.0 * drop - bias) << enum_entry(continuous_policies(), policy).name;
        EXPECT_GT(drop, 5.0);
    }
}

// A ball hits a wall, and another body drifts far away. The ball must stay in front of the wall, and the
// other body must advance. The bisection must not depend on toi_iterations.
TEST_P(PolicyEffects, RollBackWithOneToiIterationMakesProgress) {
    WorldSettings settings = settings_with(ContinuousPolicy::RollBack);
    settings.toi_iterations = 1;
    World world(settings);
    add_wall(world, 0.0f);
    const BodyHandle ball =
        add_body(world, {.position = {-0.5f, 0.0f}, .linear_velocity = {60.0f, 0.0f}}, disc(0.1f));
    const BodyHandle other =
        add_body(world, {.position = {0.0f, 50.0f}, .linear_velocity = {1.0f, 0.0f}}, disc(0.1f));
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_LE(world.find(ball)->center().x, -0.09f);
    EXPECT_GT(world.find(other)->center().x, 0.9f);
}

// A ball moves by 2⁴⁹ m, to the centre of a box, in a step of 1 s. After all 52 bisections t has a resolution
// of 2⁻⁵² s, in which the ball moves by 1/8 m, so the gap still exceeds the tolerance. The centres are 1.1 m
// apart at contact, which is less than 9/8 m.
TEST_P(PolicyEffects, RollBackBisectionTerminates) {
    World world(settings_with(ContinuousPolicy::RollBack));
    const float distance = 0x1p49f;
    const BodyHandle box = world.create_body({.type = BodyType::Static, .position = {distance, 0.0f}});
    world.attach(box, make_box({1.0f, 1.0f}));
    const BodyHandle ball = add_body(world, {.linear_velocity = {distance, 0.0f}}, disc(0.1f));
    const StepReport report = world.step(1.0f);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_EQ(world.events().impact.at(0).t, 1.0 - 9.0 * 0x1p-52);
    EXPECT_LE(world.find(ball)->center().x, distance);
    EXPECT_TRUE(is_valid_world(world));
}

// A hundred balls at 240 m/s have speculative contacts with distant balls. Ten steps after the balls are
// stopped, with or without a change of the policy, these contacts must be gone.
TEST_P(PolicyEffects, SpeculativeContactsDisappearWithTheSpeed) {
    for (const bool change_policy : {false, true}) {
        WorldSettings settings = settings_with(ContinuousPolicy::Speculative);
        World world(settings);
        for (int i = 0; i < 100; ++i) {
            const Vec2 position{3.0f * static_cast<float>(i % 10), 3.0f * static_cast<float>(i / 10)};
            add_body(world, {.position = position, .linear_velocity = {240.0f, 0.0f}}, disc(0.1f));
        }
        EXPECT_GT(world.step(time_step).contacts, 500);
        for (const BodyHandle body : world.bodies())
            world.find(body)->set_velocity({}, 0.0f);
        if (change_policy) {
            settings.continuous = ContinuousPolicy::SubstepAtImpact;
            ASSERT_TRUE(world.set_settings(settings));
        }
        StepReport report;
        for (int i = 0; i < 10; ++i)
            report = world.step(time_step);
        EXPECT_EQ(report.contacts, 0) << "change policy " << change_policy;
    }
}

// A box hits a sleeping box of equal mass. The total momentum must be conserved.
TEST_P(PolicyEffects, SleepingBodiesTakeTheMomentum) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::Off, ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::Speculative}) {
        for (const float speed : {0.3f, 2.0f, 9.0f, 20.0f, 33.0f, 120.0f}) {
            WorldSettings settings = settings_with(policy);
            settings.sleeping = true;
            World world(settings);
            const BodyHandle sleeper =
                add_body(world, {.position = {10.0f, 0.0f}}, make_box({0.5f, 0.5f}), frictionless(0.0f));
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            ASSERT_NE(world.state().bodies.sleep[sleeper.index].island, BodyHandle::null_index);
            add_body(world, {.position = {9.0f - speed * time_step, 0.0f}, .linear_velocity = {speed, 0.0f}},
                     make_box({0.5f, 0.5f}), frictionless(0.0f));
            for (int i = 0; i < 20; ++i)
                world.step(time_step);
            EXPECT_NEAR(world.momentum().x, wide(speed), 1e-4 * wide(speed))
                << enum_entry(continuous_policies(), policy).name << " at " << speed;
        }
    }
}

// A step is paused at the first of two impacts, and the policy is changed. The rest of the step must use the
// old policy.
TEST_P(PolicyEffects, PausedStepKeepsItsPolicy) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::AdvanceToFirstImpact, ContinuousPolicy::RollBack,
          ContinuousPolicy::RestorePosition, ContinuousPolicy::SpeedLimit, ContinuousPolicy::Off}) {
        WorldSettings settings = settings_with(ContinuousPolicy::SubstepAtImpact);
        settings.stop_at_each_impact = true;
        World world(settings);
        add_wall(world, 1.0f);
        const BodyHandle first =
            add_body(world, {.position = {-0.3f, 0.0f}, .linear_velocity = {120.0f, 0.0f}}, disc(0.1f),
                     frictionless(1.0f));
        const BodyHandle second =
            add_body(world, {.position = {-1.0f, 3.0f}, .linear_velocity = {60.0f, 0.0f}}, disc(0.1f),
                     frictionless(1.0f));
        ASSERT_FALSE(world.step(time_step).complete);
        settings.continuous = policy;
        settings.stop_at_each_impact = false;
        ASSERT_TRUE(world.set_settings(settings));
        EXPECT_TRUE(world.step(time_step).complete);
        EXPECT_NEAR(world.find(first)->center().x, -1.9f, 0.02f);
        EXPECT_NEAR(world.find(first)->velocity().linear.x, -120.0f, 1e-3f);
        EXPECT_NEAR(world.find(second)->center().x, -0.2f, 0.02f);
        EXPECT_NEAR(world.find(second)->velocity().linear.x, -60.0f, 1e-3f);
        EXPECT_TRUE(is_valid_world(world));
    }
}

// Steps are cut short as in UninvolvedBodiesGainNoEnergy while a box falls 1 cm beside a frictionless wall.
// The contact of box and wall never pushes, and must not add energy to the box.
TEST_P(PolicyEffects, FrictionlessWallAddsNoEnergyToAFallingBody) {
    for (const bool has_adjacent_wall : {false, true}) {
        World world(settings_with(ContinuousPolicy::AdvanceToFirstImpact, on_earth()));
        add_wall(world, 1.0f, 503.5f);
        add_wall(world, 1.0f, 496.5f);
        add_body(world,
                 {.position = {500.0f, 0.0f}, .linear_velocity = {100.0f, 0.0f}, .gravity_scale = 0.0f},
                 disc(0.1f), frictionless(1.0f));
        if (has_adjacent_wall) {
            world.attach(world.create_body({.type = BodyType::Static}),
                         make_box({0.5f, 200.0f}, {0.76f, 0.0f}), frictionless(0.0f));
        }
        const BodyHandle box =
            add_body(world, {.position = {0.0f, 100.0f}}, make_box({0.25f, 0.25f}), frictionless(0.0f));
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        const double drop = 100.0 - wide(world.find(box)->center().y);
        const double speed = wide(world.find(box)->velocity().linear.y);
        EXPECT_LE(0.5 * speed * speed, 10.0 * drop + 1e-3) << "wall " << has_adjacent_wall;
    }
}

// A box presses on the floor while balls hit a wall in the same paused step. A copy made during the pause
// must continue bit-identically: the state must contain everything that the first part of the step computed.
TEST_P(PolicyEffects, PausedStepIsFullyInTheState) {
    WorldSettings settings = settings_with(ContinuousPolicy::StopAtImpact, on_earth());
    settings.stop_at_each_impact = true;
    World world(settings);
    add_wall(world, 0.0f);
    world.attach(world.create_body({.type = BodyType::Static}), make_box({50.0f, 0.5f}, {-50.0f, -5.5f}));
    const BodyHandle box = add_body(world, {.position = {-20.0f, -4.75f}}, make_box({0.25f, 0.25f}));
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    world.find(box)->set_velocity({0.0f, -100.0f}, 3.0f);
    add_body(world, {.position = {-0.4f, 0.0f}, .linear_velocity = {100.0f, 0.0f}}, disc(0.1f));
    add_body(world, {.position = {-0.9f, 2.0f}, .linear_velocity = {60.0f, 0.0f}}, disc(0.1f));
    int pauses = 0;
    for (int i = 0; i < 20; ++i) {
        World copy = world;
        pauses += world.step(time_step).complete ? 0 : 1;
        copy.step(time_step);
        ASSERT_EQ(world.hash(), copy.hash()) << "step " << i;
        World other = copy;
        world.step(time_step);
        other.step(time_step);
        ASSERT_EQ(world.hash(), other.hash()) << "step " << i;
    }
    EXPECT_GE(pauses, 1);
}

// A ball hits the floor and then a wall. The budget is one impact, so the ball is stopped at the wall. The
// floor has removed the velocity due to gravity and the force; the stop must not remove it again, or the
// ball would move upwards.
TEST_P(PolicyEffects, ExhaustedBudgetAddsNoSpeed) {
    WorldSettings settings = settings_with(ContinuousPolicy::SubstepAtImpact, on_earth());
    settings.impact_budget = 1;
    World world(settings);
    add_floor(world);
    add_wall(world, 0.0f);
    const BodyHandle ball = add_body(world, {.position = {-0.6f, 0.3f}, .linear_velocity = {60.0f, -20.0f}},
                                     disc(0.1f), frictionless(0.0f));
    world.find(ball)->apply_force({0.0f, -30.0f});
    for (int i = 0; i < 3; ++i) {
        world.step(time_step);
        EXPECT_LE(world.find(ball)->velocity().linear.y, 1e-4f);
    }
}

// A kinematic wall moves at 60 or 200 m/s. Initially a box overlaps the wall by 3 cm, touches the wall, or is
// 4 or 30 mm in front of the wall. The box must stay in front.
TEST_P(PolicyEffects, KinematicWallDoesNotPassThroughABox) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        for (const float speed : {60.0f, 200.0f}) {
            for (const float gap : {-0.03f, 0.0f, 0.004f, 0.03f}) {
                World world(settings_with(policy));
                const BodyHandle wall = world.create_body({.type = BodyType::Kinematic,
                                                           .position = {-0.1f, 0.0f},
                                                           .linear_velocity = {speed, 0.0f}});
                world.attach(wall, make_box({0.1f, 2.0f}), frictionless(0.0f));
                const BodyHandle box = add_body(world, {.position = {0.25f + gap, 0.0f}},
                                                make_box({0.25f, 0.25f}), frictionless(0.0f));
                for (int i = 0; i < 20; ++i)
                    world.step(time_step);
                EXPECT_GT(world.find(box)->center().x, world.find(wall)->center().x)
                    << enum_entry(continuous_policies(), policy).name << " at " << speed << " m/s, gap "
                    << gap;
            }
        }
    }
}

// A slab stops a bullet at 0.2 of the step. A second bullet reaches the same place at 0.85 of the step and
// must hit the first bullet there, which would be 0.65 m lower if it had not been stopped.
TEST_P(PolicyEffects, StoppedBodiesBlockOthers) {
    World world(settings_with(ContinuousPolicy::StopAtImpact));
    const auto add = [&](Vec2 position, Vec2 velocity, float radius) {
        const BodyHandle body =
            world.create_body({.position = position, .linear_velocity = velocity, .bullet = true});
        world.attach(body, disc(radius), {.material = {.friction = 0.0f}});
        return body;
    };
    world.attach(world.create_body({.type = BodyType::Static, .position = {0.0f, -0.05f}}),
                 make_box({0.5f, 0.05f}));
    const BodyHandle stopped = add({0.0f, 0.3f}, {0.0f, -60.0f}, 0.1f);
    const BodyHandle second = add({-1.0f, 0.1f}, {60.0f, 0.0f}, 0.05f);
    const StepReport report = world.step(time_step);
    EXPECT_EQ(report.impacts, 2);
    EXPECT_NEAR(world.find(stopped)->center().y, 0.1f, 0.01f);
    EXPECT_NEAR(world.find(second)->center().x, -0.15f, 0.01f);
}

// A kinematic bar rotates counter-clockwise at 5 to 40 rad/s, up to 38° per step, into a disc. The disc is at
// rest or falling, and separated from the bar, touching, or overlapping by 3 cm. Until the disc slides off
// the end of the bar, it must stay in front of the bar, with few impacts.
TEST_P(PolicyEffects, RotatingKinematicBarDoesNotPassThroughADisc) {
    int impacts = 0;
    for (const float spin : {5.0f, 10.0f, 20.0f, 40.0f}) {
        for (const float position : {0.5f, 1.0f, 2.0f, 3.0f}) {
            for (const float gap : {-0.03f, 0.0f, 0.004f, 0.3f}) {
                for (const float fall : {0.0f, 3.0f}) {
                    World world(settings_with(ContinuousPolicy::SubstepAtImpact));
                    const BodyHandle bar =
                        world.create_body({.type = BodyType::Kinematic, .angular_velocity = spin});
                    world.attach(bar, make_box({4.0f, 0.05f}));
                    const BodyHandle ball = add_body(
                        world, {.position = {position, 0.15f + gap}, .linear_velocity = {0.0f, -fall}},
                        disc(0.1f));
                    bool is_on_bar = true;
                    for (int i = 0; i < 4 && is_on_bar; ++i) {
                        impacts += world.step(time_step).impacts;
                        const BodyView bar_view = *world.find(bar);
                        const Vec2 local = inv_rotate(make_rot(static_cast<float>(bar_view.angle())),
                                                      world.find(ball)->center());
                        is_on_bar = local.x < 4.0f;
                        const bool is_ahead = !is_on_bar || local.y > 0.0f;
                        EXPECT_TRUE(is_ahead) << spin << " rad/s at " << position << " m, gap " << gap;
                    }
                }
            }
        }
    }
    EXPECT_LT(impacts, 128 * 4);  // fewer than one per step
}

INSTANTIATE_TEST_SUITE_P(Solvers, PolicyEffects,
                         testing::Values(SolverKind::SequentialImpulses, SolverKind::SoftStep), solver_name);

}  // namespace
}  // namespace toibox
