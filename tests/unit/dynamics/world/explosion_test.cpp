// SPDX-License-Identifier: MIT
// An explosion applies a radial impulse at the nearest point of a shape: strength · impulse_per_length ·
// projected width. The strength is 1 within the radius and falls to 0 over the falloff.
#include "toibox/dynamics/command.h"
#include "toibox/dynamics/world_state.h"

#include "tests/support/worlds.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

const WorldSettings no_gravity{.gravity = {0, 0}};

// Twelve boxes in a ring, each with a face towards the centre, move radially at the same speed without
// rotation. The face is 1 m wide and the mass 1 kg, so the speed equals impulse_per_length.
TEST(Explosion, PushesARingUniformly) {
    World world(no_gravity);
    std::vector<BodyHandle> ring;
    for (int i = 0; i < 12; ++i) {
        const float angle = static_cast<float>(2.0 * pi * i / 12.0);
        const Rot q = make_rot(angle);
        ring.push_back(add_box(world, 3.0f * Vec2{q.c, q.s}, 0.5f, {.angle = angle}));
    }
    world.explode({.position = {0, 0}, .radius = 5, .impulse_per_length = 4});
    for (const BodyHandle body : ring) {
        const BodyVelocity v = world.find(body)->velocity();
        EXPECT_NEAR(length(v.linear), 4.0f, 1e-4f);
        EXPECT_NEAR(dot(normalized(world.find(body)->center()), v.linear), 4.0f, 1e-4f);
        EXPECT_NEAR(v.angular, 0.0f, 1e-3f);
    }
    EXPECT_NEAR(length(world.momentum()), 0.0, 1e-4);
    EXPECT_NEAR(world.angular_momentum(), 0.0, 1e-3);
}

// The strength is 1 up to the radius and falls linearly to 0 over the falloff. Distances are measured to the
// surfaces of discs of radius 0.5 m with centres at 1.5 … 5.5 m; the projected width is 1 m.
TEST(Explosion, FallsOffLinearly) {
    const ExplosionDef blast{.position = {0, 0}, .radius = 2, .falloff = 2, .impulse_per_length = 10};
    for (const auto& [gap, strength] : std::vector<std::pair<float, float>>{{1.0f, 1.0f},
                                                                            {2.0f, 1.0f},
                                                                            {2.5f, 0.75f},
                                                                            {3.0f, 0.5f},
                                                                            {3.9f, 0.05f},
                                                                            {4.0f, 0.0f},
                                                                            {5.0f, 0.0f}}) {
        World world(no_gravity);
        const BodyHandle ball =
            world.create_body({.position = {gap + 0.5f, 0}, .mass = MassOverride{.mass = 2, .inertia = 1}});
        world.attach(ball, disc(0.5f));
        world.explode(blast);
        EXPECT_NEAR(world.find(ball)->velocity().linear.x, strength * 10.0f * 1.0f / 2.0f, 1e-3f) << gap;
        EXPECT_EQ(world.find(ball)->velocity().linear.y, 0.0f);
    }
}

// The width is measured perpendicular to the blast: 0.2 m for a plank parallel to the blast, 2 m for a plank
// perpendicular to the blast. It is limited to twice the radius.
TEST(Explosion, ImpulseIsProportionalToTheProjectedWidth) {
    const auto speed = [](float angle, float half_length, float radius) {
        World world(no_gravity);
        const BodyHandle plank = world.create_body(
            {.position = {3, 0}, .angle = angle, .mass = MassOverride{.mass = 1, .inertia = 1}});
        world.attach(plank, make_box({half_length, 0.1f}));
        world.explode({.position = {0, 0}, .radius = radius, .impulse_per_length = 1});
        return world.find(plank)->velocity().linear.x;
    };
    const float quarter_turn = static_cast<float>(pi / 2);
    EXPECT_NEAR(speed(0, 1, 5), 0.2f, 1e-4f);
    EXPECT_NEAR(speed(quarter_turn, 1, 5), 2.0f, 1e-4f);
    EXPECT_NEAR(speed(quarter_turn, 50, 3), 6.0f, 1e-4f);  // 100 m, limited to 6 m.
}

// The impulse acts at the nearest point, not at the centre of mass.
TEST(Explosion, RotatesAPlankHitOffCentre) {
    World world(no_gravity);
    const BodyHandle plank = world.create_body({.mass = MassOverride{.mass = 1, .inertia = 1}});
    world.attach(plank, make_box({2, 0.1f}));
    world.explode({.position = {1, -1}, .radius = 2, .impulse_per_length = 1});
    EXPECT_NEAR(world.find(plank)->velocity().linear.y, 4.0f, 1e-4f);
    EXPECT_NEAR(world.find(plank)->velocity().angular, 4.0f, 1e-3f);  // r × j = 1 · 4
}

// An explosion inside a box pushes the box's centre away. An explosion at the centre has no direction and
// pushes nothing.
TEST(Explosion, InsideAShapePushesItsCentreAway) {
    for (const float offset : {0.1f, 0.0f}) {
        World world(no_gravity);
        const BodyHandle box = add_box(world, {0, 0});
        world.explode({.position = {-offset, 0}, .radius = 1, .impulse_per_length = 3});
        EXPECT_NEAR(world.find(box)->velocity().linear.x, offset > 0.0f ? 3.0f : 0.0f, 1e-4f);
        EXPECT_EQ(world.find(box)->velocity().angular, 0.0f);
    }
}

TEST(Explosion, SkipsSensorsKinematicBodiesAndShapesOutsideItsMask) {
    World world(no_gravity);
    const BodyHandle hit = world.create_body({.position = {2, 0}});
    world.attach(hit, disc(0.5f), {.filter = {.category = 4}});
    const BodyHandle filtered = world.create_body({.position = {-2, 0}});
    world.attach(filtered, disc(0.5f), {.filter = {.category = 2}});
    const BodyHandle sensor = world.create_body({.position = {0, 2}});
    world.attach(sensor, disc(0.5f), {.filter = {.category = 4}, .sensor = true});
    const BodyHandle kinematic = world.create_body({.type = BodyType::Kinematic, .position = {0, -2}});
    world.attach(kinematic, disc(0.5f), {.filter = {.category = 4}});
    world.explode({.radius = 5, .mask = 4});
    EXPECT_GT(world.find(hit)->velocity().linear.x, 0.0f);
    for (const BodyHandle body : {filtered, sensor, kinematic})
        EXPECT_EQ(world.find(body)->velocity().linear, (Vec2{0, 0}));
}

TEST(Explosion, RespectsLocks) {
    World world(no_gravity);
    const BodyHandle body = add_ball(world, {2, 2}, 0.5f, {.lock_x = true});
    world.explode({.radius = 5});
    EXPECT_EQ(world.find(body)->velocity().linear.x, 0.0f);
    EXPECT_GT(world.find(body)->velocity().linear.y, 0.0f);
}

// A box sleeps on a floor. An explosion throws the box up. In a second world, the floor's mask is set to 0,
// and the box falls.
TEST(Explosion, WakesSleepingBodiesLikeAFilterChange) {
    for (const bool has_explosion : {true, false}) {
        World world({.sleeping = true});
        const BodyHandle floor = add_floor(world);
        const BodyHandle box = add_box(world, {0, 0.5f});
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        ASSERT_NE(world.state().bodies.sleep[box.index].island, null_index);
        if (has_explosion) world.explode({.position = {0, 0}, .radius = 1, .impulse_per_length = 5});
        if (!has_explosion) world.set_filter(world.find(floor)->shapes().front(), {.mask = 0});
        for (int i = 0; i < 12; ++i)
            world.step(time_step);
        const float y = world.find(box)->center().y;
        EXPECT_TRUE(has_explosion ? y > 0.7f : y < 0.4f) << y;
    }
}

TEST(Explosion, InvalidCommandsAreRejected) {
    World world(no_gravity);
    const BodyHandle body = add_ball(world, {2, 0});
    for (const ExplosionDef& bad : {ExplosionDef{.position = {nan, 0}}, ExplosionDef{.radius = -1},
                                    ExplosionDef{.falloff = -1}, ExplosionDef{.impulse_per_length = nan}}) {
        EXPECT_FALSE(apply(world, command::Explode{bad}).has_value());
    }
    EXPECT_EQ(world.find(body)->velocity().linear, (Vec2{0, 0}));
    ASSERT_TRUE(apply(world, command::Explode{{.radius = 5}}).has_value());
    EXPECT_GT(world.find(body)->velocity().linear.x, 0.0f);
}

}  // namespace
}  // namespace toibox
