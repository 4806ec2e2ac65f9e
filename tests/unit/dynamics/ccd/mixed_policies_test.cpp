// SPDX-License-Identifier: MIT

// Impacts between two bodies with different continuous policies, and worlds of many such bodies. In the
// pairs, ball A comes from the left and hits ball B; both have a radius of 0.1 m and no friction.

#include "toibox/dynamics/state_io.h"

#include "tests/support/physics.h"

#include <array>
#include <string>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// Bullets A and B override the policy of a world whose policy is Off. A hits B in the first step.
struct MixedPair {
    World world;
    BodyHandle a;
    BodyHandle b;
    [[nodiscard]] Vec2 velocity(BodyHandle body) const { return world.find(body)->velocity().linear; }
    [[nodiscard]] float x(BodyHandle body) const { return world.find(body)->center().x; }
};
MixedPair make_mixed_pair(ContinuousPolicy policy_a, ContinuousPolicy policy_b, float mass_b) {
    MixedPair mixed{World(weightless_with(SolverKind::SoftStep, ContinuousPolicy::Off)), {}, {}};
    const auto add = [&](float x, float speed, float mass, ContinuousPolicy policy) {
        const BodyHandle body = mixed.world.create_body({.position = {x, 0.0f},
                                                         .linear_velocity = {speed, 0.0f},
                                                         .bullet = true,
                                                         .mass = MassOverride{.mass = mass, .inertia = 1.0f},
                                                         .continuous = {.policy = policy}});
        mixed.world.attach(body, disc(0.1f), {.material = {.friction = 0.0f, .restitution = 1.0f}});
        return body;
    };
    mixed.a = add(-0.6f, 60.0f, 1.0f, policy_a);
    mixed.b = add(0.0f, 0.0f, mass_b, policy_b);
    return mixed;
}

// The masses are equal and the impact is elastic, so A comes to rest and B gets the velocity of A. The policy
// of B stops B until the next step.
TEST(MixedPolicyImpacts, AreResolvedOnceWhileOneBodyIsStopped) {
    MixedPair mixed =
        make_mixed_pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact, 1.0f);
    const StepReport report = mixed.world.step(time_step);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_NEAR(mixed.velocity(mixed.b).x, 60.0f, 1e-3f);
    EXPECT_EQ(mixed.x(mixed.b), 0.0f);
    EXPECT_NEAR(report.time_lost, 0.6 * wide(time_step), 0.01 * wide(time_step));
    mixed.world.step(time_step);
    EXPECT_NEAR(mixed.x(mixed.b), 1.0f, 1e-3f);
}

// A is heavy and would move into B, which is stopped. A must stop, too, and hit B only once.
TEST(MixedPolicyImpacts, StopBodiesThatWouldHitAStoppedBody) {
    MixedPair mixed =
        make_mixed_pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact, 0.1f);
    const StepReport report = mixed.world.step(time_step);
    EXPECT_EQ(report.impacts, 1);
    EXPECT_NEAR(mixed.velocity(mixed.a).x, 60.0f * 0.9f / 1.1f, 1e-3f);
    EXPECT_NEAR(mixed.velocity(mixed.b).x, 60.0f * 2.0f / 1.1f, 1e-2f);
    EXPECT_NEAR(mixed.x(mixed.a), -0.205f, 1e-3f);
    EXPECT_NEAR(report.time_lost, 2 * 0.6 * wide(time_step), 0.02 * wide(time_step));
}

// A is light and rebounds for the remaining 0.6 of the step.
TEST(MixedPolicyImpacts, LetBouncingBodiesContinue) {
    MixedPair mixed =
        make_mixed_pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact, 10.0f);
    mixed.world.step(time_step);
    const float rebound = 60.0f * -9.0f / 11.0f;
    EXPECT_NEAR(mixed.velocity(mixed.a).x, rebound, 1e-2f);
    EXPECT_NEAR(mixed.x(mixed.a), -0.205f + 0.605f * time_step * rebound, 5e-3f);
    EXPECT_EQ(mixed.x(mixed.b), 0.0f);
}

// Neither policy resolves the impact: both stop, and the contact of the next step resolves it.
TEST(MixedPolicyImpacts, StopBothBodiesIfNeitherPolicyResolves) {
    for (const ContinuousPolicy b : {ContinuousPolicy::Off, ContinuousPolicy::StopAtImpact}) {
        MixedPair mixed = make_mixed_pair(ContinuousPolicy::StopAtImpact, b, 1.0f);
        EXPECT_EQ(mixed.world.step(time_step).impacts, 1);
        EXPECT_EQ(mixed.velocity(mixed.a).x, 60.0f);
        EXPECT_EQ(mixed.velocity(mixed.b).x, 0.0f);
        mixed.world.step(time_step);
        EXPECT_GT(mixed.velocity(mixed.b).x, 50.0f) << policy_name(b);
    }
}

// B has policy Off. The policy of A resolves the impact, and B continues without a search.
TEST(MixedPolicyImpacts, LetBodiesWithoutSearchesContinue) {
    MixedPair mixed = make_mixed_pair(ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::Off, 1.0f);
    const StepReport report = mixed.world.step(time_step);
    EXPECT_EQ(report.time_lost, 0.0);
    EXPECT_NEAR(mixed.x(mixed.b), 0.605f, 1e-2f);
}

// A kinematic wall passes through a ball at rest with policy Off, but not through a ball with policy
// StopAtImpact.
TEST(MixedPolicyImpacts, KinematicWallHitsOnlyABodyWithAPolicy) {
    for (const bool has_policy : {false, true}) {
        World world(weightless_with(SolverKind::SoftStep, ContinuousPolicy::Off));
        const BodyHandle wall = world.create_body(
            {.type = BodyType::Kinematic, .position = {-1.6f, 0.0f}, .linear_velocity = {60.0f, 0.0f}});
        world.attach(wall, make_box({0.01f, 1.0f}));
        const BodyHandle ball = add_ball(world, {0.0f, 0.0f}, 0.1f);
        if (has_policy) world.find(ball)->set_continuous({.policy = ContinuousPolicy::StopAtImpact});
        for (int i = 0; i < 4; ++i)
            world.step(time_step);
        EXPECT_EQ(world.find(ball)->center().x > world.find(wall)->center().x, has_policy);
    }
}

// Two balls fly at a wall. One ball overrides the TOI method.
TEST(MixedPolicyImpacts, UseTheMethodOfTheSearchedBody) {
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
        EXPECT_EQ(search.toi_case.method,
                  search.b == balls[1] ? ToiMethod::ConservativeAdvancement : world.settings().toi);
    }
}

/// 40 balls with different policies and TOI methods in a room. Half of the balls are bullets.
World mixed_policy_room(SolverKind solver) {
    World world(weightless_with(solver, ContinuousPolicy::SubstepAtImpact));
    const BodyHandle room = world.create_body({.type = BodyType::Static});
    for (const float side : {-3.0f, 3.0f}) {
        world.attach(room, make_box({0.05f, 3.2f}, {side, 0.0f}), {.material = {.restitution = 0.8f}});
        world.attach(room, make_box({3.2f, 0.05f}, {0.0f, side}), {.material = {.restitution = 0.8f}});
    }
    Rng rng(5);
    for (int i = 0; i < 40; ++i) {
        const auto k = static_cast<std::size_t>(i);
        ContinuousOverride body_override;
        if (k % 7 < per_body_policies.size()) body_override.policy = per_body_policies[k % 7];
        if (i % 3 == 0) body_override.toi = ToiMethod::BilateralAdvancement;
        const Vec2 position{-2.5f + 0.7f * static_cast<float>(i % 8), -2.0f + static_cast<float>(i / 8)};
        const Vec2 velocity{60.0f * rng.uniform(-1.0f, 1.0f), 60.0f * rng.uniform(-1.0f, 1.0f)};
        const BodyHandle ball = world.create_body({.position = position,
                                                   .linear_velocity = velocity,
                                                   .bullet = i % 2 == 0,
                                                   .continuous = body_override});
        world.attach(ball, disc(0.1f), {.material = {.restitution = 0.9f}});
    }
    return world;
}

TEST(MixedWorlds, ContinueIdenticallyInCopiesAndAfterSerialisation) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        World world = mixed_policy_room(solver);
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

TEST(MixedWorlds, GiveTheSameResultOnTwoThreads) {
    World one_thread = mixed_policy_room(SolverKind::SoftStep);
    World two_threads = mixed_policy_room(SolverKind::SoftStep);
    two_threads.set_execution({.threads = 2});
    for (int i = 0; i < 60; ++i) {
        one_thread.step(time_step);
        two_threads.step(time_step);
        ASSERT_EQ(one_thread.hash(), two_threads.hash()) << "step " << i;
    }
}

TEST(MixedWorlds, PausingAtEachImpactDoesNotChangeTheResult) {
    World unpaused = mixed_policy_room(SolverKind::SoftStep);
    World paused = unpaused;
    WorldSettings settings = paused.settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(paused.set_settings(settings).has_value());
    int pauses = 0;
    for (int i = 0; i < 10; ++i) {
        unpaused.step(time_step);
        while (!paused.step(time_step).complete) {
            ++pauses;
            ASSERT_TRUE(is_valid_world(paused));
        }
        ASSERT_EQ(paused.hash(), unpaused.hash()) << "step " << i;
    }
    EXPECT_GT(pauses, 10);
}

}  // namespace
}  // namespace toibox
