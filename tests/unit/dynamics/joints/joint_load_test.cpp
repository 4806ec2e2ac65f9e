// SPDX-License-Identifier: MIT

// Loads on joints, for each of solver_methods: reported forces, breaking loads and limits; and the energy of
// a double pendulum. Gravity is 10 m/s².

#include "tests/support/joints.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

class JointForce : public ClosedFormTest {};
class JointLimit : public ClosedFormTest {};

/// Joints that hold a ball at rest at the origin against gravity, at least one of each kind.
std::vector<JointDef> holding_joints(BodyHandle anchor, BodyHandle ball) {
    return {RevoluteJointDef{.body_a = anchor, .body_b = ball, .anchor = {0.0f, 1.0f}},
            DistanceJointDef{.body_a = anchor, .body_b = ball, .anchor_a = {0.0f, 2.0f}, .anchor_b = {}},
            DistanceJointDef{.body_a = anchor,
                             .body_b = ball,
                             .anchor_a = {0.0f, 2.0f},
                             .anchor_b = {},
                             .limit = {.enabled = true, .lower = 0.0f, .upper = 2.0f}},
            PrismaticJointDef{.body_a = anchor, .body_b = ball, .anchor = {}, .axis = {1.0f, 0.0f}},
            PrismaticJointDef{.body_a = anchor,
                              .body_b = ball,
                              .anchor = {},
                              .axis = {0.0f, 1.0f},
                              .limit = {.enabled = true, .lower = 0.0f, .upper = 1.0f}},
            WeldJointDef{.body_a = anchor, .body_b = ball, .anchor = {}},
            WheelJointDef{.body_a = anchor, .body_b = ball, .anchor = {}},
            MotorJointDef{.body_a = anchor, .body_b = ball, .max_force = 1000.0f, .max_torque = 1000.0f},
            MouseJointDef{.body = ball, .point = {}, .target = {}}};
}

TEST_P(JointForce, EqualsTheWeightOfABodyAtRest) {
    for (std::size_t i = 0; i < holding_joints({}, {}).size(); ++i) {
        World world(on_earth());
        const BodyHandle anchor = add_anchor(world);
        const BodyHandle ball = add_ball(world, {}, 0.5f);
        const JointHandle joint = world.create_joint(holding_joints(anchor, ball)[i]);
        for (int k = 0; k < 300; ++k)
            world.step(time_step);
        const double weight = mass_of(world, ball) * 10.0;
        EXPECT_NEAR(wide(world.joint_force(joint).force.y), weight, 1e-3 * weight) << i;
        EXPECT_NEAR(wide(world.joint_force(joint).force.x), 0.0, 1e-3 * weight) << i;
        EXPECT_NEAR(wide(world.joint_force(joint).torque), 0.0, 1e-3 * weight) << i;
    }
}

// Every joint must hold if its breaking force is 1 % above the weight, and must break if that force is 1 %
// below the weight.
TEST_P(JointForce, BreaksAtTheExpectedForce) {
    for (std::size_t i = 0; i < holding_joints({}, {}).size(); ++i) {
        for (const double threshold_ratio : {1.01, 0.99}) {
            World world(on_earth());
            const BodyHandle anchor = add_anchor(world);
            const BodyHandle ball = add_ball(world, {}, 0.5f);
            const JointHandle joint = world.create_joint(holding_joints(anchor, ball)[i]);
            const double weight = mass_of(world, ball) * 10.0;
            // Springs overshoot while they settle, so the threshold is set once the ball is at rest.
            for (int k = 0; k < 300; ++k)
                world.step(time_step);
            ASSERT_TRUE(world.set_joint(joint, {.break_force = static_cast<float>(threshold_ratio * weight)})
                            .has_value());
            for (int k = 0; k < 60; ++k)
                world.step(time_step);
            EXPECT_EQ(world.find(joint) != nullptr, threshold_ratio > 1.0) << i << ' ' << threshold_ratio;
        }
    }
}

// A box is welded to a wall at its side. The lever arm of the weight is half the width of the box.
TEST_P(JointForce, BreaksAtTheExpectedTorque) {
    for (const double threshold_ratio : {1.01, 0.99}) {
        WorldSettings settings = on_earth();
        settings.velocity_iterations = 100;
        World world(settings);
        const BodyHandle anchor = add_anchor(world);
        const BodyHandle box = add_box(world, {0.5f, 0.0f}, 0.5f);
        const double moment = mass_of(world, box) * 10.0 * 0.5;
        const JointHandle joint = world.create_joint(WeldJointDef{.body_a = anchor, .body_b = box});
        for (int k = 0; k < 120; ++k)
            world.step(time_step);
        ASSERT_TRUE(world.set_joint(joint, {.break_torque = static_cast<float>(threshold_ratio * moment)})
                        .has_value());
        for (int k = 0; k < 60; ++k)
            world.step(time_step);
        EXPECT_EQ(world.find(joint) != nullptr, threshold_ratio > 1.0) << threshold_ratio;
    }
}

// A sled at 100 m/s reaches the limit of its prismatic joint and must stop there without a bounce.
TEST_P(JointLimit, StopsAFastBody) {
    World world(weightless());
    const BodyHandle anchor = add_anchor(world);
    const BodyHandle sled = add_box(world, {}, 0.5f, {.linear_velocity = {100.0f, 0.0f}});
    const JointHandle joint = world.create_joint(PrismaticJointDef{
        .body_a = anchor, .body_b = sled, .limit = {.enabled = true, .lower = -1.0f, .upper = 2.5f}});
    for (int i = 0; i < 4; ++i) {
        world.step(time_step);
        ASSERT_LT(world.joint_coordinate(joint), 2.5f + 1e-4f);
    }
    EXPECT_NEAR(world.joint_coordinate(joint), 2.5f, 1e-4f);
    EXPECT_NEAR(world.find(sled)->velocity().linear.x, 0.0f, 1e-4f);
}

// A double pendulum of two planks of 1 m, released from the horizontal. Regression: warm starting of a
// sub-step applied the impulses of the previous sub-step with rotated lever arms, which added 2 kJ in 5 s.
TEST(JointEnergy, DoublePendulumGainsNoEnergy) {
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        World world(
            {.gravity = {0, -10}, .solver = solver, .substeps = 4, .continuous = ContinuousPolicy::Off});
        BodyHandle above = world.create_body({.type = BodyType::Static});
        for (int i = 0; i < 2; ++i) {
            const float x = static_cast<float>(i);
            const BodyHandle plank = world.create_body({.position = {x + 0.5f, 0}});
            world.attach(plank, make_box({0.48f, 0.125f}),
                         {.material = {.density = 2}, .filter = {.mask = 0}});
            world.create_joint(RevoluteJointDef{.body_a = above, .body_b = plank, .anchor = {x, 0}});
            above = plank;
        }
        // Tolerance: 1 % of the energy between the horizontal and the hanging position, 0.48 kg · 10 m/s² ·
        // (0.5 + 1.5) m = 9.6 J.
        const double start_energy = world.kinetic_energy() + world.potential_energy();
        for (int i = 0; i < 300; ++i) {
            world.step(time_step);
            ASSERT_LT(world.kinetic_energy() + world.potential_energy(), start_energy + 0.01 * 9.6) << i;
        }
    }
}

// Regression: if the bodies of a motor joint had a second joint, the angular row of the motor joint was
// treated as a spring without a torque limit, and the bodies flew apart within ten steps.
TEST_P(JointForce, MotorJointStaysWithinItsLimitsBesideAnotherJoint) {
    for (const bool use_hinge : {true, false}) {
        World world(weightless());
        const BodyHandle upper = add_box(world, {}, 0.3f);
        const BodyHandle lower = add_box(world, {0.0f, -2.2f}, 0.3f, {.angular_velocity = -20.0f});
        const JointHandle motor = world.create_joint(
            MotorJointDef{.body_a = lower, .body_b = upper, .max_force = 1.0f, .max_torque = 0.5f});
        if (use_hinge) {
            world.create_joint(RevoluteJointDef{.body_a = upper, .body_b = lower, .anchor = {0.0f, -1.1f}});
        } else {
            world.create_joint(PrismaticJointDef{.body_a = upper, .body_b = lower, .anchor = {0.0f, -2.2f}});
        }
        for (int i = 0; i < 120; ++i) {
            ASSERT_FALSE(world.step(time_step).non_finite) << i;
            ASSERT_LE(length(world.joint_force(motor).force), 1.0f + 1e-5f) << i;
            ASSERT_LE(std::abs(world.joint_force(motor).torque), 0.5f + 1e-5f) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, JointForce, testing::ValuesIn(solver_methods), method_name);
INSTANTIATE_TEST_SUITE_P(Methods, JointLimit, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox
