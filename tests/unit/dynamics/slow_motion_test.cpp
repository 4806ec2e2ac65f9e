// SPDX-License-Identifier: MIT

// What is slow is not at rest: nothing falls asleep where it turns, creeps, rolls or is carried. The same for
// the sequential impulses and for the soft step.

#include "sleep_fixture.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

class SleepOfSlowBodies : public SleepTest {};

/// How far a body comes in the next second when nobody may sleep.
float way_awake(World world, BodyHandle body) {
    WorldSettings awake = world.settings();
    awake.sleeping = false;
    EXPECT_TRUE(world.set_settings(awake));
    const Vec2 start = world.find(body)->center();
    float furthest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(time_step);
        furthest = std::max(furthest, distance(world.find(body)->center(), start));
    }
    return furthest;
}

/// A disc on a light hinge, let go at an angle from below. Where it turns it is as slow as one likes for a
/// while.
struct Pendulum {
    World world;
    BodyHandle disc_on_it;

    Pendulum(const WorldSettings& settings, float length, float angle, float damping) : world(settings) {
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        disc_on_it = world.create_body(
            {.position = length * Vec2{angle, -std::sqrt(1.0f - angle * angle)}, .linear_damping = damping});
        world.attach(disc_on_it, disc(0.2f));
        world.create_joint(RevoluteJointDef{.body_a = ground, .body_b = disc_on_it});
    }
};

// v = a·t at the turn: 0.05 m/s last half a second at a = 0.2 m/s².
TEST_P(SleepOfSlowBodies, PendulumsDoNotSleepWhereTheyTurn) {
    for (const float length : {1.0f, 4.0f, 20.0f}) {
        for (const float angle : {0.002f, 0.005f, 0.01f, 0.015f}) {
            for (const float damping : {0.0f, 1.0f}) {
                Pendulum pendulum(settings(), length, angle, damping);
                int asleep = 0;
                for (int i = 1; i <= 3600 && asleep == 0; ++i) {
                    pendulum.world.step(time_step);
                    if (sleeps(pendulum.world, pendulum.disc_on_it)) asleep = i;
                }
                EXPECT_TRUE(asleep > 0 || damping == 0.0f) << "never falls asleep";
                if (asleep == 0) continue;
                EXPECT_LE(way_awake(pendulum.world, pendulum.disc_on_it), settings().slop)
                    << length << " m, " << angle << " rad, damping " << damping << ", asleep at " << asleep;
            }
        }
    }
}

// Nothing brakes what drifts.
TEST_P(SleepOfSlowBodies, SlowDriftDoesNotStop) {
    WorldSettings weightless = settings();
    weightless.gravity = {};
    World world(weightless);
    const BodyHandle body = add_box(world, {0.0f, 0.0f});
    world.find(body)->set_velocity({0.04f, 0.0f}, 0.0f);
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(body)->center().x, 0.2f, 1e-4f);
}

// Nor what rolls without friction to stop it, v t = 0.04 · 5 m.
TEST_P(SleepOfSlowBodies, SlowDiscRollsOn) {
    World world(settings());
    add_floor(world);
    const BodyHandle rolling =
        world.create_body({.position = {0.0f, 0.5f}, .linear_velocity = {0.04f, 0.0f}});
    world.attach(rolling, disc(0.5f));
    world.find(rolling)->set_velocity({0.04f, 0.0f}, -0.08f);
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_FALSE(sleeps(world, rolling));
    EXPECT_NEAR(world.find(rolling)->center().x, 0.2f, 2e-3f);
}

// What lies still falls asleep, however short the wait.
TEST_P(SleepOfSlowBodies, SleepsImmediatelyWithoutSleepTime) {
    WorldSettings at_once = settings();
    at_once.sleep_time = 0.0f;
    World world(at_once);
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.5f});
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    EXPECT_TRUE(sleeps(world, box));
}

// A belt slower than sleep_speed carries a pile as far as its surface goes, 0.04 · 10 m.
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

// Nor does what a slow motor turns stop while it touches something: 0.04 rad/s for 10 s.
TEST_P(SleepOfSlowBodies, SlowMotorTurnsOn) {
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
