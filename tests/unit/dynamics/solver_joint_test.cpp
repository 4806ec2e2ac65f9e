// SPDX-License-Identifier: MIT

// Revolute and mouse joints, for every method of solver_methods.

#include "tests/support/physics.h"
#include "tests/unit/dynamics/exact_method.h"

#include <algorithm>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class SolverJoint : public ExactTest {};

// A pendulum of 1 m let go at 60°: the pivot stays together within a millimetre and the height that it
// reaches again is that at which it started, less what the integrator and correction take.
TEST_P(SolverJoint, PendulumSwings) {
    World world(on_earth());
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    const Rot tilt = make_rot(1.0472f);
    const BodyHandle bob = add_box(world, rotate(tilt, {0.0f, -1.0f}), 0.05f);
    world.create_joint(RevoluteJointDef{.body_a = post, .body_b = bob, .anchor = {}});
    float highest = -1.0f;
    for (int i = 0; i < 600; ++i) {
        world.step(time_step);
        const Vec2 center = world.find(bob)->center();
        ASSERT_NEAR(length(center), 1.0f, millimetre) << i;
        if (i > 60) highest = std::max(highest, center.y);
    }
    EXPECT_LT(highest, -0.5f + 0.01f);
    EXPECT_GT(highest, -0.5f - 0.1f);
}

// A chain of ten links hangs still: each joint carries the weight below it, m g dt to 1 %.
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
        const float below = static_cast<float>(10 - i) * weight;
        EXPECT_NEAR(force.y, below, 0.01f * below) << i;
        EXPECT_NEAR(force.x, 0.0f, 0.01f * below) << i;
    }
}

// A box of 1 kg hangs 1 m below its pivot and is struck down with 10 N·s: in that step the joint carries the
// blow and the weight, 610 N, however many sub-steps it is cut into; and with its weight again, the next
// four. It breaks if it can bear 580 N, and not if it can bear 640 N.
TEST_P(SolverJoint, ImpactIsReportedAndBreaksTheJoint) {
    constexpr float blow = 10.0f;
    for (const int substeps : {1, 4, 8}) {
        for (const float strength : {0.0f, 580.0f, 640.0f}) {
            SCOPED_TRACE(testing::Message() << substeps << " sub-steps, strength " << strength);
            WorldSettings settings = on_earth();
            settings.substeps = substeps;
            World world(settings);
            const BodyHandle post = world.create_body({.type = BodyType::Static});
            const BodyHandle box = add_box(world, {0.0f, -1.0f});
            const JointHandle joint = world.create_joint(
                RevoluteJointDef{.body_a = post, .body_b = box, .anchor = {}, .break_force = strength});
            for (int i = 0; i < 60; ++i)
                world.step(time_step);
            world.find(box)->apply_impulse({0.0f, -blow});
            world.step(time_step);
            if (strength == 580.0f) {
                ASSERT_EQ(world.events().joint_break.size(), 1u);
                EXPECT_NEAR(world.events().joint_break[0].force.y, 610.0f, 3.0f);
                continue;
            }
            ASSERT_NE(world.find(joint), nullptr);
            EXPECT_NEAR(world.joint_force(joint).force.y, 610.0f, 3.0f);
            float carried = time_step * world.joint_force(joint).force.y;
            for (int i = 1; i < 5; ++i) {
                world.step(time_step);
                carried += time_step * world.joint_force(joint).force.y;
            }
            EXPECT_NEAR(carried, blow + 5.0f * 10.0f * time_step, 0.01f);
        }
    }
}

// The mouse pulls a free box to its target and holds it there.
TEST_P(SolverJoint, MouseBringsABodyToTheTarget) {
    World world(on_earth());
    const BodyHandle box = add_box(world, {0.0f, 5.0f});
    const JointHandle mouse =
        world.create_joint(MouseJointDef{.body = box, .point = {0.0f, 5.0f}, .target = {3.0f, 8.0f}});
    for (int i = 0; i < 300; ++i)
        world.step(time_step);
    const Vec2 center = world.find(box)->center();
    // A spring: the weight stretches it by g/ω² = 10/(2π·5)² = 1 cm.
    EXPECT_NEAR(center.x, 3.0f, millimetre);
    EXPECT_NEAR(center.y, 8.0f - 0.0101f, millimetre);
    EXPECT_NEAR(base_of(*world.find(mouse)).impulses.point.y, 10.0f, 0.06f);
}

// Its force is limited: it cannot lift a body that weighs more.
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
