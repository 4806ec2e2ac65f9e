// SPDX-License-Identifier: MIT

// Slow bodies are not at rest: a body does not fall asleep while it reverses, drifts, rolls, turns or is
// carried. Tested under sequential impulses and soft step.

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

// Near a turning point v = a·t: at a = 0.2 m/s² the speed stays below 0.05 m/s for half a second. A pendulum
// may fall asleep only if it would stay within the slop for the next second. A damped pendulum must fall
// asleep.
TEST_P(SleepOfSlowBodies, PendulumDoesNotSleepAtItsTurningPoint) {
    for (const float length : {1.0f, 4.0f, 20.0f}) {
        for (const float angle : {0.002f, 0.005f, 0.01f, 0.015f}) {
            for (const float damping : {0.0f, 1.0f}) {
                Pendulum pendulum(settings(), length, angle, damping);
                int asleep_at = 0;
                for (int i = 1; i <= 3600 && asleep_at == 0; ++i) {
                    pendulum.world.step(time_step);
                    if (is_asleep(pendulum.world, pendulum.bob)) asleep_at = i;
                }
                EXPECT_TRUE(asleep_at > 0 || damping == 0.0f) << "never falls asleep";
                if (asleep_at == 0) continue;
                EXPECT_LE(displacement_if_awake(pendulum.world, pendulum.bob), settings().slop)
                    << length << " m, " << angle << " rad, damping " << damping << ", asleep at step "
                    << asleep_at;
            }
        }
    }
}

// 0.04 m/s for 5 s.
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

// 0.04 m/s for 5 s.
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

// The surface of a belt moves at 0.04 m/s, below sleep_speed, for 10 s. A pile must move as far as the
// surface.
TEST_P(SleepOfSlowBodies, SlowBeltCarriesAPile) {
    World world(settings());
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.attach(floor, make_box({50.0f, 1.0f}), {.material = {.friction = 0.6f, .tangent_speed = 0.04f}});
    const BodyHandle lower = add_box(world, {0.0f, 0.5f});
    const BodyHandle upper = add_box(world, {0.0f, 1.5f});
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    const float start_x = world.find(upper)->center().x;
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    EXPECT_NEAR(std::abs(world.find(upper)->center().x - start_x), 0.4f, 4e-3f);
    EXPECT_NEAR(world.find(lower)->center().x, world.find(upper)->center().x, 1e-3f);
}

// A motor turns a wheel at 0.04 rad/s for 10 s. The wheel touches the floor without friction, and a small box
// is welded to the wheel.
TEST_P(SleepOfSlowBodies, SlowMotorDoesNotStop) {
    World world(settings());
    const BodyHandle ground = add_floor(world);
    const BodyHandle wheel = world.create_body({.position = {0.0f, 0.5f}});
    world.attach(wheel, disc(0.5f), {.material = {.friction = 0.0f}});
    const BodyHandle welded = world.create_body({.position = {0.0f, 0.5f}});
    world.attach(welded, make_box({0.1f, 0.1f}), {.filter = {.mask = 0}});
    world.create_joint(WeldJointDef{.body_a = wheel, .body_b = welded, .anchor = {0.0f, 0.5f}});
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
