// SPDX-License-Identifier: MIT

// Chains of revolute joints with springs. Each joint is solved as if its bodies had no other joints, which
// must not add energy for any stiffness or lever arm.

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
    /// Maximum kinetic energy within ten seconds, divided by that at the start.
    static double max_energy_ratio(World& world) {
        const double start_energy = world.kinetic_energy();
        double max_energy = start_energy;
        for (int i = 0; i < 600; ++i) {
            if (world.step(time_step).non_finite) return HUGE_VAL;
            max_energy = std::max(max_energy, world.kinetic_energy());
        }
        return max_energy / start_energy;
    }
};

// Two boxes of 0.1 m with hinges up to 5 m from their centres.
TEST_P(SprungChain, BoxesAtLongLeverArmsGainNoEnergy) {
    for (const float lever : {0.1f, 0.2f, 0.3f, 0.5f, 1.0f, 2.0f, 5.0f}) {
        // The other solver uses the lever arms of the start of the step, which adds up to 29 % at 5 m.
        if (lever > 2.0f && GetParam() != SolverKind::SoftStep) continue;
        for (const float frequency : {1.0f, 5.0f, 10.0f, 30.0f, 60.0f}) {
            for (const float damping_ratio : {0.0f, 0.1f, 1.0f}) {
                for (const Vec2 direction : {Vec2{1.0f, 0.0f}, Vec2{0.6f, 0.8f}}) {
                    World world(with_solver(GetParam(), weightless()));
                    const BodyHandle post = world.create_body({.type = BodyType::Static});
                    const BodyHandle first = add_box(world, lever * direction, 0.05f,
                                                     {.linear_velocity = 0.5f * left_perp(direction)});
                    const BodyHandle second = add_box(world, 2.0f * lever * direction, 0.05f);
                    const JointSpring spring{
                        .enabled = true, .frequency = frequency, .damping_ratio = damping_ratio};
                    world.create_joint(
                        RevoluteJointDef{.body_a = post, .body_b = first, .anchor = {}, .spring = spring});
                    world.create_joint(RevoluteJointDef{.body_a = first,
                                                        .body_b = second,
                                                        .anchor = 1.5f * lever * direction,
                                                        .spring = spring});
                    EXPECT_LE(max_energy_ratio(world), 1.02)
                        << lever << " m, " << frequency << " Hz, " << damping_ratio << ", direction "
                        << direction.y;
                }
            }
        }
    }
}

// Planks of 0.5 m, hinged end to end.
TEST_P(SprungChain, PlanksGainNoEnergy) {
    for (const int count : {2, 3, 5}) {
        for (const float frequency : {2.0f, 10.0f, 30.0f, 60.0f}) {
            World world(with_solver(GetParam(), weightless()));
            BodyHandle last = world.create_body({.type = BodyType::Static});
            for (int i = 0; i < count; ++i) {
                const float x = 0.5f * static_cast<float>(i);
                const BodyHandle plank = world.create_body(
                    {.position = {x + 0.25f, 0.0f}, .linear_velocity = {0.0f, i + 1 == count ? 2.0f : 0.0f}});
                world.attach(plank, make_box({0.25f, 0.05f}), {});
                world.create_joint(RevoluteJointDef{
                    .body_a = last,
                    .body_b = plank,
                    .anchor = {x, 0.0f},
                    .spring = {.enabled = true, .frequency = frequency, .damping_ratio = 0.1f}});
                last = plank;
            }
            EXPECT_LE(max_energy_ratio(world), 1.02) << count << " planks, " << frequency << " Hz";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Joints, SprungChain,
                         testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses), solver_name);

}  // namespace
}  // namespace toibox
