// SPDX-License-Identifier: MIT

// Flight between impacts: a body that bounces without loss in a closed box follows one parabola after the
// other, so that its energy never changes. Random shapes, gravity, step rates and solvers; a minute each.
// TOIBOX_SEED=n runs only the world with that seed.

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr ShapeDef elastic{.material = {.friction = 0.0f, .restitution = 1.0f}};

/// A closed box of 20 m x 20 m with its lower left corner at the origin.
void add_elastic_box(World& world) {
    const BodyHandle box = world.create_body({.type = BodyType::Static});
    world.attach(box, make_box({11.0f, 0.5f}, {10.0f, -0.5f}), elastic);
    world.attach(box, make_box({11.0f, 0.5f}, {10.0f, 20.5f}), elastic);
    world.attach(box, make_box({0.5f, 11.0f}, {-0.5f, 10.0f}), elastic);
    world.attach(box, make_box({0.5f, 11.0f}, {20.5f, 10.0f}), elastic);
}

/// Kinetic and potential energy, joules; potential 0 at the origin. The stored velocity lags behind the pose
/// by half of a sub-step.
double energy_of(const World& world, BodyHandle body, float dt) {
    OracleBody oracle = oracle_body(*world.find(body));
    const Vec2d gravity = widen(world.settings().gravity);
    oracle.velocity += 0.5 * wide(dt) / world.settings().substeps * gravity;
    return kinetic_energy(oracle) - oracle.mass * dot(gravity, oracle.center);
}

WorldSettings random_settings(Generator& random) {
    WorldSettings settings =
        with_solver(random.rng.next_bool() ? SolverKind::SoftStep : SolverKind::SequentialImpulses, {});
    settings.gravity = {random.uniform(-3.0f, 3.0f), random.uniform(-20.0f, -2.0f)};
    settings.restitution_threshold = 0.0f;
    return settings;
}

/// Relative change of the energy of a thrown body in a minute.
double energy_change(Generator& random, bool is_ball) {
    World world(random_settings(random));
    add_elastic_box(world);
    const float dt = 1.0f / random.step_rate();
    const BodyDef thrown{.position = Vec2{10.0f, 10.0f} + random.point(8.0f),
                         .angle = static_cast<float>(random.angle()),
                         .linear_velocity = random.point(30.0f),
                         .angular_velocity = is_ball ? 0.0f : random.uniform(-5.0f, 5.0f)};
    const Shape shape = is_ball ? Shape{disc(random.uniform(0.1f, 0.8f))} : random.solid_shape(0.5f);
    const BodyHandle body = add_body(world, thrown, shape, elastic);
    const double before = energy_of(world, body, dt);
    for (float time = 0.0f; time < 60.0f; time += dt)
        world.step(dt);
    return energy_of(world, body, dt) / before - 1.0;
}

TEST(FlightProperty, BodiesInAnElasticBoxKeepTheirEnergy) {
    for_each_random_instance([](std::uint64_t seed) {
        Generator random(seed);
        const bool is_ball = seed % 2 == 0;
        EXPECT_NEAR(energy_change(random, is_ball), 0.0, is_ball ? 1e-3 : 1e-2);
    });
}

// .97, .94 and .88 of the apex were left when bodies moved on at the velocity of the end of the step.
TEST(FlightProperty, ElasticBallKeepsItsApexForTenMinutes) {
    for (const float speed : {0.0f, 10.0f, 30.0f}) {
        World world(on_earth());
        add_elastic_box(world);
        const BodyDef def{.position = {10.0f, 5.25f}, .linear_velocity = {speed, 0.0f}};
        const BodyHandle ball = add_body(world, def, disc(0.25f), elastic);
        float apex = 0.0f;
        for (int i = 0; i < 36000; ++i) {
            world.step(time_step);
            const float height = world.find(ball)->position().y;
            if (i > 35000 && height > apex) apex = height;
        }
        EXPECT_NEAR(apex, 5.25f, 2.0f * millimetre) << speed << " m/s";
    }
}

}  // namespace
}  // namespace toibox
