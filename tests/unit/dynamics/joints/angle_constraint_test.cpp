// SPDX-License-Identifier: MIT

// Weld and prismatic joints with lever arms many times the size of the body. The rows for the point must not
// cause a rotation that the row for the angle has to undo in each iteration.

#include "tests/support/joints.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

enum class AngleJointKind : std::uint8_t { Weld, Prismatic };

class AngleConstraint : public testing::TestWithParam<AngleJointKind> {
protected:
    static JointHandle join(World& world, BodyHandle a, BodyHandle b, Vec2 anchor) {
        if (GetParam() == AngleJointKind::Weld)
            return world.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = anchor});
        return world.create_joint(
            PrismaticJointDef{.body_a = a, .body_b = b, .anchor = anchor, .axis = {1.0f, 0.0f}});
    }
};

// A box of 0.1 m at a lever arm L of up to 5 m: the joint must carry the weight m g and the moment m g L.
TEST_P(AngleConstraint, CarriesASmallBodyAtALongArm) {
    for (const float arm : {0.5f, 1.0f, 2.0f, 5.0f}) {
        SCOPED_TRACE(arm);
        World world(on_earth());
        const BodyHandle post = world.create_body({.type = BodyType::Static});
        const BodyHandle box = add_box(world, {arm, 0.0f}, 0.05f);
        const JointHandle joint = join(world, post, box, {});
        for (int i = 0; i < 300; ++i) {
            world.step(time_step);
            ASSERT_NEAR(world.find(box)->center().y, 0.0f, 1e-3f) << i;
        }
        const float weight = 10.0f * world.find(box)->mass().mass;
        const JointLoad load = world.joint_force(joint);
        EXPECT_NEAR(load.force.y, weight, 0.01f * weight);
        EXPECT_NEAR(load.torque, weight * arm, 0.01f * weight * arm);
    }
}

// Two free bodies, one a hundred times as heavy as the other, rotate about their common centre of mass,
// wherever the anchor is. Momentum, angular momentum, energy and (with a weld) the distance between the
// bodies are conserved.
TEST_P(AngleConstraint, JoinedBodiesRotateTogether) {
    for (const Vec2 anchor : {Vec2{0.0f, 1.5f}, Vec2{0.0f, -30.0f}, Vec2{300.0f, 0.0f}}) {
        SCOPED_TRACE(length(anchor));
        World world(weightless());
        const BodyHandle heavy =
            add_box(world, {}, 0.5f, {.linear_velocity = {1.0f, 0.5f}, .angular_velocity = 1.0f});
        const BodyHandle light = add_box(world, {0.0f, 3.0f}, 0.05f);
        join(world, heavy, light, anchor);
        const Vec2d momentum = world.momentum();
        const double angular_momentum = world.angular_momentum();
        world.step(time_step);  // accelerates the light body
        const double energy = world.kinetic_energy();
        for (int i = 1; i < 300; ++i)
            world.step(time_step);
        const auto a = world.find(heavy);
        const auto b = world.find(light);
        EXPECT_NEAR(a->velocity().angular, b->velocity().angular, 1e-3f);
        EXPECT_NEAR(a->angle(), b->angle(), 1e-3f);
        EXPECT_NEAR(world.momentum().x, momentum.x, 1e-4);
        EXPECT_NEAR(world.momentum().y, momentum.y, 1e-4);
        EXPECT_NEAR(world.angular_momentum(), angular_momentum, 5e-3 * angular_momentum);
        EXPECT_NEAR(world.kinetic_energy(), energy, 1e-2 * energy);
        if (GetParam() == AngleJointKind::Weld) {
            EXPECT_NEAR(length(b->center() - a->center()), 3.0f, 1e-2f);
        }
    }
}

// The product of the inverse inertias overflows a float.
TEST_P(AngleConstraint, SupportsTinyBodies) {
    World world(weightless());
    const BodyHandle a = world.create_body({});
    const BodyHandle b = world.create_body({.position = {3e-5f, 0.0f}});
    world.attach(a, disc(1e-5f));
    world.attach(b, disc(1e-5f));
    join(world, a, b, {});
    for (int i = 0; i < 60; ++i)
        ASSERT_FALSE(world.step(time_step).non_finite) << i;
}

INSTANTIATE_TEST_SUITE_P(Joints, AngleConstraint,
                         testing::Values(AngleJointKind::Weld, AngleJointKind::Prismatic),
                         [](const auto& tested) {
                             return tested.param == AngleJointKind::Weld ? "Weld" : "Prismatic";
                         });

// The spring of a prismatic joint keeps its frequency at any lever arm. A box of 0.1 m oscillates at 1 Hz
// without damping; half periods are measured between zero crossings.
TEST(PrismaticSpring, FrequencyDoesNotDependOnTheLeverArm) {
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulses}) {
        for (const float lever : {0.0f, 0.1f, 0.5f, 2.0f}) {
            const bool is_soft = solver == SolverKind::SoftStep;
            SCOPED_TRACE((is_soft ? "soft step, lever " : "sequential impulses, lever ") +
                         std::to_string(lever));
            WorldSettings settings = weightless();
            settings.solver = solver;
            World world(settings);
            const BodyHandle post = world.create_body({.type = BodyType::Static});
            const BodyHandle box = add_box(world, {0.0f, lever}, 0.05f, {.linear_velocity = {0.5f, 0.0f}});
            world.create_joint(
                PrismaticJointDef{.body_a = post,
                                  .body_b = box,
                                  .axis = {1.0f, 0.0f},
                                  .spring = {.enabled = true, .frequency = 1.0f, .damping_ratio = 0.0f}});
            std::vector<double> zero_crossings;
            for (int i = 0; i < 600; ++i) {
                const double before = wide(world.find(box)->center().x);
                world.step(time_step);
                const double after = wide(world.find(box)->center().x);
                if (i > 1 && (before < 0.0) != (after < 0.0))
                    zero_crossings.push_back((i + before / (before - after)) / 60.0);
            }
            ASSERT_GT(zero_crossings.size(), 10u);
            const double half_period = (zero_crossings.back() - zero_crossings.front()) /
                                       static_cast<double>(zero_crossings.size() - 1);
            EXPECT_NEAR(half_period, 0.5, 0.01);
        }
    }
}

}  // namespace
}  // namespace toibox
