// SPDX-License-Identifier: MIT

// Joints without motors add no energy, for any number of sub-steps and for lever arms of several radii of
// gyration. Unlike in jointed_bounce_test.cpp, nothing bounces.

#include "tests/support/jointed_worlds.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

WorldSettings with_substeps(SolverKind solver, int substeps, const WorldSettings& base) {
    WorldSettings settings = with_solver(solver, base);
    settings.substeps = substeps;
    return settings;
}

/// Maximum absolute angle of a body within `seconds`, radians.
double max_swing(World& world, BodyHandle body, float seconds) {
    double max_angle = 0.0;
    for (float t = 0.0f; t < seconds; t += time_step) {
        EXPECT_FALSE(world.step(time_step).failed());
        max_angle = std::max(max_angle, std::abs(world.find(body)->angle()));
    }
    return max_angle;
}

/// Expects a swing of constant amplitude for a minute: at most 1 % above the initial angle, and at the end at
/// most 5 % below it.
void expect_steady_swing(World& world, BodyHandle body, double initial_angle) {
    EXPECT_LE(max_swing(world, body, 58.0f), 1.01 * initial_angle);
    EXPECT_GE(max_swing(world, body, 2.0f), 0.95 * initial_angle);
}

/// A bar of 1 m that hangs from a hinge at its end.
BodyHandle hang_bar(World& world, float angle) {
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    const BodyHandle bar = add_body(world, {.angle = angle}, make_box({0.05f, 0.5f}, {0.0f, -0.5f}));
    world.create_joint(RevoluteJointDef{.body_a = post, .body_b = bar});
    return bar;
}

TEST(JointEnergy, PendulumKeepsItsAmplitude) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const int substeps : {1, 2, 3, 4, 8}) {
            World world(with_substeps(solver, substeps, on_earth()));
            const BodyHandle bar = hang_bar(world, 0.05f);
            SCOPED_TRACE(std::to_string(static_cast<int>(solver)) + ", " + std::to_string(substeps) +
                         " sub-steps");
            expect_steady_swing(world, bar, 0.05);
        }
    }
}

TEST(JointEnergy, PendulumOfWeldedBoxesKeepsItsAmplitude) {
    for (const int substeps : {1, 2, 4, 8}) {
        World world(with_substeps(SolverKind::SequentialImpulses, substeps, on_earth()));
        const BodyHandle bar = hang_bar(world, 0.05f);
        const Vec2 end = rotate(make_rot(0.05f), Vec2{0.0f, -1.0f});
        const BodyHandle bob = add_body(world, {.position = end, .angle = 0.05f}, make_box({0.3f, 0.1f}));
        world.create_joint(WeldJointDef{.body_a = bar, .body_b = bob, .anchor = end});
        SCOPED_TRACE(std::to_string(substeps) + " sub-steps");
        expect_steady_swing(world, bar, 0.05);
    }
}

double max_speed_of(World& world, const std::vector<BodyHandle>& bodies, int steps) {
    double max_speed = 0.0;
    for (int i = 0; i < steps; ++i) {
        EXPECT_FALSE(world.step(time_step).failed());
        for (const BodyHandle body : bodies)
            max_speed = std::max(max_speed, wide(length(world.find(body)->velocity().linear)));
    }
    return max_speed;
}

// A hub with a radius of 5 cm between two discs of 400 times its mass, on prismatic joints with springs. The
// discs fall 1.5 m and reach 5.5 m/s.
TEST(JointEnergy, SmallHubDoesNotThrowLargeDiscs) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const int substeps : {1, 4}) {
            World world(with_substeps(solver, substeps, on_earth()));
            add_body(world, {.type = BodyType::Static}, make_box({20.0f, 0.5f}, {0.0f, -1.0f}));
            const BodyHandle hub = add_body(world, {.position = {0.0f, 2.0f}}, disc(0.05f));
            std::vector<BodyHandle> discs;
            for (const float side : {-1.0f, 1.0f}) {
                const Vec2 center{1.5f * side, 2.0f};
                discs.push_back(add_body(world, {.position = center}, disc(1.0f)));
                world.create_joint(
                    PrismaticJointDef{.body_a = hub,
                                      .body_b = discs.back(),
                                      .anchor = center,
                                      .axis = {side, 0.0f},
                                      .limit = {.enabled = true, .lower = -0.3f, .upper = 0.3f},
                                      .spring = {.enabled = true, .frequency = 1.0f}});
            }
            SCOPED_TRACE(std::to_string(static_cast<int>(solver)) + ", " + std::to_string(substeps) +
                         " sub-steps");
            EXPECT_LE(max_speed_of(world, discs, 600), 7.0);
        }
    }
}

// Rings of welded discs rotate about their centre. The welds of a disc are `lever` radii of gyration from its
// centre.
TEST(JointEnergy, RingsOfWeldedDiscsGainNoEnergy) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const float lever : {2.0f, 3.5f, 5.0f}) {
            for (const int count : {3, 5, 8, 12, 15}) {
                World world(with_solver(solver, weightless()));
                const auto step_angle = static_cast<float>(2.0 * pi / count);
                const float radius = 0.5f / make_rot(0.5f * step_angle).s;
                const RigidMotion flight{.position = {}, .velocity = {3.0f, 1.0f}, .spin = 25.0f};
                std::vector<BodyHandle> discs;
                for (int i = 0; i < count; ++i) {
                    const Rot direction = make_rot(step_angle * static_cast<float>(i));
                    discs.push_back(add_body(world,
                                             flight.body_at({radius * direction.c, radius * direction.s}),
                                             disc(0.7071f / lever), {.filter = {.group = -1}}));
                    if (i > 0) join(world, Link::Weld, discs[discs.size() - 2], discs.back());
                }
                join(world, Link::Weld, discs.back(), discs.front());
                const RunStats stats = run_with_stats(world, 240);
                EXPECT_FALSE(stats.failed) << static_cast<int>(solver) << ", " << count << ", " << lever;
                EXPECT_LE(stats.relative_gain, 0.01)
                    << static_cast<int>(solver) << ", " << count << ", " << lever;
            }
        }
    }
}

// The first hinge carries the weight of all links. With only eight iterations this needs warm starting.
TEST(JointEnergy, HangingChainIsWarmStarted) {
    World world(with_substeps(SolverKind::SequentialImpulses, 1, on_earth()));
    BodyHandle last = world.create_body({.type = BodyType::Static});
    constexpr int count = 20;
    for (int i = 0; i < count; ++i) {
        const float y = -0.5f - static_cast<float>(i);
        const BodyHandle link = add_body(world, {.position = {0.0f, y}}, make_box({0.1f, 0.45f}));
        world.create_joint(RevoluteJointDef{.body_a = last, .body_b = link, .anchor = {0.0f, y + 0.5f}});
        last = link;
    }
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    EXPECT_NEAR(wide(world.find(last)->center().y), 0.5 - count, 0.01);
}

}  // namespace
}  // namespace toibox
