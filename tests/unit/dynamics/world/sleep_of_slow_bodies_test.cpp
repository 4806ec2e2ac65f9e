// SPDX-License-Identifier: MIT

// Slow bodies are not at rest: nothing falls asleep while it reverses, creeps, rolls or is carried. Under
// sequential impulses and soft step.

#include "sleep_fixture.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

class SleepOfSlowBodies : public SleepTest {};

/// Maximum displacement of a body in the next second with sleeping disabled.
float displacement_if_awake(World world, BodyHandle body) {
    WorldSettings awake = world.settings();
    awake.sleeping = false;
    EXPECT_TRUE(world.set_settings(awake));
    const Vec2 start = world.find(body)->center();
    float max_displacement = 0.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(time_step);
        max_displacement = std::max(max_displacement, distance(world.find(body)->center(), start));
    }
    return max_displacement;
}

/// A pendulum with a disc, released at `angle` from the vertical. At its turning points it is arbitrarily
/// slow for a while.
struct Pendulum {
    World world;
    BodyHandle bob;

    Pendulum(const WorldSettings& settings, float length, float angle, float damping) : world(settings) {
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        bob = world.create_body(
            {.position = length * Vec2{angle, -std::sqrt(1.0f - angle * angle)}, .linear_damping = damping});
        world.attach(bob, disc(0.2f));
        world.create_joint(RevoluteJointDef{.body_a = ground, .body_b = bob});
    }
};

// v = a·t at the turning point: at a = 0.2 m/s² the speed stays below 0.05 m/s for half a second.
TEST_P(SleepOfSlowBodies, PendulumDoesNotSleepAtItsTurningPoint) {
    for (const float length : {1.0f, 4.0f, 20.0f}) {
        for (const float angle : {0.002f, 0.005f, 0.01f, 0.015f}) {
            for (const float damping : {0.0f, 1.0f}) {
                Pendulum pendulum(settings(), length, angle, damping);
                int asleep = 0;
                for (int i = 1; i <= 3600 && asleep == 0; ++i) {
                    pendulum.world.step(time_step);
                    if (is_asleep(pendulum.world, pendulum.bob)) asleep = i;
                }
                EXPECT_TRUE(asleep > 0 || damping == 0.0f) << "never falls asleep";
                if (asleep == 0) continue;
                EXPECT_LE(displacement_if_awake(pendulum.world, pendulum.bob), settings().slop)
                    << length << " m, " << angle << " rad, damping " << damping << ", asleep at " << asleep;
            }
        }
    }
}

TEST_P(SleepOfSlowBodies, SlowlyDriftingBodyDoesNotStop) {
    WorldSettings weightless = settings();
    weightless.gravity = {};
    World world(weightless);
    const BodyHandle body = add_box(world, {0.0f, 0.0f});
    world.find(body)->set_velocity({0.04f, 0.0f}, 0.0f);
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(body)->center().x, 0.2f, 1e-4f);
}

// v t = 0.04 · 5 m.
TEST_P(SleepOfSlowBodies, SlowlyRollingDiscDoesNotStop) {
    World world(settings());
    add_floor(world);
    const BodyHandle rolling =
        world.create_body({.position = {0.0f, 0.5f}, .linear_velocity = {0.04f, 0.0f}});
    world.attach(rolling, disc(0.5f));
    world.find(rolling)->set_velocity({0.04f, 0.0f}, -0.08f);
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_FALSE(is_asleep(world, rolling));
    EXPECT_NEAR(world.find(rolling)->center().x, 0.2f, 2e-3f);
}

TEST_P(SleepOfSlowBodies, RestingBoxSleepsWithASleepTimeOfZero) {
    WorldSettings without_sleep_time = settings();
    without_sleep_time.sleep_time = 0.0f;
    World world(without_sleep_time);
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.5f});
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    EXPECT_TRUE(is_asleep(world, box));
}

// A belt slower than sleep_speed carries a pile as far as its surface moves, 0.04 · 10 m.
TEST_P(SleepOfSlowBodies, SlowBeltCarriesAPile) {
    World world(settings());
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.attach(floor, make_box({50.0f, 1.0f}), {.material = {.friction = 0.6f, .tangent_speed = 0.04f}});
    const BodyHandle lower = add_box(world, {0.0f, 0.5f});
    const BodyHandle upper = add_box(world, {0.0f, 1.5f});
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    const float start = world.find(upper)->center().x;
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    EXPECT_NEAR(std::abs(world.find(upper)->center().x - start), 0.4f, 4e-3f);
    EXPECT_NEAR(world.find(lower)->center().x, world.find(upper)->center().x, 1e-3f);
}

// A motor turns a wheel that touches the floor without friction: 0.04 rad/s for 10 s.
TEST_P(SleepOfSlowBodies, SlowMotorDoesNotStop) {
    World world(settings());
    const BodyHandle ground = add_floor(world);
    const BodyHandle wheel = world.create_body({.position = {0.0f, 0.5f}});
    world.attach(wheel, disc(0.5f), {.material = {.friction = 0.0f}});
    const BodyHandle rider = world.create_body({.position = {0.0f, 0.5f}});
    world.attach(rider, make_box({0.1f, 0.1f}), {.filter = {.mask = 0}});
    world.create_joint(WeldJointDef{.body_a = wheel, .body_b = rider, .anchor = {0.0f, 0.5f}});
    world.create_joint(RevoluteJointDef{.body_a = ground,
                                        .body_b = wheel,
                                        .anchor = {0.0f, 0.5f},
                                        .collide_connected = true,
                                        .motor = {.enabled = true, .speed = 0.04f, .max_force = 1000.0f}});
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(wheel)->angle(), 0.4, 4e-3);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SleepOfSlowBodies, sleep_test_solvers, sleep_test_name);

}  // namespace
}  // namespace toibox
