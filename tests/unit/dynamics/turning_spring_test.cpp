// SPDX-License-Identifier: MIT

// Springs of distance joints and wheels whose anchors lie off the centres of mass, as the bodies turn about
// them: the coordinate's effective mass changes all the time, the spring's stiffness must not. No energy
// comes of it: a spring of 1 Hz once made 49 times as much of it at a lever of 5 cm.

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

enum class TurningSpringKind : std::uint8_t { Distance, Wheel };

constexpr std::array frequencies{1.0f, 4.0f, 10.0f, 20.0f, 30.0f, 60.0f};

class TurningSpring : public testing::TestWithParam<std::tuple<SolverKind, TurningSpringKind>> {
protected:
    static SolverKind solver() { return std::get<0>(GetParam()); }
    static TurningSpringKind kind() { return std::get<1>(GetParam()); }

    static void join(World& world, BodyHandle a, BodyHandle b, float lever, const JointSpring& spring) {
        const Vec2 anchor{0.3f * lever, 0.0f};
        if (kind() == TurningSpringKind::Distance) {
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

    /// Free, or on a post; kicked across and along the lever. The most of its energy at the start that it
    /// has.
    static double max_energy_fraction(float lever, bool free, const JointSpring& spring, int kick) {
        World world(with_solver(solver(), weightless()));
        const BodyHandle a = free ? add_box(world, {}, 0.1f) : world.create_body({.type = BodyType::Static});
        const float by = static_cast<float>(kick);
        const BodyHandle b =
            add_box(world, {0.0f, lever}, 0.05f,
                    {.linear_velocity = {0.5f - 0.6f * by, 0.3f + 0.4f * by}, .angular_velocity = 0.5f - by});
        join(world, a, b, lever, spring);
        const double start = world.kinetic_energy();
        double most = start;
        for (int i = 0; i < 900; ++i) {
            if (world.step(time_step).non_finite) return HUGE_VAL;
            most = std::max(most, world.kinetic_energy());
        }
        return most / start;
    }
};

TEST_P(TurningSpring, GivesNoEnergy) {
    for (const float lever : {0.05f, 0.5f, 1.0f, 2.0f, 10.0f}) {
        for (const float frequency : frequencies) {
            for (const float damping_ratio : {0.0f, 0.5f}) {
                for (int run = 0; run < case_count(6); ++run) {
                    const JointSpring spring{
                        .enabled = true, .frequency = frequency, .damping_ratio = damping_ratio};
                    EXPECT_LE(max_energy_fraction(lever, run % 2 == 1, spring, run / 2), 1.01)
                        << lever << " m, " << frequency << " Hz, " << damping_ratio << ", run " << run;
                }
            }
        }
    }
}

// Undamped, it loses what implicit Euler does, a factor √(1 + (ω h)²) a sub-step, and no more.
TEST_P(TurningSpring, LosesWhatImplicitEulerLoses) {
    World world(with_solver(solver(), weightless()));
    const BodyHandle a = world.create_body({.type = BodyType::Static});
    const BodyHandle b = add_box(world, {1.5f, 0.0f}, 0.05f);
    const JointSpring spring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f};
    if (kind() == TurningSpringKind::Distance) {
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
    double furthest = 0.0;
    for (int i = 0; i < 330; ++i) {
        world.step(time_step);
        if (i >= 270) furthest = std::max(furthest, wide(world.find(b)->center().x) - 1.0);
    }
    const double omega_h = 2.0 * pi / (60.0 * world.settings().substeps);
    const double steps_in_5_s = 300.0 * world.settings().substeps;
    EXPECT_NEAR(furthest, 0.5 * std::pow(1.0 + omega_h * omega_h, -0.5 * steps_in_5_s), 0.005);
}

// An undamped pendulum of a spring to the centre of mass: nothing turns it, so it is as asked.
TEST_P(TurningSpring, HasItsFrequencyAtTheCentreOfMass) {
    World world(with_solver(solver(), weightless()));
    const BodyHandle a = add_box(world, {}, 0.1f);
    const BodyHandle b = add_box(world, {0.5f, 0.0f}, 0.05f, {.linear_velocity = {0.05f, 0.0f}});
    const JointSpring spring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f};
    if (kind() == TurningSpringKind::Distance) {
        world.create_joint(DistanceJointDef{
            .body_a = a, .body_b = b, .anchor_a = {}, .anchor_b = {0.5f, 0.0f}, .spring = spring});
    } else {
        world.create_joint(WheelJointDef{
            .body_a = a, .body_b = b, .anchor = {0.5f, 0.0f}, .axis = {1.0f, 0.0f}, .spring = spring});
    }
    int passages = 0;
    const auto stretch = [&] { return world.find(b)->center().x - world.find(a)->center().x - 0.5f; };
    for (int i = 0; i < 600; ++i) {
        const float before = stretch();
        world.step(time_step);
        if (before < 0.0f && stretch() >= 0.0f) ++passages;
    }
    EXPECT_NEAR(passages, 10, 1);
}

std::string turning_name(const testing::TestParamInfo<std::tuple<SolverKind, TurningSpringKind>>& info) {
    const SolverKind solver = std::get<0>(info.param);
    return std::string(std::get<1>(info.param) == TurningSpringKind::Distance ? "Distance" : "Wheel") + "By" +
           pascal_case(enum_entry(solver_kinds(), solver).name);
}

INSTANTIATE_TEST_SUITE_P(
    Joints, TurningSpring,
    testing::Combine(testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses,
                                     SolverKind::PushBack),
                     testing::Values(TurningSpringKind::Distance, TurningSpringKind::Wheel)),
    turning_name);

}  // namespace
}  // namespace toibox
