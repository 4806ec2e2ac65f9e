// SPDX-License-Identifier: MIT

// Compares integrators with exact solutions: the parabola, exponential decay and the harmonic oscillator.
// Each step multiplies the energy of the oscillator by |R|², with the stability function R(iz) and z = ωh.
// |R|² is 1 + z² (explicit Euler), 1 + z⁴/4 (midpoint) or 1 − z⁶/72 + z⁸/576 (Runge–Kutta 4).

#include "tests/support/physics.h"

#include <array>

namespace toibox {
namespace {

using namespace testing_support;

constexpr std::array all_integrators{Integrator::ExplicitEuler, Integrator::SemiImplicitEuler,
                                     Integrator::Midpoint, Integrator::RungeKutta4, Integrator::Verlet};
constexpr double h = 1.0 / 60.0;

WorldSettings settings_with(Integrator integrator, SolverKind solver) {
    WorldSettings settings = weightless();
    settings.integrator = integrator;
    settings.solver = solver;
    settings.substeps = 1;
    settings.continuous = ContinuousPolicy::Off;
    return settings;
}

// A stone is thrown up at 8 m/s. After one second explicit Euler is too high by g·t·h/2, semi-implicit Euler
// is too low by the same amount, and the others are exact. Tested with each solver that uses an integrator.
TEST(Integrators, FollowTheParabola) {
    for (const SolverKind solver :
         {SolverKind::SequentialImpulses, SolverKind::Penalty, SolverKind::PushBack}) {
        for (const Integrator integrator : all_integrators) {
            SCOPED_TRACE(enum_entry(integrators(), integrator).name);
            WorldSettings settings = settings_with(integrator, solver);
            settings.gravity = {0.0f, -10.0f};
            World world(settings);
            const BodyHandle stone = world.create_body({.linear_velocity = {3.0f, 8.0f}});
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            const double bias = integrator == Integrator::ExplicitEuler       ? 5.0 * h
                                : integrator == Integrator::SemiImplicitEuler ? -5.0 * h
                                                                              : 0.0;
            EXPECT_NEAR(world.find(stone)->center().x, 3.0f, 1e-5f);
            EXPECT_NEAR(wide(world.find(stone)->center().y), 8.0 - 5.0 + bias, 2e-5);
            EXPECT_NEAR(world.find(stone)->velocity().linear.y, -2.0f, 5e-5f);
        }
    }
}

// Damping c = 2/s for one second: v = v0·e^(−2). Each method has its own approximation of e^(−ch).
TEST(Integrators, DampWithTheAccuracyOfTheirOrder) {
    const double z = -2.0 * h;
    for (const Integrator integrator : all_integrators) {
        SCOPED_TRACE(enum_entry(integrators(), integrator).name);
        World world(settings_with(integrator, SolverKind::SequentialImpulses));
        const BodyHandle body = world.create_body({.linear_velocity = {1.0f, 0.0f},
                                                   .angular_velocity = 1.0f,
                                                   .linear_damping = 2.0f,
                                                   .angular_damping = 2.0f});
        world.attach(body, disc(0.5f));
        for (int i = 0; i < 60; ++i)
            world.step(time_step);
        double factor = 1 + z + z * z / 2;  // midpoint and velocity Verlet
        if (integrator == Integrator::ExplicitEuler) factor = 1 + z;
        if (integrator == Integrator::SemiImplicitEuler) factor = 1 / (1 - z);
        if (integrator == Integrator::RungeKutta4) factor += z * z * z / 6 + z * z * z * z / 24;
        const double expected = std::pow(factor, 60);
        EXPECT_NEAR(wide(world.find(body)->velocity().linear.x), expected, 2e-6);
        EXPECT_NEAR(wide(world.find(body)->velocity().angular), expected, 2e-6);
    }
}

/// A body of 1 kg on a spring of 1 Hz to the origin, starting 1 m away. It moves on a circle or, if released
/// from rest, on a line.
struct Orbit {
    static constexpr double omega = 2.0 * pi;
    World world;
    BodyHandle body;

    explicit Orbit(Integrator integrator, bool is_circular = true)
        : world(settings_with(integrator, SolverKind::Penalty)) {
        body = world.create_body({.position = {1.0f, 0.0f},
                                  .linear_velocity = {0.0f, is_circular ? static_cast<float>(omega) : 0.0f},
                                  .mass = MassOverride{.mass = 1.0f, .inertia = 1.0f, .center = {}}});
        world.create_joint(MouseJointDef{.body = body,
                                         .point = {1.0f, 0.0f},
                                         .target = {},
                                         .frequency = 1.0f,
                                         .damping_ratio = 0.0f,
                                         .max_force = 1e6f});
    }
    double energy() {
        const BodyView view = *world.find(body);
        return 0.5 * length_squared(widen(view.velocity().linear)) +
               0.5 * omega * omega * length_squared(widen(view.center()));
    }
};

// Ten revolutions; each step multiplies the energy by |R(iωh)|².
TEST(Integrators, ChangeTheEnergyOfAnOrbitByTheExpectedFactor) {
    const double z2 = Orbit::omega * Orbit::omega * h * h;
    for (const auto& [integrator, factor, tolerance] :
         {std::tuple(Integrator::ExplicitEuler, 1 + z2, 1e-3),
          std::tuple(Integrator::Midpoint, 1 + z2 * z2 / 4, 1e-4),
          std::tuple(Integrator::RungeKutta4, 1 - z2 * z2 * z2 / 72 + z2 * z2 * z2 * z2 / 576, 1e-4)}) {
        SCOPED_TRACE(enum_entry(integrators(), integrator).name);
        Orbit orbit(integrator);
        const double before = orbit.energy();
        for (int i = 0; i < 600; ++i)
            orbit.world.step(time_step);
        const double expected = std::pow(factor, 600);
        EXPECT_NEAR(orbit.energy() / before, expected, tolerance * expected);
    }
}

// Symplectic methods keep the energy of a linear oscillation within a band indefinitely: ±ωh/2 for
// semi-implicit Euler, ±(ωh)²/4 for Verlet.
TEST(Integrators, SymplecticMethodsKeepTheEnergyWithinABand) {
    const double z = Orbit::omega * h;
    for (const auto& [integrator, band] :
         {std::pair(Integrator::SemiImplicitEuler, 0.5 * z), std::pair(Integrator::Verlet, 0.25 * z * z)}) {
        SCOPED_TRACE(enum_entry(integrators(), integrator).name);
        Orbit orbit(integrator, false);
        const double before = orbit.energy();
        double max_deviation = 0;
        for (int i = 0; i < 6000; ++i) {
            orbit.world.step(time_step);
            max_deviation = std::max(max_deviation, std::abs(orbit.energy() / before - 1));
        }
        EXPECT_LT(max_deviation, 1.2 * band);
        EXPECT_GT(max_deviation, 0.8 * band);
    }
}

// Two bodies of 1 and 3 kg on a distance joint with a spring of 1 Hz, stretched by 0.5 m. After one period
// both are back at the start, and the total momentum is 0 throughout.
TEST(Integrators, RungeKuttaKeepsThePeriodOfADistanceSpring) {
    World world(settings_with(Integrator::RungeKutta4, SolverKind::Penalty));
    const auto add = [&world](float x, float mass) {
        return world.create_body(
            {.position = {x, 0.0f}, .mass = MassOverride{.mass = mass, .inertia = 1.0f, .center = {}}});
    };
    const BodyHandle light = add(-1.0f, 1.0f);
    const BodyHandle heavy = add(1.0f, 3.0f);
    world.create_joint(
        DistanceJointDef{.body_a = light,
                         .body_b = heavy,
                         .anchor_a = {-1.0f, 0.0f},
                         .anchor_b = {1.0f, 0.0f},
                         .length = 1.5f,
                         .spring = {.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f}});
    float min_distance = 2.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(time_step);
        EXPECT_NEAR(world.momentum().x, 0.0, 1e-5);
        min_distance = std::min(min_distance, world.find(heavy)->center().x - world.find(light)->center().x);
    }
    EXPECT_NEAR(world.find(light)->center().x, -1.0f, 1e-4f);
    EXPECT_NEAR(world.find(heavy)->center().x, 1.0f, 1e-4f);
    EXPECT_NEAR(min_distance, 1.0f, 1e-3f);
}

TEST(Integrators, KeepABoxAtRestOnAFloor) {
    for (const Integrator integrator : all_integrators) {
        SCOPED_TRACE(enum_entry(integrators(), integrator).name);
        WorldSettings settings = settings_with(integrator, SolverKind::SequentialImpulses);
        settings.gravity = {0.0f, -10.0f};
        World world(settings);
        add_floor(world);
        const BodyHandle box = add_box(world, {0.0f, 0.6f});
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(box)->center().y, 0.5f, 0.006f);
        EXPECT_NEAR(length(world.find(box)->velocity().linear), 0.0f, 1e-4f);
    }
}

}  // namespace
}  // namespace toibox
