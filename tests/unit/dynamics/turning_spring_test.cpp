// SPDX-License-Identifier: MIT

// Springs of distance joints and wheels whose anchors lie off the centres of mass, as the bodies turn about
// them: the coordinate's effective mass changes all the time, the spring's stiffness must not. A minute of
// each gives no energy: a spring of 1 Hz once made 49 times as much of it at a lever of 5 cm.

#include "tests/support/joints.h"

#include <array>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

enum class Sprung : std::uint8_t { Distance, Wheel };

constexpr std::array springs{JointSpring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f},
                             JointSpring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.5f},
                             JointSpring{.enabled = true, .frequency = 10.0f, .damping_ratio = 0.0f},
                             JointSpring{.enabled = true, .frequency = 30.0f, .damping_ratio = 0.5f}};

class TurningSpring : public testing::TestWithParam<std::tuple<SolverKind, Sprung>> {
protected:
    static SolverKind solver() { return std::get<0>(GetParam()); }
    static Sprung kind() { return std::get<1>(GetParam()); }

    static void join(World& world, BodyHandle a, BodyHandle b, float lever, const JointSpring& spring) {
        const Vec2 anchor{0.3f * lever, 0.0f};
        if (kind() == Sprung::Distance) {
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
};

TEST_P(TurningSpring, GivesNoEnergyInAMinute) {
    // A pull whose direction turns as fast as the body does is more than whole steps can tell.
    const bool whole_steps = solver() != SolverKind::SoftStep;
    for (const float lever : {0.05f, 0.5f, 2.0f}) {
        if (lever > 1.0f && whole_steps && kind() == Sprung::Distance) continue;
        for (const bool free : {false, true}) {
            for (const JointSpring& spring : springs) {
                SCOPED_TRACE(std::to_string(lever) + " m, " + std::to_string(spring.frequency) + " Hz, " +
                             std::to_string(spring.damping_ratio) + (free ? ", free" : ", post"));
                World world(with_solver(solver(), weightless()));
                const BodyHandle a =
                    free ? add_box(world, {}, 0.1f) : world.create_body({.type = BodyType::Static});
                const BodyHandle b = add_box(world, {0.0f, lever}, 0.05f,
                                             {.linear_velocity = {0.5f, 0.3f}, .angular_velocity = 0.5f});
                join(world, a, b, lever, spring);
                const double start = world.kinetic_energy();
                for (int i = 0; i < 3600; ++i) {
                    ASSERT_FALSE(world.step(frame).non_finite) << i;
                    ASSERT_LE(world.kinetic_energy(), 1.01 * start) << i;
                }
            }
        }
    }
}

// An undamped pendulum of a spring to the centre of mass: nothing turns it, so it is as asked.
TEST_P(TurningSpring, HasItsFrequencyAtTheCentreOfMass) {
    World world(with_solver(solver(), weightless()));
    const BodyHandle a = add_box(world, {}, 0.1f);
    const BodyHandle b = add_box(world, {0.5f, 0.0f}, 0.05f, {.linear_velocity = {0.05f, 0.0f}});
    const JointSpring spring{.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f};
    if (kind() == Sprung::Distance) {
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
        world.step(frame);
        if (before < 0.0f && stretch() >= 0.0f) ++passages;
    }
    EXPECT_NEAR(passages, 10, 1);
}

std::string name_of(const testing::TestParamInfo<std::tuple<SolverKind, Sprung>>& info) {
    const SolverKind solver = std::get<0>(info.param);
    return std::string(std::get<1>(info.param) == Sprung::Distance ? "Distance" : "Wheel") + "By" +
           pascal_case(named(solver_kinds(), solver).name);
}

INSTANTIATE_TEST_SUITE_P(Joints, TurningSpring,
                         testing::Combine(testing::Values(SolverKind::SoftStep,
                                                          SolverKind::SequentialImpulses,
                                                          SolverKind::PushBack),
                                          testing::Values(Sprung::Distance, Sprung::Wheel)),
                         name_of);

}  // namespace
}  // namespace toibox
