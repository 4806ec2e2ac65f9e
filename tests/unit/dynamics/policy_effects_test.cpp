// SPDX-License-Identifier: MIT

// What a continuous policy does beside its task: to those that an impact does not concern, to sleepers, to
// what is loose afterwards, and to a step that is held while the policy changes. No gravity unless a test
// says otherwise.

#include "tests/support/physics.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

class PolicyEffects : public testing::TestWithParam<SolverKind> {
protected:
    static WorldSettings with(ContinuousPolicy policy, WorldSettings settings = weightless()) {
        settings = with_solver(GetParam(), settings);
        settings.continuous = policy;
        return settings;
    }
};

ShapeDef frictionless(float restitution) {
    return {.material = {.friction = 0.0f, .restitution = restitution}};
}

/// Its near face is at x = 0, or turned by half a turn at `x`.
void add_wall(World& world, float restitution, float x = 0.5f) {
    const BodyHandle wall = world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
    world.attach(wall, make_box({0.5f, 6.0f}), frictionless(restitution));
}

// A square comes flat to a wall: what stops at the wall's side is not turned, and neither freezes nor gains.
TEST_P(PolicyEffects, RestorePositionThrowsFlatBoxesStraightBack) {
    for (const float gap : {0.1f, 0.3f, 0.8f}) {
        for (const float restitution : {0.0f, 1.0f}) {
            World world(with(ContinuousPolicy::RestorePosition));
            add_wall(world, restitution);
            const BodyHandle box =
                add_body(world, {.position = {-0.5f - gap, 0.0f}, .linear_velocity = {60.0f, 0.0f}},
                         make_box({0.5f, 0.5f}), frictionless(restitution));
            world.step(time_step);
            EXPECT_NEAR(world.find(box)->velocity().linear.x, -60.0f * restitution, 1e-3f) << gap;
            EXPECT_EQ(world.find(box)->velocity().angular, 0.0f) << gap;
        }
    }
}

// A rod of 2 m that spins by 1.2 rad a step above a floor, into it: it is put back, and turns back.
TEST_P(PolicyEffects, RestorePositionTurnsASpinningRodBack) {
    World world(with(ContinuousPolicy::RestorePosition));
    world.attach(world.create_body({.type = BodyType::Static}), make_box({50.0f, 0.5f}, {0.0f, -0.5f}),
                 frictionless(1.0f));
    const BodyHandle rod =
        add_body(world, {.position = {0.0f, 0.6f}, .angle = 0.1f, .angular_velocity = -72.0f},
                 make_box({1.0f, 0.05f}), frictionless(1.0f));
    world.step(time_step);
    EXPECT_EQ(world.find(rod)->angle(), 0.1f);
    EXPECT_EQ(world.find(rod)->velocity().angular, 72.0f);
}

// A ball bounces between two walls at 100 m/s, for ever stopping the world; another falls far away. What it
// has fallen and what it has as speed belong together: gravity gives no more than height.
TEST_P(PolicyEffects, UninvolvedBodiesGainNoEnergy) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::RollBack, ContinuousPolicy::AdvanceToFirstImpact, ContinuousPolicy::StopAtImpact,
          ContinuousPolicy::SubstepAtImpact}) {
        const WorldSettings settings = with(policy, on_earth());
        World world(settings);
        add_wall(world, 1.0f, 503.5f);
        add_wall(world, 1.0f, 496.5f);
        add_body(world,
                 {.position = {500.0f, 0.0f}, .linear_velocity = {100.0f, 0.0f}, .gravity_scale = 0.0f},
                 disc(0.1f), frictionless(1.0f));
        const BodyHandle bystander = add_ball(world, {0.0f, 100.0f}, 0.25f);
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        const double fallen = 100.0 - wide(world.find(bystander)->center().y);
        const double speed = wide(world.find(bystander)->velocity().linear.y);
        // Semi-implicit Euler falls half a step's g·dt² too far in each, and a step that was cut short up to
        // half as much again.
        const double bias = 0.75 * wide(time_step) * 10.0 * std::abs(speed);
        EXPECT_LE(0.5 * speed * speed, 10.0 * fallen + 1e-3)
            << enum_entry(continuous_policies(), policy).name;
        EXPECT_GE(0.5 * speed * speed, 10.0 * fallen - bias)
            << enum_entry(continuous_policies(), policy).name;
        EXPECT_GT(fallen, 5.0);
    }
}

// One iteration can not tell more than half a step; the ball stays before the wall and the world goes on.
TEST_P(PolicyEffects, RollBackWithOneIterationGoesOn) {
    WorldSettings settings = with(ContinuousPolicy::RollBack);
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

// 2⁴⁹ m in a step of a second, to the middle of a box: after all 52 halvings the gap is still too wide, an
// eighth of a metre a unit of t. Nine of these are more than the 1.1 m between the centres at contact.
TEST_P(PolicyEffects, RollBackHalvesNoStepForEver) {
    World world(with(ContinuousPolicy::RollBack));
    const float far = 0x1p49f;
    const BodyHandle box = world.create_body({.type = BodyType::Static, .position = {far, 0.0f}});
    world.attach(box, make_box({1.0f, 1.0f}));
    const BodyHandle ball = add_body(world, {.linear_velocity = {far, 0.0f}}, disc(0.1f));
    const StepReport report = world.step(1.0f);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_EQ(world.events().impact.at(0).t, 1.0 - 9.0 * 0x1p-52);
    EXPECT_LE(world.find(ball)->center().x, far);
    EXPECT_TRUE(is_valid_world(world));
}

// A hundred balls that flew at 240 m/s have seen far; ten steps after they were stopped they see no farther
// than any other, and what they saw is forgotten. Nor does it outlive the policy.
TEST_P(PolicyEffects, SpeculativeContactsGoWithTheSpeed) {
    for (const bool change_policy : {false, true}) {
        WorldSettings settings = with(ContinuousPolicy::Speculative);
        World world(settings);
        for (int i = 0; i < 100; ++i) {
            const Vec2 place{3.0f * static_cast<float>(i % 10), 3.0f * static_cast<float>(i / 10)};
            add_body(world, {.position = place, .linear_velocity = {240.0f, 0.0f}}, disc(0.1f));
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
        EXPECT_EQ(report.contacts, 0) << change_policy;
    }
}

// A box flies at one that sleeps, of equal mass: whatever looks ahead, no momentum is lost to a sleeper.
TEST_P(PolicyEffects, SleepingBodiesTakeTheMomentum) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::Off, ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::Speculative}) {
        for (const float speed : {0.3f, 2.0f, 9.0f, 20.0f, 33.0f, 120.0f}) {
            WorldSettings settings = with(policy);
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

// A step is held at the first of two impacts, and the policy is changed: the step ends as it began.
TEST_P(PolicyEffects, APausedStepKeepsItsPolicy) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::AdvanceToFirstImpact, ContinuousPolicy::RollBack,
          ContinuousPolicy::RestorePosition, ContinuousPolicy::SpeedLimit, ContinuousPolicy::Off}) {
        WorldSettings settings = with(ContinuousPolicy::SubstepAtImpact);
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

// The clock ball of above, and a box that falls 1 cm beside a wall without friction: a contact that never
// pushed holds nothing.
TEST_P(PolicyEffects, AFrictionlessWallDoesNotHoldBodies) {
    for (const bool beside : {false, true}) {
        World world(with(ContinuousPolicy::AdvanceToFirstImpact, on_earth()));
        add_wall(world, 1.0f, 503.5f);
        add_wall(world, 1.0f, 496.5f);
        add_body(world,
                 {.position = {500.0f, 0.0f}, .linear_velocity = {100.0f, 0.0f}, .gravity_scale = 0.0f},
                 disc(0.1f), frictionless(1.0f));
        if (beside) {
            world.attach(world.create_body({.type = BodyType::Static}),
                         make_box({0.5f, 200.0f}, {0.76f, 0.0f}), frictionless(0.0f));
        }
        const BodyHandle box =
            add_body(world, {.position = {0.0f, 100.0f}}, make_box({0.25f, 0.25f}), frictionless(0.0f));
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        const double fallen = 100.0 - wide(world.find(box)->center().y);
        const double speed = wide(world.find(box)->velocity().linear.y);
        EXPECT_LE(0.5 * speed * speed, 10.0 * fallen + 1e-3) << beside;
    }
}

// A box presses on the floor while a ball meets a wall in the same, held step: a copy that is made between
// goes on to the same bits, for nothing that the first half found out is lost.
TEST_P(PolicyEffects, APausedStepIsFullyInTheState) {
    WorldSettings settings = with(ContinuousPolicy::StopAtImpact, on_earth());
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
    int held = 0;
    for (int i = 0; i < 20; ++i) {
        World copy = world;
        held += world.step(time_step).complete ? 0 : 1;
        copy.step(time_step);
        ASSERT_EQ(world.hash(), copy.hash()) << "step " << i;
        World other = copy;
        world.step(time_step);
        other.step(time_step);
        ASSERT_EQ(world.hash(), other.hash()) << "step " << i;
    }
    EXPECT_GE(held, 1);
}

// One impact is all that the budget has: the ball that is then stopped keeps no gravity that the impact had
// answered.
TEST_P(PolicyEffects, AnExhaustedBudgetAddsNoSpeed) {
    WorldSettings settings = with(ContinuousPolicy::SubstepAtImpact, on_earth());
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

// A kinematic wall at 60 and 200 m/s sets off with a box that touches it, or lies 3 cm in it: it is pushed
// on.
TEST_P(PolicyEffects, AKinematicWallPushesWhatItTouches) {
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact}) {
        for (const float speed : {60.0f, 200.0f}) {
            for (const float gap : {-0.03f, 0.0f, 0.004f, 0.03f}) {
                World world(with(policy));
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

// A bullet falls on a wall early in the step and waits there. Another crosses its place late in the step: the
// planned motion would have been gone by then, what waits is met.
TEST_P(PolicyEffects, StoppedBodiesBlockOthers) {
    World world(with(ContinuousPolicy::StopAtImpact));
    const auto add = [&](Vec2 position, Vec2 velocity, float radius) {
        const BodyHandle body =
            world.create_body({.position = position, .linear_velocity = velocity, .bullet = true});
        world.attach(body, disc(radius), {.material = {.friction = 0.0f}});
        return body;
    };
    world.attach(world.create_body({.type = BodyType::Static, .position = {0.0f, -0.05f}}),
                 make_box({0.5f, 0.05f}));
    const BodyHandle waits = add({0.0f, 0.3f}, {0.0f, -60.0f}, 0.1f);
    const BodyHandle late = add({-1.0f, 0.1f}, {60.0f, 0.0f}, 0.05f);
    const StepReport report = world.step(time_step);
    EXPECT_EQ(report.impacts, 2);
    EXPECT_NEAR(world.find(waits)->center().y, 0.1f, 0.01f);
    EXPECT_NEAR(world.find(late)->center().x, -0.15f, 0.01f);
}

// A kinematic bar turns counterclockwise at 5 to 40 rad/s, up to 38° a step, into a disc before it, at rest
// or falling towards it, apart, touching or 3 cm in it: until the disc slides off the end it stays ahead of
// the bar's axis, and is not met again and again.
TEST_P(PolicyEffects, AKinematicBarThatTurnsLeavesNothingBehind) {
    int impacts = 0;
    for (const float spin : {5.0f, 10.0f, 20.0f, 40.0f}) {
        for (const float place : {0.5f, 1.0f, 2.0f, 3.0f}) {
            for (const float gap : {-0.03f, 0.0f, 0.004f, 0.3f}) {
                for (const float fall : {0.0f, 3.0f}) {
                    World world(with(ContinuousPolicy::SubstepAtImpact));
                    const BodyHandle bar =
                        world.create_body({.type = BodyType::Kinematic, .angular_velocity = spin});
                    world.attach(bar, make_box({4.0f, 0.05f}));
                    const BodyHandle ball =
                        add_body(world, {.position = {place, 0.15f + gap}, .linear_velocity = {0.0f, -fall}},
                                 disc(0.1f));
                    bool on_the_bar = true;
                    for (int i = 0; i < 4 && on_the_bar; ++i) {
                        impacts += world.step(time_step).impacts;
                        const BodyView turned = *world.find(bar);
                        const Vec2 seen = inv_rotate(make_rot(static_cast<float>(turned.angle())),
                                                     world.find(ball)->center());
                        on_the_bar = seen.x < 4.0f;
                        const bool ahead = !on_the_bar || seen.y > 0.0f;
                        EXPECT_TRUE(ahead) << spin << " rad/s at " << place << " m, gap " << gap;
                    }
                }
            }
        }
    }
    EXPECT_LT(impacts, 128 * 4);  // one a step
}

INSTANTIATE_TEST_SUITE_P(Solvers, PolicyEffects,
                         testing::Values(SolverKind::SequentialImpulses, SolverKind::SoftStep), solver_name);

}  // namespace
}  // namespace toibox
