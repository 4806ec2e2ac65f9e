// SPDX-License-Identifier: MIT

// Joints that hold a body far from where they hold it: levers of many times its own size. What turns it must
// not have to be undone by the row about the angle, round after round. A box of .1 m that is held level at an
// arm of up to 50 times that: it stays where it is, and the joint carries m g and m g L.

#include "tests/support/joints.h"
#include "tests/unit/dynamics/exact_method.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

enum class Held : std::uint8_t { Weld, Prismatic };

class HeldAngle : public testing::TestWithParam<Held> {
protected:
    static JointHandle hold(World& world, BodyHandle a, BodyHandle b, Vec2 anchor) {
        if (GetParam() == Held::Weld)
            return world.create_joint(WeldJointDef{.body_a = a, .body_b = b, .anchor = anchor});
        return world.create_joint(
            PrismaticJointDef{.body_a = a, .body_b = b, .anchor = anchor, .axis = {1.0f, 0.0f}});
    }
};

TEST_P(HeldAngle, CarriesASmallBodyAtALongArm) {
    for (const float arm : {0.5f, 1.0f, 2.0f, 5.0f}) {
        SCOPED_TRACE(arm);
        World world(on_earth());
        const BodyHandle post = world.create_body({.type = BodyType::Static});
        const BodyHandle box = add_box(world, {arm, 0.0f}, 0.05f);
        const JointHandle joint = hold(world, post, box, {});
        for (int i = 0; i < 300; ++i) {
            world.step(frame);
            ASSERT_NEAR(world.find(box)->center().y, 0.0f, 1e-3f) << i;
        }
        const float weight = 10.0f * world.find(box)->mass().mass;
        const JointLoad load = world.joint_force(joint);
        EXPECT_NEAR(load.force.y, weight, 0.01f * weight);
        EXPECT_NEAR(load.torque, weight * arm, 0.01f * weight * arm);
    }
}

/// About the origin of the world, kg·m²/s.
double angular_momentum(const World& world) {
    double sum = 0.0;
    for (const BodyHandle body : world.bodies()) {
        const auto view = world.find(body);
        const double inertia = 1.0 / wide(world.state().bodies.mass[body.index].inv_inertia);
        sum += mass_of(world, body) * cross(widen(view->center()), widen(view->velocity().linear)) +
               inertia * wide(view->velocity().angular);
    }
    return sum;
}

// Between two bodies that move, one hundred times as heavy: they turn as one, about their common centre, and
// keep momentum, angular momentum and distance.
TEST_P(HeldAngle, TurnsBothAsOne) {
    World world(weightless());
    const BodyHandle heavy =
        add_box(world, {}, 0.5f, {.linear_velocity = {1.0f, 0.5f}, .angular_velocity = 1.0f});
    const BodyHandle light = add_box(world, {0.0f, 3.0f}, 0.05f);
    hold(world, heavy, light, {0.0f, 1.5f});
    const Vec2d momentum = world.momentum();
    const double turning = angular_momentum(world);
    for (int i = 0; i < 300; ++i)
        world.step(frame);
    const auto a = world.find(heavy);
    const auto b = world.find(light);
    EXPECT_NEAR(a->velocity().angular, b->velocity().angular, 1e-3f);
    EXPECT_NEAR(a->angle(), b->angle(), 1e-3f);
    EXPECT_NEAR(world.momentum().x, momentum.x, 1e-4);
    EXPECT_NEAR(world.momentum().y, momentum.y, 1e-4);
    EXPECT_NEAR(angular_momentum(world), turning, 1e-3 * turning);
    if (GetParam() == Held::Weld) {
        EXPECT_NEAR(length(b->center() - a->center()), 3.0f, 1e-2f);
    }
}

INSTANTIATE_TEST_SUITE_P(Joints, HeldAngle, testing::Values(Held::Weld, Held::Prismatic),
                         [](const auto& each) { return each.param == Held::Weld ? "Weld" : "Prismatic"; });

}  // namespace
}  // namespace toibox
