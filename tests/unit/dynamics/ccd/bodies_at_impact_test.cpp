// SPDX-License-Identifier: MIT

// Continuous policies together with other features of a world: joints stay intact, thin floors carry loads,
// kinematic bodies do not tunnel, and segments have no impacts with each other.

#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"

#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

class BodiesAtImpact : public testing::TestWithParam<std::tuple<Method, ContinuousPolicy>> {
protected:
    static WorldSettings settings(Vec2 gravity) {
        const auto& [method, policy] = GetParam();
        return {
            .gravity = gravity, .solver = method.solver, .substeps = method.substeps, .continuous = policy};
    }
};

// The bob of a 5 m pendulum is thrown at a slanted wall at up to 200 m/s, 3.3 m per step. The joint error
// must stay below a tenth of the motion per step, plus 2 cm, which the solver can correct.
TEST_P(BodiesAtImpact, ImpactDoesNotBreakAJoint) {
    for (const float speed : {10.0f, 20.0f, 50.0f, 200.0f}) {
        World world(settings({0, -10}));
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        world.attach(ground, make_box({0.05f, 3.0f}, {3.0f, -4.0f}, 0.5f),
                     {.material = {.restitution = 1.0f}});
        const BodyHandle bob = world.create_body({.position = {0, -5}, .linear_velocity = {speed, 0}});
        world.attach(bob, Circle{.center = {}, .radius = 0.25f}, {.material = {.restitution = 1.0f}});
        world.create_joint(RevoluteJointDef{.body_a = ground, .body_b = bob, .anchor = {0, 0}});
        float max_error = 0.0f;
        for (int i = 0; i < 240; ++i) {
            ASSERT_FALSE(world.step(time_step).non_finite);
            const Transform bob_transform = world.find(bob)->transform();
            max_error = std::max(max_error, length(transform_point(bob_transform, Vec2{0, 5})));
        }
        EXPECT_LT(max_error, 0.1f * speed * time_step + 0.02f) << speed << " m/s";
    }
}

// A 2 cm thick paddle at 100 m/s hits a ball at rest. The ball must stay in front of the paddle.
TEST_P(BodiesAtImpact, KinematicBodyDoesNotTunnelThroughABall) {
    World world(settings({0, 0}));
    const BodyHandle paddle =
        world.create_body({.type = BodyType::Kinematic, .position = {-5, 0}, .linear_velocity = {100, 0}});
    world.attach(paddle, make_box({0.01f, 1.0f}));
    const BodyHandle ball = world.create_body({});
    world.attach(ball, Circle{.center = {}, .radius = 0.1f});
    for (int i = 0; i < 20; ++i)
        world.step(time_step);
    EXPECT_GT(world.find(ball)->center().x, world.find(paddle)->center().x);
}

// Twelve columns of five boxes stand on floors of 20 mm and 2 mm. Each row is heavier than the row below; the
// top row has 21 times the mass of the bottom row.
TEST_P(BodiesAtImpact, LoadedPileIsNotPushedThroughAThinFloor) {
    for (const float half_thickness : {0.01f, 0.001f}) {
        World world(settings({0, -10}));
        const BodyHandle floor = world.create_body({.type = BodyType::Static});
        world.attach(floor, make_box({20.0f, half_thickness}, {0, -half_thickness}));
        std::vector<BodyHandle> boxes;
        for (int column = 0; column < 12; ++column) {
            for (int row = 0; row < 5; ++row) {
                boxes.push_back(world.create_body({.position = {static_cast<float>(column) - 6.0f,
                                                                0.25f + 0.5f * static_cast<float>(row)}}));
                world.attach(boxes.back(), make_box({0.25f, 0.25f}),
                             {.material = {.density = 1.0f + 5.0f * static_cast<float>(row)}});
            }
        }
        for (int i = 0; i < 600; ++i)
            ASSERT_FALSE(world.step(time_step).non_finite);
        int boxes_below = 0;
        for (const BodyHandle box : boxes)
            boxes_below += world.find(box)->center().y < -half_thickness ? 1 : 0;
        EXPECT_EQ(boxes_below, 0) << "floor of " << 2000.0f * half_thickness << " mm";
    }
}

// A box that rests on a floor of 2 mm is kicked down a hundred times at 20, 100 and 400 m/s.
TEST_P(BodiesAtImpact, RestingBodyIsNotKickedThroughAThinFloor) {
    for (const float speed : {20.0f, 100.0f, 400.0f}) {
        World world(settings({0, -10}));
        const BodyHandle floor = world.create_body({.type = BodyType::Static});
        world.attach(floor, make_box({500.0f, 0.001f}, {0, -0.001f}));  // long: kicks move the box sideways
        const BodyHandle box = world.create_body({.position = {0, 0.25f}});
        world.attach(box, make_box({0.25f, 0.25f}));
        for (int i = 0; i < 60; ++i)
            world.step(time_step);
        for (int kick = 0; kick < 100; ++kick) {
            world.find(box)->set_velocity({0.1f * static_cast<float>(kick % 7 - 3), -speed},
                                          0.3f * static_cast<float>(kick % 5 - 2));
            for (int i = 0; i < 3; ++i)
                world.step(time_step);
            ASSERT_GT(world.find(box)->center().y, 0.0f) << speed << " m/s, kick " << kick;
        }
    }
}

std::string policy_case_name(const testing::TestParamInfo<std::tuple<Method, ContinuousPolicy>>& info) {
    const bool stops = std::get<1>(info.param) == ContinuousPolicy::StopAtImpact;
    return std::string(std::get<0>(info.param).name) + (stops ? "Stop" : "Substep");
}
INSTANTIATE_TEST_SUITE_P(Policies, BodiesAtImpact,
                         testing::Combine(testing::ValuesIn(solver_methods),
                                          testing::Values(ContinuousPolicy::StopAtImpact,
                                                          ContinuousPolicy::SubstepAtImpact)),
                         policy_case_name);

// Two segments never collide, so the CCD stage must not find an impact between them.
TEST(ContinuousSearch, SegmentsDoNotCollide) {
    World world({.gravity = {0, 0}});
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    world.attach(ground, Segment{.a = {-5, 0}, .b = {5, 0}, .ghost_a = {}, .ghost_b = {}});
    const BodyHandle line = world.create_body(
        {.position = {0, 1}, .linear_velocity = {0, -100}, .mass = MassOverride{.mass = 1, .inertia = 1}});
    world.attach(line, Segment{.a = {-1, 0}, .b = {1, 0}, .ghost_a = {}, .ghost_b = {}});
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(world.step(time_step).impacts, 0);
    EXPECT_LT(world.find(line)->center().y, -1.0f);
}

}  // namespace
}  // namespace toibox
