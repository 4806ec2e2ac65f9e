// SPDX-License-Identifier: MIT
// Masses of bodies, teleports, applied forces and impulses, copies of worlds, and totals.
#include "tests/support/worlds.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

// Two discs, r = 0.5, density 1, at x = ±1: each has m = π/4; the centre of mass is at the origin of the
// body, and I = 2(½ m r² + m d²).
TEST(BodyMass, IsTheSumOfItsShapes) {
    World world;
    const BodyHandle body = world.create_body({.position = {3, 4}, .angle = 0.5f});
    world.attach(body, disc(0.5f, {-1, 0}));
    world.attach(body, disc(0.5f, {1, 0}));
    const double m = pi * 0.25;
    const BodyMass& mass = world.find(body)->mass();
    EXPECT_NEAR(mass.mass, 2.0 * m, 1e-5);
    EXPECT_NEAR(mass.inertia, 2.0 * (0.5 * m * 0.25 + m), 1e-5);
    EXPECT_NEAR(mass.local_center.x, 0.0, 1e-6);
    EXPECT_NEAR(mass.max_extent, 1.5, 1e-6);
    EXPECT_NEAR(mass.min_extent, 0.5, 1e-6);
}

// A disc 1 m from the origin of a body that is rotated by 90°: the centre of mass is above the origin, and
// the origin stays at the position in the definition.
TEST(BodyMass, OriginStaysWhenTheCentreOfMassMoves) {
    World world;
    const BodyHandle body = world.create_body({.position = {3, 4}, .angle = static_cast<float>(pi / 2)});
    const ShapeHandle shape = world.attach(body, disc(0.5f, {1, 0}));
    EXPECT_NEAR(world.find(body)->center().x, 3.0, 1e-6);
    EXPECT_NEAR(world.find(body)->center().y, 5.0, 1e-6);
    EXPECT_NEAR(world.find(body)->position().y, 4.0, 1e-6);
    world.destroy(shape);
    EXPECT_NEAR(world.find(body)->center().y, 4.0, 1e-6);
    EXPECT_TRUE(is_valid_world(world));
}

TEST(BodyMass, OverrideReplacesTheMassOfShapes) {
    World world;
    const BodyHandle body =
        world.create_body({.mass = MassOverride{.mass = 3, .inertia = 0, .center = {0.25f, 0}}});
    world.attach(body, disc(10));
    const BodyMass& mass = world.find(body)->mass();
    EXPECT_EQ(mass.mass, 3.0f);
    EXPECT_EQ(mass.inv_inertia, 0.0f);
    EXPECT_EQ(mass.local_center, (Vec2{0.25f, 0}));
}

TEST(BodyMass, OfADynamicBodyIsNeverZero) {
    World world;
    const BodyHandle bare = world.create_body();
    const BodyHandle wire = world.create_body();
    world.attach(wire, line({0, 0}, {1, 0}));
    EXPECT_GT(world.find(bare)->mass().inv_mass, 0.0f);
    EXPECT_GT(world.find(wire)->mass().inv_mass, 0.0f);
    EXPECT_EQ(world.find(wire)->mass().min_extent, 0.0f);
}

TEST(BodyMass, ChangesWithTypeRotationLockAndDensity) {
    World world;
    const BodyHandle body = add_box(world, {0, 0});
    const ShapeHandle shape = world.find(body)->shapes().front();
    world.find(body)->set_fixed_rotation(true);
    EXPECT_EQ(world.find(body)->mass().inv_inertia, 0.0f);
    EXPECT_GT(world.find(body)->mass().inertia, 0.0f);
    world.find(body)->set_fixed_rotation(false);
    EXPECT_TRUE(world.set_material(shape, {.density = 2}));
    EXPECT_NEAR(world.find(body)->mass().mass, 2.0, 1e-6);
    world.find(body)->set_velocity({1, 1}, 1);
    world.find(body)->set_type(BodyType::Static);
    EXPECT_EQ(world.find(body)->mass().inv_mass, 0.0f);
    EXPECT_EQ(world.find(body)->velocity().linear, (Vec2{}));
    EXPECT_TRUE(is_valid_world(world));
    world.find(body)->set_type(BodyType::Dynamic);
    EXPECT_NEAR(world.find(body)->mass().mass, 2.0, 1e-6);
    EXPECT_TRUE(is_valid_world(world));
}

// 3 N·s on a lever arm of 0.5 m, m = 2, I = 0.25: Δv = J/m, Δω = r × J / I.
TEST(BodyForces, OffCentreImpulseChangesBothVelocities) {
    World world({.gravity = {0, 0}});
    const BodyHandle body = world.create_body({.mass = MassOverride{.mass = 2, .inertia = 0.25f}});
    world.find(body)->apply_impulse({0, 3}, {0.5f, 0});
    EXPECT_FLOAT_EQ(world.find(body)->velocity().linear.y, 1.5f);
    EXPECT_FLOAT_EQ(world.find(body)->velocity().angular, 6.0f);
    EXPECT_FLOAT_EQ(world.find(body)->kinetic_energy(), 0.5f * 2 * 2.25f + 0.5f * 0.25f * 36);
    EXPECT_DOUBLE_EQ(world.kinetic_energy(), 0.5 * 2 * 2.25 + 0.5 * 0.25 * 36);
    EXPECT_EQ(world.momentum(), (Vec2d{0, 3}));
}

TEST(BodyForces, ForceLastsOneStep) {
    World world({.gravity = {0, 0}});
    const BodyHandle body = world.create_body({.mass = MassOverride{.mass = 2}});
    world.find(body)->apply_force({12, 0});
    world.step(0.5f);
    EXPECT_FLOAT_EQ(world.find(body)->velocity().linear.x, 3.0f);
    world.step(0.5f);
    EXPECT_FLOAT_EQ(world.find(body)->velocity().linear.x, 3.0f);
}

TEST(BodyForces, ForceLastsAllDetectionSubSteps) {
    World world({.gravity = {0, 0}, .detection_substeps = 4});
    const BodyHandle body = world.create_body({.mass = MassOverride{.mass = 2}});
    world.find(body)->apply_force({12, 0});
    world.step(0.5f);
    EXPECT_FLOAT_EQ(world.find(body)->velocity().linear.x, 3.0f);
}

TEST(BodyForces, DoNotMoveStaticBodies) {
    World world;
    const BodyHandle floor = add_floor(world);
    const Vec2 before = world.find(floor)->position();
    world.find(floor)->apply_impulse({100, 100}, {1, 1});
    world.find(floor)->apply_force({100, 100});
    world.find(floor)->set_velocity({5, 5}, 5);
    world.step(time_step);
    EXPECT_EQ(world.find(floor)->position(), before);
    EXPECT_TRUE(is_valid_world(world));
}

// A box rests on the floor. Teleporting it up by 5 m removes its contact immediately; the next step after
// teleporting it back creates a new one.
TEST(BodyTransform, TeleportReplacesContacts) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    world.step(time_step);
    ASSERT_EQ(world.contacts().size(), 1u);
    world.find(box)->set_transform({0, 5}, 0);
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_TRUE(is_valid_world(world));
    world.step(time_step);
    EXPECT_EQ(world.events().end.size(), 1u);
    EXPECT_TRUE(world.contacts().empty());
    world.find(box)->set_transform({1, 0.5f}, 0);
    EXPECT_EQ(world.step(time_step).created_pairs, 1);
}

// Three turns in one second.
TEST(BodyTransform, AngleIsUnwrapped) {
    World world({.gravity = {0, 0}});
    const float omega = static_cast<float>(6.0 * pi);
    const BodyHandle body = add_ball(world, {0, 0}, 0.5f, {.angular_velocity = omega});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(body)->angle(), 6.0 * pi, 1e-4);
}

TEST(WorldValue, CopiesAreIndependent) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 2});
    World copy = world;
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    EXPECT_EQ(copy.find(box)->position(), (Vec2{0, 2}));
    EXPECT_EQ(copy.step_count(), 0u);
    world.destroy(box);
    EXPECT_TRUE(copy.find(box).has_value());
    copy = world;
    EXPECT_FALSE(copy.find(box).has_value());
    World moved = std::move(copy);
    EXPECT_EQ(moved.hash(), world.hash());
}

// One body of 2 kg at a height of 3 m, with gravity scale ½.
TEST(WorldTotals, MatchTheClosedForms) {
    World world({.gravity = {0, -10}});
    [[maybe_unused]] const BodyHandle body =
        world.create_body({.position = {1, 3},
                           .linear_velocity = {4, 0},
                           .angular_velocity = 2,
                           .gravity_scale = 0.5f,
                           .mass = MassOverride{.mass = 2, .inertia = 3}});
    EXPECT_NEAR(world.potential_energy(), 2.0 * 0.5 * 10.0 * 3.0, 1e-5);
    EXPECT_NEAR(world.kinetic_energy(), 0.5 * 2 * 16 + 0.5 * 3 * 4, 1e-5);
    EXPECT_NEAR(world.angular_momentum(), 2.0 * (1 * 0 - 3 * 4) + 3 * 2, 1e-5);
}

}  // namespace
}  // namespace toibox
