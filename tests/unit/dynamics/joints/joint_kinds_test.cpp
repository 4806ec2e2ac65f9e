// SPDX-License-Identifier: MIT

// Every kind of joint conserves momentum, keeps the world valid, behaves the same in copies and after
// serialisation, and rejects invalid changes without side effects.

#include "toibox/dynamics/command.h"
#include "toibox/dynamics/state_io.h"

#include "tests/support/joints.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <tuple>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

/// Two rotating boxes of different mass side by side, connected by a joint of the given kind.
struct JointedBoxes {
    World world;
    BodyHandle a;
    BodyHandle b;
    JointHandle joint;

    JointedBoxes(std::size_t kind, const WorldSettings& settings) : world(settings) {
        a = add_box(world, {-0.6f, 0.0f}, 0.5f, {.linear_velocity = {0.3f, -0.2f}, .angular_velocity = 1.5f});
        b = add_box(world, {0.5f, 0.1f}, 0.3f, {.linear_velocity = {-0.4f, 0.6f}, .angular_velocity = -2.0f});
        joint = world.create_joint(full_joint_def(kind, a, b, {0.1f, 0.05f}));
    }
};

class JointKind : public testing::TestWithParam<std::tuple<std::size_t, Method>> {
protected:
    static std::size_t kind() { return std::get<0>(GetParam()); }
    static const Method& method() { return std::get<1>(GetParam()); }
    static WorldSettings with_method(WorldSettings settings) {
        settings.solver = method().solver;
        settings.substeps = method().substeps;
        return settings;
    }
    // Hide the free functions of the same names, which use the default method.
    static WorldSettings weightless() { return with_method(testing_support::weightless()); }
    static WorldSettings on_earth() { return with_method(testing_support::on_earth()); }
};

// The impulses on the two bodies sum to zero. A mouse joint pulls from outside: the change of momentum must
// be the impulse of the reported force.
TEST_P(JointKind, ConservesMomentum) {
    JointedBoxes scene(kind(), weightless());
    const Vec2d momentum = scene.world.momentum();
    Vec2d mouse_impulse{};
    const bool is_mouse = kind_name(*scene.world.find(scene.joint)) == "mouse";
    for (int i = 0; i < 240; ++i) {
        scene.world.step(time_step);
        if (is_mouse)
            mouse_impulse +=
                static_cast<double>(time_step) * widen(scene.world.joint_force(scene.joint).force);
    }
    const Vec2d momentum_change = scene.world.momentum() - momentum - mouse_impulse;
    // Tolerance: 240 steps × 8 iterations with a few roundings each, of at most 6e-8 (momenta near 1). In
    // random directions, they add up to about 5e-6.
    EXPECT_NEAR(momentum_change.x, 0.0, 5e-5);
    EXPECT_NEAR(momentum_change.y, 0.0, 5e-5);
}

// A step conserves angular momentum while the anchors coincide. Later steps start with a gap left by
// integration, and position correction then adds a drift of less than 0.02 kg·m²/s. (The two bodies have
// angular momenta of 0.37 and 0.08 kg·m²/s about the origin.)
TEST_P(JointKind, ConservesAngularMomentum) {
    WorldSettings uncorrected = weightless();
    uncorrected.position_iterations = 0;
    uncorrected.substeps = 1;
    JointedBoxes first(kind(), uncorrected);
    if (kind_name(*first.world.find(first.joint)) == "mouse") return;  // an external force
    const double angular_momentum = first.world.angular_momentum();
    first.world.step(time_step);
    // Soft step also relaxes after the bodies have moved, when the anchors no longer coincide.
    EXPECT_NEAR(first.world.angular_momentum(), angular_momentum,
                method().solver == SolverKind::SoftStep ? 2e-5 : 2e-6);
    JointedBoxes scene(kind(), weightless());
    for (int i = 0; i < 240; ++i)
        scene.world.step(time_step);
    EXPECT_NEAR(scene.world.angular_momentum(), angular_momentum, 0.02);
}

TEST_P(JointKind, LeavesAValidWorldInEveryStep) {
    JointedBoxes scene(kind(), on_earth());
    add_floor(scene.world);
    for (int i = 0; i < 120; ++i) {
        ASSERT_FALSE(scene.world.step(time_step).non_finite) << i;
        ASSERT_TRUE(is_valid_world(scene.world)) << i;
    }
}

// Combinations of sub-steps, iterations (even none) and warm starting.
TEST_P(JointKind, StaysFiniteWithEverySetting) {
    for (const int substeps : {1, 4}) {
        for (const int iterations : {0, 1, 8}) {
            for (const bool warm_starting : {false, true}) {
                WorldSettings settings = on_earth();
                settings.substeps = substeps;
                settings.velocity_iterations = iterations;
                settings.warm_starting = warm_starting;
                JointedBoxes scene(kind(), settings);
                for (int i = 0; i < 60; ++i)
                    ASSERT_FALSE(scene.world.step(time_step).non_finite) << substeps << ' ' << iterations;
            }
        }
    }
}

TEST_P(JointKind, ContinuesTheSameInACopyAndAfterSerialisation) {
    JointedBoxes scene(kind(), on_earth());
    for (int i = 0; i < 20; ++i)
        scene.world.step(time_step);
    World copy = scene.world;
    Result<World, StateError> read = read_state(write_state(scene.world.state()));
    ASSERT_TRUE(read.has_value()) << read.error().where << ' ' << read.error().what;
    EXPECT_EQ(read->hash(), scene.world.hash());
    for (int i = 0; i < 60; ++i) {
        scene.world.step(time_step);
        copy.step(time_step);
        read->step(time_step);
        ASSERT_EQ(copy.hash(), scene.world.hash()) << i;
        ASSERT_EQ(read->hash(), scene.world.hash()) << i;
    }
}

TEST_P(JointKind, WorksWithAStaticBodyOnEitherSide) {
    const bool is_mouse = kind() + 1 == joint_kind_count;  // Its only body must not be static.
    for (const bool first_is_static : {true, false}) {
        World world(on_earth());
        const BodyHandle post = world.create_body({.type = BodyType::Static});
        const BodyHandle box = add_box(world, {0.5f, 0.0f}, 0.3f);
        const JointHandle joint = world.create_joint(full_joint_def(
            kind(), first_is_static ? post : box, first_is_static || is_mouse ? box : post, {}));
        for (int i = 0; i < 120; ++i)
            ASSERT_FALSE(world.step(time_step).non_finite);
        EXPECT_EQ(world.find(post)->position(), Vec2{});
        EXPECT_TRUE(is_finite(world.joint_force(joint).force));
        EXPECT_NE(world.joint_force(joint).force, Vec2{});
    }
}

// A change is invalid if the kind has no such member, or if a value is out of range.
TEST_P(JointKind, RejectsAnInvalidChangeCompletely) {
    JointedBoxes scene(kind(), weightless());
    const std::uint64_t before = scene.world.hash();
    EXPECT_FALSE(scene.world.set_joint(scene.joint, {.break_force = 5.0f, .break_torque = nan}).has_value());
    EXPECT_FALSE(scene.world.set_joint(scene.joint, {.break_force = -1.0f}).has_value());
    // No kind has all of these members.
    EXPECT_FALSE(
        scene.world
            .set_joint(scene.joint, {.limit = JointLimit{}, .target = Vec2{}, .linear_velocity = Vec2{}})
            .has_value());
    EXPECT_EQ(scene.world.hash(), before);
    EXPECT_TRUE(scene.world.set_joint(scene.joint, {.break_force = 5.0f}).has_value());
    EXPECT_NE(scene.world.hash(), before);
    EXPECT_FALSE(scene.world.set_joint(JointHandle{}, {}).has_value());
}

TEST_P(JointKind, IsCreatedChangedAndDestroyedByCommands) {
    JointedBoxes scene(kind(), weightless());
    const auto created =
        apply(scene.world, command::CreateJoint{full_joint_def(kind(), scene.a, scene.b, {0.2f, 0.0f})});
    ASSERT_TRUE(created.has_value()) << created.error().message;
    EXPECT_TRUE(apply(scene.world, command::SetJoint{created->joint, {.break_torque = 3.0f}}).has_value());
    EXPECT_EQ(base_of(*scene.world.find(created->joint)).break_torque, 3.0f);
    EXPECT_TRUE(apply(scene.world, command::DestroyJoint{created->joint}).has_value());
    EXPECT_FALSE(apply(scene.world, command::SetJoint{created->joint, {}}).has_value());
    EXPECT_TRUE(is_valid_world(scene.world));
}

// Every kind, the mouse joint included, is destroyed at the end of a step in which its force exceeds
// break_force.
TEST_P(JointKind, BreaksWhenOverloaded) {
    World world(on_earth());
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    const BodyHandle box = add_box(world, {0.5f, 0.0f}, 0.3f);
    const JointHandle joint = world.create_joint(full_joint_def(kind(), post, box, {}));
    ASSERT_TRUE(world.set_joint(joint, {.break_force = 1e-6f}).has_value());
    world.step(time_step);
    ASSERT_EQ(world.events().joint_break.size(), 1u);
    EXPECT_EQ(world.events().joint_break[0].joint, joint);
    EXPECT_GT(length(world.events().joint_break[0].force), 1e-6f);
    EXPECT_EQ(world.find(joint), nullptr);
    EXPECT_TRUE(is_valid_world(world));
    world.step(time_step);
    EXPECT_TRUE(world.events().joint_break.empty());
}

std::string joint_case_name(const testing::TestParamInfo<std::tuple<std::size_t, Method>>& info) {
    const JointedBoxes scene(std::get<0>(info.param), {});
    std::string name(kind_name(*scene.world.find(scene.joint)));
    return name + std::get<1>(info.param).name;
}
INSTANTIATE_TEST_SUITE_P(All, JointKind,
                         testing::Combine(testing::Range(std::size_t{0}, joint_kind_count),
                                          testing::ValuesIn(solver_methods)),
                         joint_case_name);

}  // namespace
}  // namespace toibox
