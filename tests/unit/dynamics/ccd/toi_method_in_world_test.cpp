// SPDX-License-Identifier: MIT

// Every time-of-impact method in a world: within its promises, no body may tunnel. No gravity; the wall is at
// x = 0 and the body comes from the left.

#include "tests/support/physics.h"

#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace toibox {

void PrintTo(const ToiPromises& promises, std::ostream* os) {
    *os << promises.name;
}

namespace {

using namespace testing_support;

class ToiMethodInWorld : public testing::TestWithParam<std::tuple<ToiPromises, ContinuousPolicy>> {
protected:
    static const ToiPromises& promises() { return std::get<0>(GetParam()); }
    static WorldSettings settings() {
        WorldSettings policy_settings = weightless();
        policy_settings.continuous = std::get<1>(GetParam());
        policy_settings.toi = promises().method;
        return policy_settings;
    }
    /// Centre of the thrown body after one second.
    static Vec2 thrown(const WorldSettings& settings, const Shape& shape, float half_wall, Vec2 velocity,
                       float spin = 0.0f) {
        World world(settings);
        const BodyHandle wall = world.create_body({.type = BodyType::Static});
        world.attach(wall, make_box({half_wall, 100.0f}));
        const BodyHandle body = world.create_body(
            {.position = {-5.0f, 0.1f}, .linear_velocity = velocity, .angular_velocity = spin});
        world.attach(body, shape);
        for (int i = 0; i < 60; ++i) {
            EXPECT_FALSE(world.step(time_step).non_finite);
        }
        return world.find(body)->center();
    }
};

// A disc of radius 0.1 m at up to 400 m/s against a plate of 2 cm. A method that needs contact at the end of
// the step misses some.
TEST_P(ToiMethodInWorld, FastDiscDoesNotTunnelThroughAPlate) {
    int passed = 0;
    for (float speed = 20.0f; speed <= 400.0f; speed += 20.0f) {
        passed += thrown(settings(), disc(0.1f), 0.01f, {speed, 3.0f}).x > 0.0f ? 1 : 0;
    }
    if (promises().needs_contact_at_end) {
        EXPECT_GT(passed, 5);
    } else {
        EXPECT_EQ(passed, 0);
    }
}

// The wall is thicker than the motion per step; the disc must stop at the surface.
TEST_P(ToiMethodInWorld, ThickWallStopsADisc) {
    for (float speed = 20.0f; speed <= 60.0f; speed += 5.0f) {
        const float x = thrown(settings(), disc(0.1f), 1.0f, {speed, 0.0f}).x;
        EXPECT_LT(x, -1.1f + 0.01f) << speed << " m/s";
        EXPECT_GT(x, -1.1f - 0.2f * speed) << speed << " m/s";
    }
}

// A spinning plank: a method that ignores rotation may leave it deep in the wall, but not on the far side.
TEST_P(ToiMethodInWorld, SpinningPlankDoesNotTunnelThroughAThickWall) {
    for (float speed = 20.0f; speed <= 60.0f; speed += 5.0f) {
        const Vec2 end = thrown(settings(), make_box({0.5f, 0.05f}), 1.0f, {speed, 0.0f}, 20.0f);
        EXPECT_LT(end.x, -0.9f) << speed << " m/s";
    }
}

// A plank that rotates by 2 to 8 rad per step hits a wall of 1 m, but no longer touches it at the end of the
// step. A method that never misses stops all of them; bilateral advancement misses some, because it tests its
// axis only at the end of the step.
TEST_P(ToiMethodInWorld, FastSpinningPlankDoesNotTunnelThroughAShortWall) {
    int passed = 0;
    for (int k = 0; k < 150; ++k) {
        World world(settings());
        const BodyHandle wall = world.create_body({.type = BodyType::Static});
        world.attach(wall, make_box({0.05f, 0.5f}));
        const float side = k % 2 == 0 ? 1.0f : -1.0f;
        const BodyHandle plank =
            world.create_body({.position = {-1.0f - 0.013f * static_cast<float>(k), 0.2f},
                               .angle = 0.37f * static_cast<float>(k),
                               .linear_velocity = {200.0f, 0.0f},
                               .angular_velocity = side * 120.0f * static_cast<float>(1 + k % 4)});
        world.attach(plank, make_box({0.5f, 0.02f}));
        for (int i = 0; i < 3; ++i)
            world.step(time_step);
        const auto end = world.find(plank);
        passed += end->center().x > 0.05f && end->velocity().linear.x > 190.0f ? 1 : 0;
    }
    if (promises().never_misses && promises().handles_rotation) {
        EXPECT_EQ(passed, 0);
    } else if (promises().method == ToiMethod::BilateralAdvancement) {
        EXPECT_GT(passed, 5);
    }
}

// With one iteration the methods run out of iterations on nearly every query. A body must be stopped unless
// its motion is proven free.
TEST_P(ToiMethodInWorld, ExhaustedIterationsDoNotCauseTunnelling) {
    WorldSettings one_iteration = settings();
    one_iteration.toi_iterations = 1;
    one_iteration.root_iterations = 1;
    for (float speed = 50.0f; speed <= 400.0f; speed += 50.0f) {
        EXPECT_LT(thrown(one_iteration, disc(0.1f), 0.01f, {speed, 0.0f}).x, 0.0f) << speed << " m/s";
        EXPECT_LT(thrown(one_iteration, make_box({0.5f, 0.05f}), 0.01f, {speed, 0.0f}).x, 0.0f)
            << speed << " m/s";
    }
}

// A ball on the floor under gravity: a method must not stop a body that only touches.
TEST_P(ToiMethodInWorld, BallRollsAlongTheFloor) {
    WorldSettings with_gravity = settings();
    with_gravity.gravity = {0.0f, -10.0f};
    World world(with_gravity);
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({100.0f, 0.5f}, {0.0f, -0.5f}));
    const BodyHandle ball = world.create_body({.position = {-50.0f, 0.1f}, .linear_velocity = {40.0f, 0.0f}});
    world.attach(ball, disc(0.1f));
    for (int i = 0; i < 120; ++i)
        world.step(time_step);
    const Vec2 end = world.find(ball)->center();
    EXPECT_NEAR(end.y, 0.1f, 0.01f);
    EXPECT_GT(end.x, 0.0f);  // 80 m at the initial speed; friction slows it until it rolls
}

INSTANTIATE_TEST_SUITE_P(All, ToiMethodInWorld,
                         testing::Combine(testing::ValuesIn(toi_methods().begin(), toi_methods().end()),
                                          testing::Values(ContinuousPolicy::StopAtImpact,
                                                          ContinuousPolicy::SubstepAtImpact)),
                         [](const auto& param) {
                             std::string name;
                             bool upper = true;
                             for (const char c : std::get<0>(param.param).name) {
                                 if (c == '-')
                                     upper = true;
                                 else {
                                     name += upper ? static_cast<char>(c - 'a' + 'A') : c;
                                     upper = false;
                                 }
                             }
                             const bool stops = std::get<1>(param.param) == ContinuousPolicy::StopAtImpact;
                             return name + (stops ? "Stop" : "Substep");
                         });

}  // namespace
}  // namespace toibox
