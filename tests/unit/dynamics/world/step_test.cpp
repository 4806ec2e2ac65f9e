// SPDX-License-Identifier: MIT
// World::step: sub-steps, failed steps, pauses and reports.
#include "toibox/dynamics/state_io.h"

#include "tests/support/worlds.h"

#include <limits>

namespace toibox {
namespace {

using namespace testing_support;

TEST(Step, CountsStepsAndTime) {
    World world;
    for (int i = 1; i <= 3; ++i)
        EXPECT_EQ(world.step(0.25f).step, static_cast<std::uint64_t>(i));
    EXPECT_EQ(world.step_count(), 3u);
    EXPECT_DOUBLE_EQ(world.time(), 0.75);
}

TEST(Step, ReportsTheWorld) {
    World world;
    const BodyHandle floor = add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    world.create_joint(RevoluteJointDef{.body_a = floor, .body_b = box, .collide_connected = true});
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.complete);
    EXPECT_FALSE(report.non_finite);
    EXPECT_EQ(report.bodies, 2);
    EXPECT_EQ(report.joints, 1);
    EXPECT_EQ(report.contacts, 1);
    EXPECT_EQ(report.created_pairs, 1);
    EXPECT_EQ(report.manifold_points, 2);
    EXPECT_EQ(report.total_nanoseconds, 0u);
}

std::uint64_t fake_clock() {
    static std::uint64_t ticks = 0;
    return ticks += 10;
}

// Each reading of the fake clock is 10 ns after the last one, so every stage takes at least 10 ns. The state
// must not depend on the clock.
TEST(Step, MeasuresItsStagesWithTheCallersClock) {
    World world = mixed_world(1);
    World timed = world;
    timed.set_clock(fake_clock);
    std::uint64_t sum = 0;
    const StepReport report = timed.step(time_step);
    for (const std::uint64_t stage : report.stage_nanoseconds) {
        EXPECT_GE(stage, 10u);
        sum += stage;
    }
    EXPECT_GT(report.total_nanoseconds, sum);
    world.step(time_step);
    EXPECT_EQ(world.hash(), timed.hash());
}

// One step with n detection sub-steps is bit-identical to n steps of dt/n.
TEST(Step, DetectionSubStepsEqualSmallSteps) {
    World with_substeps = mixed_world(2, {.detection_substeps = 4});
    World with_small_steps = mixed_world(2);
    for (int i = 0; i < 30; ++i) {
        with_substeps.step(0.25f);
        for (int k = 0; k < 4; ++k)
            with_small_steps.step(0.0625f);
        ASSERT_EQ(with_substeps.hash(), with_small_steps.hash()) << "step " << i;
    }
    EXPECT_EQ(with_substeps.step_count(), 30u);
    EXPECT_DOUBLE_EQ(with_substeps.time(), with_small_steps.time());
}

TEST(Step, EmptyWorldCanBeStepped) {
    World world;
    EXPECT_FALSE(world.step(time_step).non_finite);
    EXPECT_TRUE(is_valid_world(world));
}

// A zero, negative, NaN or infinite time step fails and leaves the state unchanged.
TEST(Step, InvalidTimeStepIsRejected) {
    World world = mixed_world(4);
    for (int i = 0; i < 20; ++i)
        world.step(time_step);
    const std::vector<std::byte> before = write_state(world.state());
    for (const float dt : {0.0f, -0.0f, -time_step, -1e-30f, nan, std::numeric_limits<float>::infinity()}) {
        const StepReport report = world.step(dt);
        EXPECT_TRUE(report.failed()) << dt;
        EXPECT_TRUE(report.bad_dt) << dt;
        EXPECT_FALSE(report.non_finite) << dt;
        EXPECT_EQ(report.step, 20u);
        EXPECT_EQ(write_state(world.state()), before) << dt;
    }
    EXPECT_FALSE(world.step(time_step).failed());
}

/// Steps a world with an injected fault; expects a failed step, an unchanged state, and the offending body in
/// the report.
void expect_rolled_back(World& world, BodyHandle offending_body) {
    const std::vector<std::byte> before = write_state(world.state());
    const StepReport report = world.step(time_step);
    EXPECT_TRUE(report.non_finite);
    EXPECT_EQ(report.offending_body, offending_body);
    EXPECT_EQ(write_state(world.state()), before);
    EXPECT_TRUE(world.events().begin.empty());
}

TEST(Step, StepWithNaNIsRolledBackAndNamesTheBody) {
    World world = mixed_world(4);
    for (int i = 0; i < 20; ++i)
        world.step(time_step);
    const World valid_world = world;
    const BodyHandle offending_body = world.bodies()[7];
    world.state().bodies.velocity[offending_body.index].linear.x = nan;
    expect_rolled_back(world, offending_body);
    // With the velocity restored the world continues as if nothing had happened.
    world.state().bodies.velocity[offending_body.index] =
        valid_world.state().bodies.velocity[offending_body.index];
    World reference = valid_world;
    world.step(time_step);
    reference.step(time_step);
    EXPECT_EQ(world.hash(), reference.hash());
}

TEST(Step, OverflowingStepIsRolledBack) {
    World world = mixed_world(5);
    for (int i = 0; i < 20; ++i)
        world.step(time_step);
    const BodyHandle offending_body = world.bodies().back();
    // These finite values overflow in the integration.
    world.state().bodies.force[offending_body.index].force = {0, std::numeric_limits<float>::max()};
    world.state().bodies.info[offending_body.index].gravity_scale = std::numeric_limits<float>::max();
    expect_rolled_back(world, offending_body);
}

// A force adds 0.4e15 m/s in each of four sub-steps, so the speed exceeds the limit of 1e15 m/s in the third.
// The fat boxes updated in the first two must be restored, too. CCD is off, because it would stop the body at
// the wall.
TEST(Step, DetectionSubStepsAreRolledBackTogether) {
    World world = mixed_world(6, {.detection_substeps = 4, .continuous = ContinuousPolicy::Off});
    for (int i = 0; i < 5; ++i)
        world.step(time_step);
    const BodyHandle offending_body = world.bodies().back();
    const float mass = world.find(offending_body)->mass().mass;
    const float h = time_step / 4.0f;
    world.state().bodies.force[offending_body.index].force = {0.4e15f / h * mass, 0};
    expect_rolled_back(world, offending_body);
    EXPECT_TRUE(is_valid_world(world));
}

// Each step is first tried with a force by which a body exceeds 1e15 m/s in the third of four sub-steps. The
// pairs found in the first two sub-steps are rolled back and must be found again. The speculative policy also
// stretches boxes before the search.
TEST(Step, RetryAfterAFailureFindsItsPairsAgain) {
    for (const ContinuousPolicy policy : {ContinuousPolicy::Off, ContinuousPolicy::Speculative}) {
        SCOPED_TRACE(policy_name(policy));
        World world = mixed_world(7, {.detection_substeps = 4, .continuous = policy});
        World reference = world;
        const BodyHandle offending_body = world.bodies().back();
        const float mass = world.find(offending_body)->mass().mass;
        BodyForce& force = world.state().bodies.force[offending_body.index];
        int created = 0;
        for (int i = 0; i < 200; ++i) {
            force.force = {0, 0.4e15f / (time_step / 4.0f) * mass};  // upwards, where no wall stops the body
            ASSERT_TRUE(world.step(time_step).non_finite) << "step " << i;
            force = {};
            created += world.step(time_step).created_pairs;
            reference.step(time_step);
            ASSERT_EQ(world.hash(), reference.hash()) << "step " << i;
        }
        EXPECT_GT(created, 100);
    }
}

// A ball between two walls at 300 m/s has several impacts per step. A world that pauses at each impact needs
// several calls per step and must reach the same state.
TEST(Step, PausingAtEachImpactReachesTheSameState) {
    const WorldSettings settings{.gravity = {0, 0}, .continuous = ContinuousPolicy::SubstepAtImpact};
    World unpaused(settings);
    const BodyHandle walls = unpaused.create_body({.type = BodyType::Static});
    unpaused.attach(walls, make_box({0.1f, 5}, {-1, 0}), {.material = {.restitution = 1}});
    unpaused.attach(walls, make_box({0.1f, 5}, {1, 0}), {.material = {.restitution = 1}});
    add_ball(unpaused, {0, 0}, 0.1f, {.linear_velocity = {300, 1}});
    World paused = unpaused;
    WorldSettings pausing_settings = settings;
    pausing_settings.stop_at_each_impact = true;
    ASSERT_TRUE(paused.set_settings(pausing_settings).has_value());
    int calls = 0;
    for (int step = 0; step < 5; ++step) {
        const int impacts = unpaused.step(time_step).impacts;
        EXPECT_GE(impacts, 2);
        StepReport report;
        do {
            report = paused.step(time_step);
            ++calls;
            ASSERT_LE(report.impacts, 1);
            ASSERT_TRUE(is_valid_world(paused));
            // Copies and deserialised worlds must continue identically from the middle of a step.
            Result<World, StateError> read = read_state(write_state(paused.state()));
            ASSERT_TRUE(read.has_value()) << read.error().where << " " << read.error().what;
            World copy = paused;
            World* copies[] = {&copy, &*read};
            World advanced = paused;
            const StepReport next = advanced.step(time_step);
            for (World* restored : copies) {
                EXPECT_EQ(restored->step(time_step).complete, next.complete);
                EXPECT_EQ(restored->hash(), advanced.hash());
            }
        } while (!report.complete);
        EXPECT_EQ(paused.hash(), unpaused.hash()) << "step " << step;
        EXPECT_EQ(paused.step_count(), unpaused.step_count());
    }
    EXPECT_GT(calls, 10);
}

// Bodies may be created, destroyed and teleported between two impacts.
TEST(Step, PausedStepAllowsChanges) {
    World world({.gravity = {0, 0}, .stop_at_each_impact = true});
    const BodyHandle wall = world.create_body({.type = BodyType::Static});
    world.attach(wall, make_box({0.1f, 5}), {.material = {.restitution = 1}});
    std::vector<BodyHandle> balls;
    for (int i = 0; i < 6; ++i) {
        balls.push_back(
            add_ball(world, {-1, static_cast<float>(i) - 3.0f}, 0.1f, {.linear_velocity = {200, 0}}));
    }
    ASSERT_FALSE(world.step(time_step).complete);
    world.destroy(balls[0]);
    world.destroy(balls[3]);
    EXPECT_TRUE(is_valid_world(world));
    add_ball(world, {5, 5});
    add_ball(world, {5, 7});
    add_ball(world, {5, 9});
    EXPECT_TRUE(is_valid_world(world));
    world.find(balls[1])->set_transform({-4, 0}, 0);
    EXPECT_EQ(world.shapes_at({-4, 0}).size(), 1u);
    int calls = 0;
    while (!world.step(time_step).complete) {
        ASSERT_TRUE(is_valid_world(world));
        ASSERT_LT(++calls, 100);
    }
    EXPECT_TRUE(is_valid_world(world));
}

}  // namespace
}  // namespace toibox
