// SPDX-License-Identifier: MIT

// Impacts of bodies with different continuous policies, and worlds of them. Geometry: two balls of radius 0.1
// m on the x axis, without friction, of which A, a bullet, comes from the left.

#include "toibox/dynamics/state_io.h"

#include "tests/support/physics.h"

#include <array>
#include <string>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// A and B under policies of their own in a world that looks at nothing; A meets B in the first step.
struct MixedPair {
    World world;
    BodyHandle a;
    BodyHandle b;
    [[nodiscard]] Vec2 velocity(BodyHandle body) const { return world.find(body)->velocity().linear; }
    [[nodiscard]] float x(BodyHandle body) const { return world.find(body)->center().x; }
};
MixedPair pair(ContinuousPolicy policy_a, ContinuousPolicy policy_b, float mass_b) {
    MixedPair made{World(weightless_with(SolverKind::SoftStep, ContinuousPolicy::Off)), {}, {}};
    const auto add = [&](float x, float speed, float mass, ContinuousPolicy policy) {
        const BodyHandle body = made.world.create_body({.position = {x, 0.0f},
                                                        .linear_velocity = {speed, 0.0f},
                                                        .bullet = true,
                                                        .mass = MassOverride{.mass = mass, .inertia = 1.0f},
                                                        .continuous = {.policy = policy}});
        made.world.attach(body, disc(0.1f), {.material = {.friction = 0.0f, .restitution = 1.0f}});
        return body;
    };
    made.a = add(-0.6f, 60.0f, 1.0f, policy_a);
    made.b = add(0.0f, 0.0f, mass_b, policy_b);
    return made;
}

// Equal masses, elastic: A stands after it, B has all the velocity and waits for the next step to use it.
TEST(MixedPolicyImpacts, RespondOnceWhileTheStoppedBodyWaits) {
    MixedPair made = pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact, 1.0f);
    const StepReport report = made.world.step(time_step);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_NEAR(made.velocity(made.b).x, 60.0f, 1e-3f);
    EXPECT_EQ(made.x(made.b), 0.0f);
    EXPECT_NEAR(report.time_lost, 0.6 * wide(time_step), 0.01 * wide(time_step));
    made.world.step(time_step);
    EXPECT_NEAR(made.x(made.b), 1.0f, 1e-3f);
}

// A is heavy and would push on, but into B who waits: it waits with B and meets it once, not again and again.
TEST(MixedPolicyImpacts, StopBodiesThatWouldHitAStoppedBody) {
    MixedPair made = pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact, 0.1f);
    const StepReport report = made.world.step(time_step);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_NEAR(made.velocity(made.a).x, 60.0f * 0.9f / 1.1f, 1e-3f);
    EXPECT_NEAR(made.velocity(made.b).x, 60.0f * 2.0f / 1.1f, 1e-2f);
    EXPECT_NEAR(made.x(made.a), -0.205f, 1e-3f);
    EXPECT_NEAR(report.time_lost, 2 * 0.6 * wide(time_step), 0.02 * wide(time_step));
}

// A is light and flies back for the 0.6 of the step that are left.
TEST(MixedPolicyImpacts, LetBouncingBodiesContinue) {
    MixedPair made = pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact, 10.0f);
    made.world.step(time_step);
    const float back = 60.0f * -9.0f / 11.0f;
    EXPECT_NEAR(made.velocity(made.a).x, back, 1e-2f);
    EXPECT_NEAR(made.x(made.a), -0.205f + 0.605f * time_step * back, 5e-3f);
    EXPECT_EQ(made.x(made.b), 0.0f);
}

// Nobody answers: both wait, and the contact of the next step does.
TEST(MixedPolicyImpacts, BothWaitWithoutAResponse) {
    for (const ContinuousPolicy b : {ContinuousPolicy::Off, ContinuousPolicy::StopAtImpact}) {
        MixedPair made = pair(ContinuousPolicy::StopAtImpact, b, 1.0f);
        EXPECT_EQ(made.world.step(time_step).impacts, 1);
        EXPECT_EQ(made.velocity(made.a).x, 60.0f);
        EXPECT_EQ(made.velocity(made.b).x, 0.0f);
        made.world.step(time_step);
        EXPECT_GT(made.velocity(made.b).x, 50.0f) << policy_name(b);
    }
}

// B is nobody's: it is answered for A's sake, and goes on without being looked at.
TEST(MixedPolicyImpacts, LetBodiesWithoutSearchesContinue) {
    MixedPair made = pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::Off, 1.0f);
    const StepReport report = made.world.step(time_step);
    EXPECT_EQ(report.time_lost, 0.0);
    EXPECT_NEAR(made.x(made.b), 0.605f, 1e-2f);
}

// A wall of a kinematic body passes through a ball at rest that nobody looks at, and not through one that has
// asked for it.
TEST(MixedPolicyImpacts, StopKinematicBodiesForSearchingBodies) {
    for (const bool asks : {false, true}) {
        World world(weightless_with(SolverKind::SoftStep, ContinuousPolicy::Off));
        const BodyHandle wall = world.create_body(
            {.type = BodyType::Kinematic, .position = {-1.6f, 0.0f}, .linear_velocity = {60.0f, 0.0f}});
        world.attach(wall, make_box({0.01f, 1.0f}));
        const BodyHandle ball = add_ball(world, {0.0f, 0.0f}, 0.1f);
        if (asks) world.find(ball)->set_continuous({.policy = ContinuousPolicy::StopAtImpact});
        for (int i = 0; i < 4; ++i)
            world.step(time_step);
        EXPECT_EQ(world.find(ball)->center().x > world.find(wall)->center().x, asks);
    }
}

// Two balls, one wall each: each search is by the method of its own ball.
TEST(MixedPolicyImpacts, AreFoundByTheMethodOfTheSearcher) {
    World world(weightless_with(SolverKind::SoftStep, ContinuousPolicy::SubstepAtImpact));
    world.record_searches(true);
    const BodyHandle wall = world.create_body({.type = BodyType::Static});
    world.attach(wall, make_box({0.01f, 5.0f}, {0.01f, 0.0f}));
    std::vector<ShapeHandle> balls;
    for (const float y : {-1.0f, 1.0f}) {
        const BodyHandle ball = world.create_body({.position = {-0.6f, y}, .linear_velocity = {60.0f, 0.0f}});
        balls.push_back(world.attach(ball, disc(0.1f)));
    }
    world.find(world.find(balls[1])->body)->set_continuous({.toi = ToiMethod::ConservativeAdvancement});
    const StepReport report = world.step(time_step);
    ASSERT_FALSE(report.searches.empty());
    for (const ToiSearch& search : report.searches) {
        EXPECT_EQ(search.asked.method,
                  search.b == balls[1] ? ToiMethod::ConservativeAdvancement : world.settings().toi);
    }
}

/// 40 balls in a room, each fifth policy in turn, half of them bullets.
World crowd(SolverKind solver) {
    World world(weightless_with(solver, ContinuousPolicy::SubstepAtImpact));
    const BodyHandle room = world.create_body({.type = BodyType::Static});
    for (const float side : {-3.0f, 3.0f}) {
        world.attach(room, make_box({0.05f, 3.2f}, {side, 0.0f}), {.material = {.restitution = 0.8f}});
        world.attach(room, make_box({3.2f, 0.05f}, {0.0f, side}), {.material = {.restitution = 0.8f}});
    }
    Rng rng(5);
    for (int i = 0; i < 40; ++i) {
        const auto k = static_cast<std::size_t>(i);
        ContinuousOverride own;
        if (k % 7 < policies_by_body.size()) own.policy = policies_by_body[k % 7];
        if (i % 3 == 0) own.toi = ToiMethod::BilateralAdvancement;
        const Vec2 position{-2.5f + 0.7f * static_cast<float>(i % 8), -2.0f + static_cast<float>(i / 8)};
        const Vec2 velocity{60.0f * rng.uniform(-1.0f, 1.0f), 60.0f * rng.uniform(-1.0f, 1.0f)};
        const BodyHandle ball = world.create_body(
            {.position = position, .linear_velocity = velocity, .bullet = i % 2 == 0, .continuous = own});
        world.attach(ball, disc(0.1f), {.material = {.restitution = 0.9f}});
    }
    return world;
}

TEST(MixedWorlds, GoOnAlikeFromCopiesAndBytes) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        World world = crowd(solver);
        for (int i = 0; i < 5; ++i)
            world.step(time_step);
        World copy = world;
        Result<World, StateError> read = read_state(write_state(world.state()));
        ASSERT_TRUE(read.has_value()) << read.error().where << " " << read.error().what;
        for (int i = 0; i < 60; ++i) {
            const double energy = world.kinetic_energy();
            world.step(time_step);
            copy.step(time_step);
            read->step(time_step);
            ASSERT_EQ(copy.hash(), world.hash());
            ASSERT_EQ(read->hash(), world.hash());
            ASSERT_LE(world.kinetic_energy(), energy * (1.0 + 1e-4));
        }
        EXPECT_TRUE(is_valid_world(world));
    }
}

TEST(MixedWorlds, GiveTheSameBitsOnTwoThreads) {
    World one = crowd(SolverKind::SoftStep);
    World two = crowd(SolverKind::SoftStep);
    two.set_execution({.threads = 2});
    for (int i = 0; i < 60; ++i) {
        one.step(time_step);
        two.step(time_step);
        ASSERT_EQ(one.hash(), two.hash()) << "step " << i;
    }
}

// A step that stops at each impact ends where one does that does not.
TEST(MixedWorlds, MayPauseAtEachImpact) {
    World whole = crowd(SolverKind::SoftStep);
    World paused = whole;
    WorldSettings settings = paused.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(paused.set_settings(settings).has_value());
    int pauses = 0;
    for (int i = 0; i < 10; ++i) {
        whole.step(time_step);
        while (!paused.step(time_step).complete) {
            ++pauses;
            ASSERT_TRUE(is_valid_world(paused));
        }
        ASSERT_EQ(paused.hash(), whole.hash()) << "step " << i;
    }
    EXPECT_GT(pauses, 10);
}

}  // namespace
}  // namespace toibox
