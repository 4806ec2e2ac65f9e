// SPDX-License-Identifier: MIT
// Locked axes: a body that is infinitely heavy along x, along y, or against turning, and as heavy as ever
// against the rest. The oracle is the impact's closed form with the locked terms of K left out:
//   j = −(1 + e) v_n / K,  K = 1/m_A + (n_x²/m_B if x is free) + (n_y²/m_B if y is) + (r × n)²/I_B.
#include "toibox/dynamics/command.h"

#include "tests/support/worlds.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

const WorldSettings impacts{.gravity = {0, 0}, .restitution_threshold = 0};
const Material elastic{.density = 1, .friction = 0, .restitution = 1};

/// A disc of that mass, without friction, fully elastic.
BodyHandle add_disc(World& world, Vec2 position, float mass, BodyDef def = {}) {
    def.position = position;
    def.mass = MassOverride{.mass = mass, .inertia = 0.5f * mass * 0.25f};
    const BodyHandle body = world.create_body(def);
    world.attach(body, disc(0.5f), {.material = elastic});
    return body;
}

Vec2 velocity(const World& world, BodyHandle body) {
    return world.find(body)->velocity().linear;
}

/// A disc of 1 kg at 2 m/s along +x strikes one of 3 kg whose centre lies at `angle` from it when they touch.
struct Strike {
    Vec2 striker;
    Vec2 struck;
};
Strike strike(float angle, bool lock_x, bool lock_y) {
    World world(impacts);
    const Rot q = make_rot(angle);
    const Vec2 target{q.c, q.s};
    const BodyHandle b = add_disc(world, target, 3, {.lock_x = lock_x, .lock_y = lock_y});
    const BodyHandle a = add_disc(world, {-0.5f, 0}, 1, {.linear_velocity = {2, 0}});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    return {velocity(world, a), velocity(world, b)};
}

TEST(Lock, MakesABodyInfinitelyHeavyAlongItsAxis) {
    const Strike hit = strike(0.0f, true, false);
    EXPECT_NEAR(hit.striker.x, -2.0f, 1e-5f);  // As from a wall; 3 kg would have left it −1.
    EXPECT_EQ(hit.struck, (Vec2{0, 0}));
}

TEST(Lock, LeavesTheOtherAxisAsItWas) {
    const Strike hit = strike(0.0f, false, true);
    EXPECT_NEAR(hit.striker.x, -1.0f, 1e-5f);
    EXPECT_NEAR(hit.struck.x, 1.0f, 1e-5f);
    EXPECT_EQ(hit.struck.y, 0.0f);
}

// At 40° the push goes both ways; only one of them moves the struck body.
TEST(Lock, EntersTheEffectiveMassOfAnObliqueImpact) {
    for (const bool lock_x : {false, true}) {
        for (const bool lock_y : {false, true}) {
            const double angle = 40.0 * pi / 180.0;
            const double n_x = std::cos(angle);
            const double n_y = std::sin(angle);
            const double inv_x = lock_x ? 0.0 : 1.0 / 3.0;
            const double inv_y = lock_y ? 0.0 : 1.0 / 3.0;
            const double k = 1.0 + inv_x * n_x * n_x + inv_y * n_y * n_y;
            const double j = 2.0 * 2.0 * n_x / k;
            const Strike hit = strike(static_cast<float>(angle), lock_x, lock_y);
            // The contact's normal is that of the pose of impact, within the target of 5 mm.
            EXPECT_NEAR(static_cast<double>(hit.striker.x), 2.0 - j * n_x, 0.02);
            EXPECT_NEAR(static_cast<double>(hit.striker.y), -j * n_y, 0.02);
            EXPECT_NEAR(static_cast<double>(hit.struck.x), j * n_x * inv_x, 0.02);
            EXPECT_NEAR(static_cast<double>(hit.struck.y), j * n_y * inv_y, 0.02);
            // Whatever the normal was, an elastic impact keeps the energy.
            const double energy = 0.5 * static_cast<double>(dot(hit.striker, hit.striker)) +
                                  1.5 * static_cast<double>(dot(hit.struck, hit.struck));
            EXPECT_NEAR(energy, 2.0, 1e-4);
        }
    }
}

// A rod of 2 m whose centre cannot move is a turnstile: hit at 0.8 m by 1 kg at 1 m/s, K = 1 + r²/I.
TEST(Lock, LeavesATurnstileToTurn) {
    World world(impacts);
    const BodyHandle rod = world.create_body(
        {.lock_x = true, .lock_y = true, .mass = MassOverride{.mass = 1, .inertia = 1.0f / 3.0f}});
    world.attach(rod, make_box({1.0f, 0.05f}), {.material = elastic});
    const BodyHandle ball = add_disc(world, {0.8f, 0.8f}, 1, {.linear_velocity = {0, -1}});
    for (int i = 0; i < 40; ++i)
        world.step(time_step);
    const double k = 1.0 + 0.8 * 0.8 * 3.0;
    const double j = 2.0 / k;
    EXPECT_NEAR(velocity(world, ball).y, -1.0 + j, 1e-4);
    EXPECT_NEAR(world.find(rod)->velocity().angular, -0.8 * j * 3.0, 1e-4);
    EXPECT_EQ(world.find(rod)->center(), (Vec2{0, 0}));
}

/// A shelf at height 2 that cannot move along y and carries a box for two seconds.
BodyHandle add_loaded_shelf(World& world) {
    const BodyHandle shelf = world.create_body({.position = {0, 2}, .fixed_rotation = true, .lock_y = true});
    world.attach(shelf, make_box({2, 0.25f}));
    const BodyHandle load = add_box(world, {0, 2.75f});
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    EXPECT_EQ(world.find(shelf)->center().y, 2.0f);
    EXPECT_NEAR(world.find(load)->center().y, 2.75f, 0.005f);
    return shelf;
}

// A box that cannot move along y hangs in the air, carries what lies on it and is slid along x.
TEST(Lock, HoldsABodyAgainstGravityAndLoads) {
    World world;
    const BodyHandle shelf = add_loaded_shelf(world);
    float carried = 0.0f;
    for (const ContactPoint& point : world.contacts()[0].points)
        carried += point.normal_impulse;
    EXPECT_NEAR(carried, 9.8f / 60.0f, 1e-3f);
    world.find(shelf)->apply_impulse({1, 5});
    EXPECT_EQ(world.find(shelf)->velocity().linear.y, 0.0f);
    world.step(time_step);
    EXPECT_GT(world.find(shelf)->center().x, 0.0f);
    EXPECT_EQ(world.find(shelf)->center().y, 2.0f);
}

// Two bodies that can yield nothing to one another, overlapping: nobody moves and nothing becomes infinite.
TEST(Lock, OfBothBodiesLeavesNothingToSolve) {
    World world;
    const BodyDef fast{.fixed_rotation = true, .lock_x = true, .lock_y = true};
    const BodyHandle a = add_box(world, {0, 0}, 0.5f, fast);
    const BodyHandle b = add_box(world, {0.6f, 0.1f}, 0.5f, fast);
    const BodyHandle wheel = add_ball(world, {0, 1.4f}, 0.5f, {.lock_x = true, .lock_y = true});
    for (int i = 0; i < 60; ++i)
        ASSERT_FALSE(world.step(time_step).non_finite);
    EXPECT_EQ(world.find(a)->center(), (Vec2{0, 0}));
    EXPECT_EQ(world.find(b)->center(), (Vec2{0.6f, 0.1f}));
    EXPECT_EQ(world.find(wheel)->center(), (Vec2{0, 1.4f}));
    EXPECT_TRUE(is_valid_world(world));
}

// A pendulum whose bob may only move along x: the hinge has one direction left, and keeps the bob under it.
TEST(Lock, LeavesAJointWhatItCanHold) {
    World world;
    const BodyHandle rail = add_ball(world, {0, 5}, 0.1f, {.type = BodyType::Static});
    const BodyHandle bead = world.create_body({.position = {0, 3}, .fixed_rotation = true, .lock_y = true});
    world.attach(bead, disc(0.1f));
    world.create_joint(RevoluteJointDef{.body_a = rail, .body_b = bead, .anchor = {0, 3}});
    world.find(bead)->apply_impulse({1, 0});
    for (int i = 0; i < 60; ++i)
        ASSERT_FALSE(world.step(time_step).non_finite);
    EXPECT_NEAR(world.find(bead)->center().x, 0.0f, 1e-4f);
    EXPECT_EQ(world.find(bead)->center().y, 3.0f);
}

TEST(Lock, TakesAwayWhatTheBodyHad) {
    World world(impacts);
    const BodyHandle body = world.create_body(
        {.linear_velocity = {1, 2}, .angular_velocity = 3, .fixed_rotation = true, .lock_x = true});
    world.attach(body, disc(0.5f));
    EXPECT_EQ(velocity(world, body), (Vec2{0, 2}));
    EXPECT_EQ(world.find(body)->velocity().angular, 0.0f);
    world.find(body)->set_velocity({4, 5}, 6);
    EXPECT_EQ(velocity(world, body), (Vec2{0, 5}));
    ASSERT_TRUE(apply(world, command::SetBody{.body = body, .lock_x = false, .lock_y = true}).has_value());
    EXPECT_EQ(velocity(world, body), (Vec2{0, 0}));
    world.find(body)->set_velocity({4, 5}, 0);
    EXPECT_EQ(velocity(world, body), (Vec2{4, 0}));
    EXPECT_FALSE(world.find(body)->info().lock_x);
    ASSERT_TRUE(apply(world, command::SetBody{.body = body, .allow_sleep = false}).has_value());
    EXPECT_FALSE(world.find(body)->info().allow_sleep);
    EXPECT_TRUE(world.find(body)->info().lock_y);
}

// The same on the fast path: the shelf stays, its load rests on it, and a body that is struck along its
// locked axis stops the striker as a wall would (e = 0; unlocked, both would go on at 0.5 m/s).
TEST(Lock, HoldsOnTheFastPathToo) {
    WorldSettings settings;
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    World world(settings);
    add_loaded_shelf(world);

    settings.gravity = {};
    World space(settings);
    const BodyHandle wall = space.create_body({.lock_x = true});
    space.attach(wall, make_box({0.5f, 0.5f}), {.material = {.density = 3, .friction = 0}});
    const BodyHandle box = space.create_body({.position = {-1.2f, 0}, .linear_velocity = {2, 0}});
    space.attach(box, make_box({0.5f, 0.5f}), {.material = {.density = 1, .friction = 0}});
    for (int i = 0; i < 60; ++i)
        space.step(time_step);
    EXPECT_NEAR(velocity(space, box).x, 0.0f, 0.1f);  // what pushing the overlap out leaves
    EXPECT_EQ(space.find(wall)->center(), (Vec2{0, 0}));
}

}  // namespace
}  // namespace toibox
