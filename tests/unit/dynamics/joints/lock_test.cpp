// SPDX-License-Identifier: MIT
// Locked axes: a body has infinite mass along x or along y, or infinite inertia; its other axes are
// unaffected.
// Oracle: the closed form of an impact without the locked terms of K:
//   j = −(1 + e) v_n / K,  K = 1/m_A + (n_x²/m_B if x is free) + (n_y²/m_B if y is free) + (r × n)²/I_B.
#include "toibox/dynamics/command.h"

#include "tests/support/worlds.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

const WorldSettings impact_settings{.gravity = {0, 0}, .restitution_threshold = 0};
const Material elastic{.density = 1, .friction = 0, .restitution = 1};

/// An elastic disc of radius 0.5 without friction.
BodyHandle add_disc(World& world, Vec2 position, float mass, BodyDef def = {}) {
    def.position = position;
    def.mass = MassOverride{.mass = mass, .inertia = 0.5f * mass * 0.25f};
    const BodyHandle body = world.create_body(def);
    world.attach(body, disc(0.5f), {.material = elastic});
    return body;
}

Vec2 velocity_of(const World& world, BodyHandle body) {
    return world.find(body)->velocity().linear;
}

/// Velocities after an impact.
struct StrikeResult {
    Vec2 striker;
    Vec2 struck;
};
/// A disc of 1 kg at 2 m/s along +x hits a disc of 3 kg, with the contact normal at `angle`.
StrikeResult strike(float angle, bool lock_x, bool lock_y) {
    World world(impact_settings);
    const Rot q = make_rot(angle);
    const Vec2 target{q.c, q.s};
    const BodyHandle b = add_disc(world, target, 3, {.lock_x = lock_x, .lock_y = lock_y});
    const BodyHandle a = add_disc(world, {-0.5f, 0}, 1, {.linear_velocity = {2, 0}});
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    return {velocity_of(world, a), velocity_of(world, b)};
}

TEST(Lock, MakesABodyInfinitelyHeavyAlongItsAxis) {
    const StrikeResult result = strike(0.0f, true, false);
    EXPECT_NEAR(result.striker.x, -2.0f, 1e-5f);  // as from a wall; −1 without the lock
    EXPECT_EQ(result.struck, (Vec2{0, 0}));
}

TEST(Lock, DoesNotAffectTheOtherAxis) {
    const StrikeResult result = strike(0.0f, false, true);
    EXPECT_NEAR(result.striker.x, -1.0f, 1e-5f);
    EXPECT_NEAR(result.struck.x, 1.0f, 1e-5f);
    EXPECT_EQ(result.struck.y, 0.0f);
}

// At 40° the impulse has both components; a locked component does not move the struck disc.
TEST(Lock, ChangesTheEffectiveMassOfAnObliqueImpact) {
    for (const bool lock_x : {false, true}) {
        for (const bool lock_y : {false, true}) {
            const double angle = 40.0 * pi / 180.0;
            const double n_x = std::cos(angle);
            const double n_y = std::sin(angle);
            const double inv_x = lock_x ? 0.0 : 1.0 / 3.0;
            const double inv_y = lock_y ? 0.0 : 1.0 / 3.0;
            const double k = 1.0 + inv_x * n_x * n_x + inv_y * n_y * n_y;
            const double j = 2.0 * 2.0 * n_x / k;
            const StrikeResult result = strike(static_cast<float>(angle), lock_x, lock_y);
            // Tolerance: the impact uses the normal at a gap of up to 5 mm.
            EXPECT_NEAR(static_cast<double>(result.striker.x), 2.0 - j * n_x, 0.02);
            EXPECT_NEAR(static_cast<double>(result.striker.y), -j * n_y, 0.02);
            EXPECT_NEAR(static_cast<double>(result.struck.x), j * n_x * inv_x, 0.02);
            EXPECT_NEAR(static_cast<double>(result.struck.y), j * n_y * inv_y, 0.02);
            // An elastic impact keeps the energy for any normal.
            const double energy = 0.5 * static_cast<double>(dot(result.striker, result.striker)) +
                                  1.5 * static_cast<double>(dot(result.struck, result.struck));
            EXPECT_NEAR(energy, 2.0, 1e-4);
        }
    }
}

// A rod of 2 m with a fixed centre is hit 0.8 m from the centre by a disc of 1 kg at 1 m/s: K = 1 + r²/I.
TEST(Lock, FixedCentreStillAllowsRotation) {
    World world(impact_settings);
    const BodyHandle rod = world.create_body(
        {.lock_x = true, .lock_y = true, .mass = MassOverride{.mass = 1, .inertia = 1.0f / 3.0f}});
    world.attach(rod, make_box({1.0f, 0.05f}), {.material = elastic});
    const BodyHandle ball = add_disc(world, {0.8f, 0.8f}, 1, {.linear_velocity = {0, -1}});
    for (int i = 0; i < 40; ++i)
        world.step(time_step);
    const double k = 1.0 + 0.8 * 0.8 * 3.0;
    const double j = 2.0 / k;
    EXPECT_NEAR(velocity_of(world, ball).y, -1.0 + j, 1e-4);
    EXPECT_NEAR(world.find(rod)->velocity().angular, -0.8 * j * 3.0, 1e-4);
    EXPECT_EQ(world.find(rod)->center(), (Vec2{0, 0}));
}

/// A shelf at height 2, locked along y and in rotation, that has carried a box for two seconds.
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

// The loaded shelf can still be pushed along x.
TEST(Lock, HoldsABodyAgainstGravityAndLoads) {
    World world;
    const BodyHandle shelf = add_loaded_shelf(world);
    float carried_impulse = 0.0f;
    for (const ContactPoint& point : world.contacts()[0].points)
        carried_impulse += point.normal_impulse;
    EXPECT_NEAR(carried_impulse, 9.8f / 60.0f, 1e-3f);
    world.find(shelf)->apply_impulse({1, 5});
    EXPECT_EQ(world.find(shelf)->velocity().linear.y, 0.0f);
    world.step(time_step);
    EXPECT_GT(world.find(shelf)->center().x, 0.0f);
    EXPECT_EQ(world.find(shelf)->center().y, 2.0f);
}

// Two overlapping boxes with all axes locked, and above them a disc that can only rotate. None of them moves,
// and all values stay finite.
TEST(Lock, FullyLockedBodiesStayInPlace) {
    World world;
    const BodyDef locked{.fixed_rotation = true, .lock_x = true, .lock_y = true};
    const BodyHandle a = add_box(world, {0, 0}, 0.5f, locked);
    const BodyHandle b = add_box(world, {0.6f, 0.1f}, 0.5f, locked);
    const BodyHandle wheel = add_ball(world, {0, 1.4f}, 0.5f, {.lock_x = true, .lock_y = true});
    for (int i = 0; i < 60; ++i)
        ASSERT_FALSE(world.step(time_step).non_finite);
    EXPECT_EQ(world.find(a)->center(), (Vec2{0, 0}));
    EXPECT_EQ(world.find(b)->center(), (Vec2{0.6f, 0.1f}));
    EXPECT_EQ(world.find(wheel)->center(), (Vec2{0, 1.4f}));
    EXPECT_TRUE(is_valid_world(world));
}

// A bead that is locked along y has a revolute joint, which must still hold the bead along x.
TEST(Lock, JointHoldsTheRemainingAxis) {
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

// Regression: where locks hold the angle of a joint, its K consisted of rounding errors. At some angles of
// the body, the first steps then produced NaN or moved the bodies by a metre, under all solvers but the soft
// step.
TEST(Lock, JointWhoseAngleIsHeldByLocksStaysFinite) {
    for (const SolverKind solver :
         {SolverKind::SoftStep, SolverKind::SequentialImpulses, SolverKind::Penalty, SolverKind::PushBack}) {
        for (int angle = 0; angle < 32; ++angle) {
            SCOPED_TRACE(::testing::Message()
                         << "solver " << static_cast<int>(solver) << ", angle " << angle);
            World world({.gravity = {}, .solver = solver, .continuous = ContinuousPolicy::Off});
            const BodyHandle a = world.create_body({.position = {0.7f, -2.2f},
                                                    .angle = 0.1f * static_cast<float>(angle),
                                                    .linear_velocity = {0.0f, 1.0f},
                                                    .lock_x = true});
            world.attach(a, disc(0.5f));
            const BodyHandle b = world.create_body({.fixed_rotation = true, .lock_x = true});
            world.attach(b, disc(0.5f));
            world.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = {0.0f, -3.3f}});
            for (int i = 0; i < 60; ++i)
                ASSERT_FALSE(world.step(time_step).failed());
            EXPECT_NEAR(world.find(a)->center().y, -1.7f, 0.01f);
            EXPECT_NEAR(world.find(b)->center().y, 0.5f, 0.01f);
        }
    }
}

TEST(Lock, RemovesTheLockedVelocity) {
    World world(impact_settings);
    const BodyHandle body = world.create_body(
        {.linear_velocity = {1, 2}, .angular_velocity = 3, .fixed_rotation = true, .lock_x = true});
    world.attach(body, disc(0.5f));
    EXPECT_EQ(velocity_of(world, body), (Vec2{0, 2}));
    EXPECT_EQ(world.find(body)->velocity().angular, 0.0f);
    world.find(body)->set_velocity({4, 5}, 6);
    EXPECT_EQ(velocity_of(world, body), (Vec2{0, 5}));
    ASSERT_TRUE(apply(world, command::SetBody{.body = body, .lock_x = false, .lock_y = true}).has_value());
    EXPECT_EQ(velocity_of(world, body), (Vec2{0, 0}));
    world.find(body)->set_velocity({4, 5}, 0);
    EXPECT_EQ(velocity_of(world, body), (Vec2{4, 0}));
    EXPECT_FALSE(world.find(body)->info().lock_x);
    ASSERT_TRUE(apply(world, command::SetBody{.body = body, .allow_sleep = false}).has_value());
    EXPECT_FALSE(world.find(body)->info().allow_sleep);
    EXPECT_TRUE(world.find(body)->info().lock_y);
}

// The shelf holds its load. A box that hits a body along a locked axis stops as at a wall (e = 0; without the
// lock both would continue at 0.5 m/s).
TEST(Lock, WorksUnderSoftStep) {
    WorldSettings settings;
    settings.solver = SolverKind::SoftStep;
    settings.substeps = 4;
    World world(settings);
    add_loaded_shelf(world);

    settings.gravity = {};
    World weightless_world(settings);
    const BodyHandle wall = weightless_world.create_body({.lock_x = true});
    weightless_world.attach(wall, make_box({0.5f, 0.5f}), {.material = {.density = 3, .friction = 0}});
    const BodyHandle box = weightless_world.create_body({.position = {-1.2f, 0}, .linear_velocity = {2, 0}});
    weightless_world.attach(box, make_box({0.5f, 0.5f}), {.material = {.density = 1, .friction = 0}});
    for (int i = 0; i < 60; ++i)
        weightless_world.step(time_step);
    EXPECT_NEAR(velocity_of(weightless_world, box).x, 0.0f,
                0.1f);  // the tolerance is for pushing out the overlap
    EXPECT_EQ(weightless_world.find(wall)->center(), (Vec2{0, 0}));
}

}  // namespace
}  // namespace toibox
