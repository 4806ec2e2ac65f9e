// SPDX-License-Identifier: MIT

// Springs of distance and wheel joints with off-centre anchors on rotating bodies. The effective mass along
// the spring changes all the time, but the stiffness must not. Regression: a spring of 1 Hz at a lever arm of
// 5 cm multiplied the energy by 49.

#include "tests/support/joints.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

enum class RotatingSpringKind : std::uint8_t { Distance, Wheel };

constexpr std::array frequencies{1.0f, 4.0f, 10.0f, 20.0f, 30.0f, 60.0f};

class RotatingSpring : public testing::TestWithParam<std::tuple<SolverKind, RotatingSpringKind>> {
protected:
    static SolverKind solver() { return std::get<0>(GetParam()); }
    static RotatingSpringKind kind() { return std::get<1>(GetParam()); }

    static void join(World& world, BodyHandle a, BodyHandle b, float lever, const JointSpring& spring) {
        const Vec2 anchor{0.3f * lever, 0.0f};
        if (kind() == RotatingSpringKind::Distance) {
            world.create_joint(DistanceJointDef{.body_a = a,
                                                .body_b = b,
                                                .anchor_a = anchor,
                                                .anchor_b = anchor + Vec2{0.5f, 0.0f},
                                                .spring = spring});
        } else {
            world.create_joint(WheelJointDef{
                .body_a = a, .body_b = b, .anchor = anchor, .axis = {0.6f, 0.8f}, .spring = spring});
        }
    }

    /// Maximum kinetic energy divided by that at the start, for a box joined to a post or to a free box.
    /// `kick` selects the initial velocity of the box.
    static double max_energy_ratio(float lever, bool is_free, const JointSpring& spring, int kick) {
        World world(with_solver(solver(), weightless()));
        const BodyHandle a =
            is_free ? add_box(world, {}, 0.1f) : world.create_body({.type = BodyType::Static});
        const float kick_factor = static_cast<float>(kick);
        const BodyHandle b =
            add_box(world, {0.0f, lever}, 0.05f,
                    {.linear_velocity = {0.5f - 0.6f * kick_factor, 0.3f + 0.4f * kick_factor},
                     .angular_velocity = 0.5f - kick_factor});
        join(world, a, b, lever, spring);
        const double start_energy = world.kinetic_energy();
        double max_energy = start_energy;
        for (int i = 0; i < 900; ++i) {
            if (world.step(time_step).non_finite) return HUGE_VAL;
            max_energy = std::max(max_energy, world.kinetic_energy());
        }
        return max_energy / start_energy;
    }
};

TEST_P(RotatingSpring, AddsNoEnergy) {
    for (const float lever : {0.05f, 0.5f, 1.0f, 2.0f, 10.0f}) {
        for (const float frequency : frequencies) {
            for (const float damping_ratio : {0.0f, 0.5f}) {
                for (int run = 0; run < case_count(6); ++run) {
                    const JointSpring spring{
                        .enabled = true, .frequency = frequency, .damping_ratio = damping_ratio};
                    EXPECT_LE(max_energy_ratio(lever, run % 2 == 1, spring, run / 2), 1.01)
                        << lever << " m, " << frequency << " Hz, " << damping_ratio << ", run " << run;
                }
            }
        }
    }
}

// Without damping the amplitude falls by a factor of √(1 + (ω h)²) per sub-step, the loss of implicit Euler.
// The amplitude is measured between 4.5 and 5.5 s.
TEST_P(RotatingSpring, LosesOnlyWhatImplicitEulerLoses) {
    World world(with_solver(solver(), weightless()));
    const BodyHandle a = world.create_body({.type = BodyType::Static});
    const BodyHandle b = add_box(world, {1.5f, 0.0f}, 0.05f);
    const JointSpring spring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f};
    if (kind() == RotatingSpringKind::Distance) {
        world.create_joint(DistanceJointDef{
            .body_a = a, .body_b = b, .anchor_b = {1.5f, 0.0f}, .length = 1.0f, .spring = spring});
    } else {
        world.create_joint(WheelJointDef{
            .body_a = a,
            .body_b = b,
            .anchor = {1.5f, 0.0f},
            .axis = {1.0f, 0.0f},
            .spring = {.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f, .target = -0.5f}});
    }
    double max_stretch = 0.0;
    for (int i = 0; i < 330; ++i) {
        world.step(time_step);
        if (i >= 270) max_stretch = std::max(max_stretch, wide(world.find(b)->center().x) - 1.0);
    }
    const double omega_h = 2.0 * pi / (60.0 * world.settings().substeps);
    const double substeps_in_5_s = 300.0 * world.settings().substeps;
    EXPECT_NEAR(max_stretch, 0.5 * std::pow(1.0 + omega_h * omega_h, -0.5 * substeps_in_5_s), 0.005);
}

// The anchors are at the centres of mass, so the bodies do not rotate. The spring is undamped.
TEST_P(RotatingSpring, HasItsFrequencyAtTheCentreOfMass) {
    World world(with_solver(solver(), weightless()));
    const BodyHandle a = add_box(world, {}, 0.1f);
    const BodyHandle b = add_box(world, {0.5f, 0.0f}, 0.05f, {.linear_velocity = {0.05f, 0.0f}});
    const JointSpring spring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f};
    if (kind() == RotatingSpringKind::Distance) {
        world.create_joint(DistanceJointDef{
            .body_a = a, .body_b = b, .anchor_a = {}, .anchor_b = {0.5f, 0.0f}, .spring = spring});
    } else {
        world.create_joint(WheelJointDef{
            .body_a = a, .body_b = b, .anchor = {0.5f, 0.0f}, .axis = {1.0f, 0.0f}, .spring = spring});
    }
    int zero_crossings = 0;
    const auto stretch = [&] { return world.find(b)->center().x - world.find(a)->center().x - 0.5f; };
    for (int i = 0; i < 600; ++i) {
        const float before = stretch();
        world.step(time_step);
        if (before < 0.0f && stretch() >= 0.0f) ++zero_crossings;
    }
    EXPECT_NEAR(zero_crossings, 10, 1);
}

std::string rotating_spring_name(
    const testing::TestParamInfo<std::tuple<SolverKind, RotatingSpringKind>>& info) {
    const SolverKind solver = std::get<0>(info.param);
    return std::string(std::get<1>(info.param) == RotatingSpringKind::Distance ? "Distance" : "Wheel") +
           "By" + pascal_case(enum_entry(solver_kinds(), solver).name);
}

INSTANTIATE_TEST_SUITE_P(
    Joints, RotatingSpring,
    testing::Combine(testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses,
                                     SolverKind::PushBack),
                     testing::Values(RotatingSpringKind::Distance, RotatingSpringKind::Wheel)),
    rotating_spring_name);

}  // namespace
}  // namespace toibox
