// SPDX-License-Identifier: MIT

// Revolute and mouse joints, for each of solver_methods.

#include "tests/support/physics.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <algorithm>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class SolverJoint : public ClosedFormTest {};

// A pendulum of 1 m is released at 60°. The pivot stays closed to within 1 mm, and the pendulum regains its
// height except for the losses of integrator and position correction.
TEST_P(SolverJoint, PendulumRegainsItsHeight) {
    World world(on_earth());
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    const Rot tilt = make_rot(1.0472f);
    const BodyHandle bob = add_box(world, rotate(tilt, {0.0f, -1.0f}), 0.05f);
    world.create_joint(RevoluteJointDef{.body_a = post, .body_b = bob, .anchor = {}});
    float max_height = -1.0f;
    for (int i = 0; i < 600; ++i) {
        world.step(time_step);
        const Vec2 center = world.find(bob)->center();
        ASSERT_NEAR(length(center), 1.0f, millimetre) << i;
        if (i > 60) max_height = std::max(max_height, center.y);
    }
    EXPECT_LT(max_height, -0.5f + 0.01f);
    EXPECT_GT(max_height, -0.5f - 0.1f);
}

// A chain of ten links at rest: each joint carries the weight below it, within 1 %.
TEST_P(SolverJoint, HangingChainCarriesItsWeight) {
    WorldSettings settings = on_earth();
    settings.velocity_iterations = 20;
    World world(settings);
    BodyHandle above = world.create_body({.type = BodyType::Static});
    std::vector<JointHandle> joints;
    for (int i = 0; i < 10; ++i) {
        const float y = -0.25f - 0.5f * static_cast<float>(i);
        const BodyHandle link = world.create_body({.position = {0.0f, y}});
        world.attach(link, make_box({0.05f, 0.25f}));
        joints.push_back(world.create_joint(
            RevoluteJointDef{.body_a = above, .body_b = link, .anchor = {0.0f, y + 0.25f}}));
        above = link;
    }
    for (int i = 0; i < 600; ++i)
        world.step(time_step);
    const float weight = 0.1f * 0.5f * 10.0f;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const Vec2 force = base_of(*world.find(joints[i])).impulses.point;
        const float weight_below = static_cast<float>(10 - i) * weight;
        EXPECT_NEAR(force.y, weight_below, 0.01f * weight_below) << i;
        EXPECT_NEAR(force.x, 0.0f, 0.01f * weight_below) << i;
    }
}

// A box of 1 kg hangs 1 m below its pivot and gets a downward impulse of 10 N·s. For any number of sub-steps
// the joint reports impulse and weight as a mean force of 610 N in that step. The joint breaks if its
// breaking force is 580 N, and holds if it is 640 N.
TEST_P(SolverJoint, ImpulseIsReportedAndBreaksTheJoint) {
    constexpr float impulse = 10.0f;
    for (const int substeps : {1, 4, 8}) {
        for (const float break_force : {0.0f, 580.0f, 640.0f}) {
            SCOPED_TRACE(testing::Message() << substeps << " sub-steps, breaking force " << break_force);
            WorldSettings settings = on_earth();
            settings.substeps = substeps;
            World world(settings);
            const BodyHandle post = world.create_body({.type = BodyType::Static});
            const BodyHandle box = add_box(world, {0.0f, -1.0f});
            const JointHandle joint = world.create_joint(
                RevoluteJointDef{.body_a = post, .body_b = box, .anchor = {}, .break_force = break_force});
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            world.find(box)->apply_impulse({0.0f, -impulse});
            world.step(time_step);
            if (break_force == 580.0f) {
                ASSERT_EQ(world.events().joint_break.size(), 1u);
                EXPECT_NEAR(world.events().joint_break[0].force.y, 610.0f, 3.0f);
                continue;
            }
            ASSERT_NE(world.find(joint), nullptr);
            EXPECT_NEAR(world.joint_force(joint).force.y, 610.0f, 3.0f);
            float joint_impulse = time_step * world.joint_force(joint).force.y;
            for (int i = 1; i < 5; ++i) {
                world.step(time_step);
                joint_impulse += time_step * world.joint_force(joint).force.y;
            }
            EXPECT_NEAR(joint_impulse, impulse + 5.0f * 10.0f * time_step, 0.01f);
        }
    }
}

TEST_P(SolverJoint, MousePullsABodyToItsTarget) {
    World world(on_earth());
    const BodyHandle box = add_box(world, {0.0f, 5.0f});
    const JointHandle mouse =
        world.create_joint(MouseJointDef{.body = box, .point = {0.0f, 5.0f}, .target = {3.0f, 8.0f}});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    const Vec2 center = world.find(box)->center();
    // The weight stretches the spring by g/ω² = 10/(2π·5)² = 1 cm.
    EXPECT_NEAR(center.x, 3.0f, millimetre);
    EXPECT_NEAR(center.y, 8.0f - 0.0101f, millimetre);
    EXPECT_NEAR(base_of(*world.find(mouse)).impulses.point.y, 10.0f, 0.06f);
}

// The weight of the body exceeds the maximum force.
TEST_P(SolverJoint, MouseForceIsLimited) {
    World world(on_earth());
    add_floor(world);
    const BodyHandle box = add_box(world, {0.0f, 0.5f});
    const JointHandle mouse = world.create_joint(
        MouseJointDef{.body = box, .point = {0.0f, 0.5f}, .target = {0.0f, 50.0f}, .max_force = 9.0f});
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(box)->center().y, 0.5f, 0.006f);
    EXPECT_NEAR(length(base_of(*world.find(mouse)).impulses.point), 9.0f, 6e-3f);
}

INSTANTIATE_TEST_SUITE_P(Methods, SolverJoint, testing::ValuesIn(solver_methods), method_name);

}  // namespace
}  // namespace toibox
