// SPDX-License-Identifier: MIT

// Chains of hinges with springs: each joint is solved as if it had its bodies alone, which must not throw
// them from one to the other, however stiff the springs and long the levers.

#include "tests/support/joints.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

class SprungChain : public testing::TestWithParam<SolverKind> {
protected:
    /// The most of its kinetic energy at the start that the world has in ten seconds.
    static double max_energy_fraction(World& world) {
        const double start = world.kinetic_energy();
        double most = start;
        for (int i = 0; i < 600; ++i) {
            if (world.step(time_step).non_finite) return HUGE_VAL;
            most = std::max(most, world.kinetic_energy());
        }
        return most / start;
    }
};

// Two boxes of .1 m whose hinges lie up to 5 m from them.
TEST_P(SprungChain, OfBoxesAtLeversGainsNothing) {
    for (const float lever : {0.1f, 0.2f, 0.3f, 0.5f, 1.0f, 2.0f, 5.0f}) {
        // Whole steps take the levers as they were at its start: at 5 m that gives up to 29 %.
        if (lever > 2.0f && GetParam() != SolverKind::SoftStep) continue;
        for (const float frequency : {1.0f, 5.0f, 10.0f, 30.0f, 60.0f}) {
            for (const float damping_ratio : {0.0f, 0.1f, 1.0f}) {
                for (const Vec2 way : {Vec2{1.0f, 0.0f}, Vec2{0.6f, 0.8f}}) {
                    World world(with_solver(GetParam(), weightless()));
                    const BodyHandle post = world.create_body({.type = BodyType::Static});
                    const BodyHandle near =
                        add_box(world, lever * way, 0.05f, {.linear_velocity = 0.5f * left_perp(way)});
                    const BodyHandle far = add_box(world, 2.0f * lever * way, 0.05f);
                    const JointSpring spring{
                        .enabled = true, .frequency = frequency, .damping_ratio = damping_ratio};
                    world.create_joint(
                        RevoluteJointDef{.body_a = post, .body_b = near, .anchor = {}, .spring = spring});
                    world.create_joint(RevoluteJointDef{
                        .body_a = near, .body_b = far, .anchor = 1.5f * lever * way, .spring = spring});
                    EXPECT_LE(max_energy_fraction(world), 1.02)
                        << lever << " m, " << frequency << " Hz, " << damping_ratio << ", way " << way.y;
                }
            }
        }
    }
}

// Planks of .5 m, hinged end to end.
TEST_P(SprungChain, OfPlanksGainsNothing) {
    for (const int count : {2, 3, 5}) {
        for (const float frequency : {2.0f, 10.0f, 30.0f, 60.0f}) {
            World world(with_solver(GetParam(), weightless()));
            BodyHandle last = world.create_body({.type = BodyType::Static});
            for (int i = 0; i < count; ++i) {
                const float at = 0.5f * static_cast<float>(i);
                const BodyHandle plank =
                    world.create_body({.position = {at + 0.25f, 0.0f},
                                       .linear_velocity = {0.0f, i + 1 == count ? 2.0f : 0.0f}});
                world.attach(plank, make_box({0.25f, 0.05f}), {});
                world.create_joint(RevoluteJointDef{
                    .body_a = last,
                    .body_b = plank,
                    .anchor = {at, 0.0f},
                    .spring = {.enabled = true, .frequency = frequency, .damping_ratio = 0.1f}});
                last = plank;
            }
            EXPECT_LE(max_energy_fraction(world), 1.02) << count << " planks, " << frequency << " Hz";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Joints, SprungChain,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox
