// SPDX-License-Identifier: MIT

// Impacts against closed-form results, for every method with and without bullets.

#include "toibox/dynamics/tuning.h"

#include "tests/support/physics.h"
#include "tests/support/print.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <array>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class ClosedFormImpact : public ClosedFormTest {};

struct ImpactPair {
    World world;
    BodyHandle a;
    BodyHandle b;
};

OracleBody body_at(World& world, BodyHandle handle, double seconds) {
    OracleBody body = oracle_body(*world.find(handle));
    body.center += seconds * body.velocity;
    return body;
}

/// The first impact, and both bodies just before the impact.
struct Impact {
    OracleBody a;
    OracleBody b;
    ImpactEvent event;
    bool has_happened = false;
};
/// Steps until the first impact, at most `steps` times.
Impact step_to_impact(ImpactPair& pair, int steps = 120) {
    for (int i = 0; i < steps; ++i) {
        World before = pair.world;
        pair.world.step(time_step);
        if (pair.world.events().impact.empty()) continue;
        const ImpactEvent event = pair.world.events().impact.front();
        const double seconds = event.t * wide(time_step);
        return {body_at(before, pair.a, seconds), body_at(before, pair.b, seconds), event, true};
    }
    return {};
}

// A disc hits a free rotating box off-centre without friction. The impulse formula gives the velocities.
// Tolerance: 1e-5 of the speed. Soft step casts non-bullets against each other only if they are bouncy.
TEST_P(ClosedFormImpact, OffCentreImpactObeysTheImpulseFormula) {
    Generator generator(11);
    int searched = 0;
    int impacts = 0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const float e = generator.uniform(0.0f, 1.0f);
        const bool is_low_restitution =
            GetParam().solver == SolverKind::SoftStep && e <= tuning::low_restitution;
        searched += bullets() || !is_low_restitution ? 1 : 0;
        const Material material{.density = generator.uniform(0.5f, 4.0f), .friction = 0.0f, .restitution = e};
        ImpactPair pair{World(weightless()), {}, {}};
        pair.a = pair.world.create_body({.angle = generator.uniform(-3.0f, 3.0f),
                                         .linear_velocity = generator.point(1.0f),
                                         .angular_velocity = generator.uniform(-1.0f, 1.0f)});
        const Vec2 half_extents{generator.uniform(0.3f, 1.5f), generator.uniform(0.3f, 1.5f)};
        pair.world.attach(pair.a, make_box(half_extents), {.material = material});
        const Vec2d side = generator.direction();
        const Vec2d aim = widen(generator.point(0.8f)) - 6.0 * side;
        pair.b = pair.world.create_body({.position = narrow(6.0 * side),
                                         .linear_velocity = narrow(5.0 * aim),
                                         .angular_velocity = generator.uniform(-5.0f, 5.0f),
                                         .bullet = bullets()});
        pair.world.attach(pair.b, disc(0.2f), {.material = material});
        Impact impact = step_to_impact(pair);
        // Only steps with a single impact are tested.
        if (!impact.has_happened || pair.world.events().impact.size() != 1) continue;
        ++impacts;
        const Vec2d normal = widen(impact.event.normal);
        const double before = kinetic_energy(impact.a) + kinetic_energy(impact.b);
        collide_at(impact.a, impact.b, widen(impact.event.point), normal, wide(e));
        const double scale = length(impact.b.velocity) + 1;
        const BodyView a = *pair.world.find(pair.a);
        const BodyView b = *pair.world.find(pair.b);
        const double tolerance = 1e-5 * scale;
        EXPECT_NEAR(wide(a.velocity().linear.x), impact.a.velocity.x, tolerance);
        EXPECT_NEAR(wide(a.velocity().linear.y), impact.a.velocity.y, tolerance);
        EXPECT_NEAR(wide(a.velocity().angular), impact.a.spin, 4 * tolerance);
        EXPECT_NEAR(wide(b.velocity().linear.x), impact.b.velocity.x, tolerance);
        EXPECT_NEAR(wide(b.velocity().linear.y), impact.b.velocity.y, tolerance);
        const double after = kinetic_energy(impact.a) + kinetic_energy(impact.b);
        EXPECT_NEAR(pair.world.kinetic_energy() / before, after / before, 1e-5);
    }
    EXPECT_GT(impacts, 3 * searched / 4);
}

// Two equal discs collide head-on with e = 1.
TEST_P(ClosedFormImpact, EqualDiscsSwapVelocities) {
    const Material elastic{.restitution = 1.0f};
    World world(weightless());
    const BodyHandle left =
        world.create_body({.position = {-1.0f, 0.0f}, .linear_velocity = {7.0f, 0.0f}, .bullet = bullets()});
    const BodyHandle right =
        world.create_body({.position = {1.0f, 0.0f}, .linear_velocity = {-3.0f, 0.0f}, .bullet = bullets()});
    world.attach(left, disc(0.25f), {.material = elastic});
    world.attach(right, disc(0.25f), {.material = elastic});
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(left)->velocity().linear.x, -3.0f, 3e-6f);
    EXPECT_NEAR(world.find(right)->velocity().linear.x, 7.0f, 7e-6f);
    EXPECT_NEAR(world.find(left)->velocity().linear.y, 0.0f, 1e-6f);
    EXPECT_NEAR(world.find(left)->velocity().angular, 0.0f, 1e-6f);
}

// A free rod of mass m and length 2 m, at rest, is struck at its end by a disc of mass M: K = 4/m + 1/M.
TEST_P(ClosedFormImpact, FreeRodStruckAtItsEnd) {
    const float rod_mass = 3.0f;
    const float ball_mass = 2.0f;
    const float e = 0.5f;
    World world(weightless());
    // The box is longer than the rod whose mass it has, so that the disc hits the face and not a corner.
    const BodyHandle rod = world.create_body(
        {.mass = MassOverride{.mass = rod_mass, .inertia = rod_mass * 4.0f / 12.0f, .center = {}}});
    world.attach(rod, make_box({1.25f, 0.05f}), {.material = {.friction = 0.0f, .restitution = e}});
    const BodyHandle ball =
        world.create_body({.position = {1.0f, 1.0f},
                           .linear_velocity = {0.0f, -4.0f},
                           .bullet = bullets(),
                           .mass = MassOverride{.mass = ball_mass, .inertia = 1.0f, .center = {}}});
    world.attach(ball, disc(0.25f), {.material = {.friction = 0.0f, .restitution = e}});
    for (int i = 0; i < 16; ++i)
        world.step(time_step);
    const float j = (1.0f + e) * 4.0f / (4.0f / rod_mass + 1.0f / ball_mass);
    EXPECT_NEAR(world.find(rod)->velocity().linear.y, -j / rod_mass, 1e-6f * 4.0f);
    EXPECT_NEAR(world.find(rod)->velocity().angular, -j * 1.0f / (rod_mass / 3.0f), 1e-6f * 8.0f);
    EXPECT_NEAR(world.find(ball)->velocity().linear.y, -4.0f + j / ball_mass, 1e-6f * 4.0f);
}

// A disc of 1 kg at 2 m/s hits a disc of 3 kg at rest.
TEST_P(ClosedFormImpact, HeadOnImpactObeysRestitution) {
    const std::array<std::array<float, 3>, 3> expected{
        {{1.0f, -1.0f, 1.0f}, {0.5f, -0.25f, 0.75f}, {0.0f, 0.5f, 0.5f}}};
    for (const auto& [e, light_velocity, heavy_velocity] : expected) {
        SCOPED_TRACE(e);
        WorldSettings settings = weightless();
        settings.restitution_threshold = 0.0f;
        World world(settings);
        const auto throw_disc = [&](float x, float v, float mass) {
            const BodyHandle body =
                world.create_body({.position = {x, 0.0f},
                                   .linear_velocity = {v, 0.0f},
                                   .bullet = bullets(),
                                   .mass = MassOverride{.mass = mass, .inertia = 1.0f, .center = {}}});
            world.attach(body, disc(0.25f), {.material = {.restitution = e}});
            return body;
        };
        const BodyHandle light = throw_disc(-1.0f, 2.0f, 1.0f);
        const BodyHandle heavy = throw_disc(1.0f, 0.0f, 3.0f);
        for (int i = 0; i < 60; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(light)->velocity().linear.x, light_velocity, 2e-6f);
        EXPECT_NEAR(world.find(heavy)->velocity().linear.x, heavy_velocity, 2e-6f);
    }
}

// A box hits the floor flat with e = 1 and must rebound flat. Solving its two contact points one after the
// other would make it rotate: after one Gauss–Seidel iteration, a point of the plank is wrong by 1.5 v.
TEST_P(ClosedFormImpact, FlatBoxReboundsFlat) {
    for (const Vec2 half_extents : {Vec2{0.5f, 0.5f}, Vec2{1.0f, 0.02f}, Vec2{2.0f, 0.25f}}) {
        SCOPED_TRACE(half_extents.x);
        World world(weightless());
        add_floor(world);
        const BodyHandle box = world.create_body(
            {.position = {0.3f, 2.0f}, .linear_velocity = {0.0f, -9.0f}, .bullet = bullets()});
        world.attach(box, make_box(half_extents), {.material = {.restitution = 1.0f}});
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(box)->velocity().linear.y, 9.0f, 9e-3f);
        EXPECT_NEAR(world.find(box)->velocity().linear.x, 0.0f, 9e-3f);
        EXPECT_NEAR(world.find(box)->velocity().angular, 0.0f, 9e-3f);
    }
}

// A rod of 1 kg and 2 m moves sideways at 1 m/s and hits a fixed peg with its end, e = 1. The rod continues
// at half the speed and rotates at 1.5 rad/s.
TEST_P(ClosedFormImpact, RodHitsAPegWithItsEnd) {
    WorldSettings settings = weightless();
    settings.restitution_threshold = 0.5f;
    World world(settings);
    const BodyHandle peg = world.create_body({.type = BodyType::Static, .position = {1.0f, -1.0f}});
    world.attach(peg, disc(0.05f));
    const BodyHandle rod =
        world.create_body({.linear_velocity = {0.0f, -1.0f},
                           .bullet = bullets(),
                           .mass = MassOverride{.mass = 1.0f, .inertia = 1.0f / 3.0f, .center = {}}});
    world.attach(rod, make_box({1.1f, 0.02f}), {.material = {.friction = 0.0f, .restitution = 1.0f}});
    for (int i = 0; i < 80; ++i)
        world.step(time_step);
    // The impulse acts upwards at x = 1, so the rod rotates counter-clockwise.
    EXPECT_NEAR(world.find(rod)->velocity().linear.y, -0.5f, 1e-5f);
    EXPECT_NEAR(world.find(rod)->velocity().angular, 1.5f, 1e-5f);
    EXPECT_NEAR(world.kinetic_energy(), 0.5, 1e-5);
}

// A disc of 1 kg and radius 0.5 m hits the floor at (3, −2) m/s, e = 0.5. With μ = 0.2, the disc slides
// during the impact; with μ = 0.5, it sticks.
TEST_P(ClosedFormImpact, FrictionCausesSpin) {
    struct Expected {
        float friction, vx, spin;
    };
    for (const Expected expected : {Expected{0.2f, 2.4f, -2.4f}, Expected{0.5f, 2.0f, -4.0f}}) {
        SCOPED_TRACE(expected.friction);
        World world(weightless());
        const BodyHandle floor = world.create_body({.type = BodyType::Static});
        world.attach(floor, make_box({20.0f, 0.5f}, {0.0f, -0.5f}),
                     {.material = {.friction = expected.friction}});
        const BodyHandle ball =
            world.create_body({.position = {0.0f, 1.0f},
                               .linear_velocity = {3.0f, -2.0f},
                               .bullet = bullets(),
                               .mass = MassOverride{.mass = 1.0f, .inertia = 0.125f, .center = {}}});
        world.attach(ball, disc(0.5f), {.material = {.friction = expected.friction, .restitution = 0.5f}});
        for (int i = 0; i < 40; ++i)
            world.step(time_step);
        // The contact point is half the target distance (2.5 mm) outside the disc: the lever arm is 0.5 %
        // longer.
        EXPECT_NEAR(world.find(ball)->velocity().linear.x, expected.vx, 0.02f);
        EXPECT_NEAR(world.find(ball)->velocity().linear.y, 1.0f, 1e-5f);
        EXPECT_NEAR(world.find(ball)->velocity().angular, expected.spin, 0.03f);
    }
}

// Seven equal discs form a Newton's cradle with gaps. One to three discs arrive at 5 m/s, and as many must
// leave at the other end. The gaps differ, so that no two impacts coincide.
TEST_P(ClosedFormImpact, AsManyDiscsLeaveACradleWithGapsAsArrive) {
    const float v = 5.0f;
    for (int arriving = 1; arriving <= 3; ++arriving) {
        SCOPED_TRACE(arriving);
        World world(weightless());
        std::vector<BodyHandle> discs;
        float x = 0.0f;
        for (int i = 0; i < 7; ++i) {
            const bool is_moving = i < arriving;
            discs.push_back(world.create_body({.position = {x, 0.0f},
                                               .linear_velocity = {is_moving ? v : 0.0f, 0.0f},
                                               .bullet = bullets()}));
            world.attach(discs.back(), disc(0.25f), {.material = {.friction = 0.0f, .restitution = 1.0f}});
            x += 0.5f + 0.03f + 0.004f * static_cast<float>(i);
        }
        for (int i = 0; i < 40; ++i)
            world.step(time_step);
        for (int i = 0; i < 7; ++i) {
            const float speed = length(world.find(discs[static_cast<std::size_t>(i)])->velocity().linear);
            if (i >= 7 - arriving) {
                EXPECT_GE(speed, 0.99f * v) << i;
            } else {
                EXPECT_LE(speed, 0.01f * v) << i;
            }
        }
    }
}

/// Adds a body of random shape and motion at x = `side`, which moves towards the origin.
BodyHandle throw_body(World& world, Generator& generator, float side, const Material& material, bool bullet) {
    const BodyHandle body = world.create_body(
        {.position = {side, generator.uniform(-0.2f, 0.2f)},
         .angle = generator.uniform(-3.0f, 3.0f),
         .linear_velocity = {-side * generator.uniform(5.0f, 30.0f), generator.uniform(-2.0f, 2.0f)},
         .angular_velocity = generator.uniform(-20.0f, 20.0f),
         .bullet = bullet});
    if (generator.rng.integer(0, 2) == 0) {
        world.attach(body, disc(generator.uniform(0.1f, 0.4f)), {.material = material});
    } else {
        const float width = generator.uniform(0.05f, 0.4f);
        const float height = generator.uniform(0.05f, 0.4f);
        world.attach(body, make_box({width, height}), {.material = material});
    }
    return body;
}

// Two bodies of random shape, mass, spin and friction collide. Newton's impact law with Coulomb friction can
// add energy if applied naively. Rounding may add a relative 1e-5 per step, and 1e-6 per impact on average.
// 10⁵ impacts with TOIBOX_SOAK, 4000 without.
TEST_P(ClosedFormImpact, RandomImpactsWithFrictionGainNoEnergy) {
    Generator generator(31);
    const int trials = is_soak_run() ? 100000 : 4000;
    int impacts = 0;
    double relative_gain_sum = 0;
    for (int trial = 0; impacts < trials && trial < 3 * trials; ++trial) {
        SCOPED_TRACE(trial);
        WorldSettings settings = weightless();
        settings.restitution_threshold = 0.0f;
        World world(settings);
        const Material left{.density = generator.uniform(0.5f, 4.0f),
                            .friction = generator.uniform(0.0f, 1.5f),
                            .restitution = generator.uniform(0.0f, 1.0f)};
        const Material right{.density = generator.uniform(0.5f, 4.0f), .friction = left.friction};
        throw_body(world, generator, -1.0f, left, bullets());
        throw_body(world, generator, 1.0f, right, bullets());
        double energy = world.kinetic_energy();
        for (int i = 0; i < 10; ++i) {
            impacts += world.step(time_step).impacts;
            const double new_energy = world.kinetic_energy();
            ASSERT_LT(new_energy, energy * (1.0 + 1e-5)) << "step " << i;
            if (new_energy > energy) relative_gain_sum += new_energy / energy - 1.0;
            energy = new_energy;
        }
    }
    EXPECT_GE(impacts, trials);
    EXPECT_LT(relative_gain_sum, 1e-6 * impacts);
}

INSTANTIATE_TEST_SUITE_P(Methods, ClosedFormImpact, testing::ValuesIn(with_and_without_bullets), method_name);

}  // namespace
}  // namespace toibox
