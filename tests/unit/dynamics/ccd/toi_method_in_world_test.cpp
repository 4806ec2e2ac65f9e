// SPDX-License-Identifier: MIT

// Every time-of-impact method in a world: no body may tunnel if the method promises to find the impact. No
// gravity unless stated. The wall is centred at x = 0, and the body comes from the left.

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
    /// Centre of a body one second after it was thrown at a wall.
    static Vec2 end_position(const WorldSettings& settings, const Shape& shape, float wall_half_thickness,
                             Vec2 velocity, float spin = 0.0f) {
        World world(settings);
        const BodyHandle wall = world.create_body({.type = BodyType::Static});
        world.attach(wall, make_box({wall_half_thickness, 100.0f}));
        const BodyHandle body = world.create_body(
            {.position = {-5.0f, 0.1f}, .linear_velocity = velocity, .angular_velocity = spin});
        world.attach(body, shape);
        for (int i = 0; i < 60; ++i) {
            EXPECT_FALSE(world.step(time_step).non_finite);
        }
        return world.find(body)->center();
    }
};

// A disc of radius 0.1 m hits a plate of 2 cm at up to 400 m/s. A method that needs contact at the end of the
// step lets the disc pass at some speeds.
TEST_P(ToiMethodInWorld, FastDiscDoesNotTunnelThroughAPlate) {
    int passed = 0;
    for (float speed = 20.0f; speed <= 400.0f; speed += 20.0f) {
        passed += end_position(settings(), disc(0.1f), 0.01f, {speed, 3.0f}).x > 0.0f ? 1 : 0;
    }
    if (promises().needs_contact_at_end) {
        EXPECT_GT(passed, 5);
    } else {
        EXPECT_EQ(passed, 0);
    }
}

// The wall is 2 m thick, more than the motion per step. The disc must stop at the surface, within 1 cm, and
// must not be thrown far back.
TEST_P(ToiMethodInWorld, ThickWallStopsADisc) {
    for (float speed = 20.0f; speed <= 60.0f; speed += 5.0f) {
        const float x = end_position(settings(), disc(0.1f), 1.0f, {speed, 0.0f}).x;
        EXPECT_LT(x, -1.1f + 0.01f) << speed << " m/s";
        EXPECT_GT(x, -1.1f - 0.2f * speed) << speed << " m/s";
    }
}

// A method that ignores rotation may leave the plank overlapping the wall, but the plank's centre must end at
// most 10 cm inside the wall.
TEST_P(ToiMethodInWorld, SpinningPlankDoesNotTunnelThroughAThickWall) {
    for (float speed = 20.0f; speed <= 60.0f; speed += 5.0f) {
        const Vec2 end = end_position(settings(), make_box({0.5f, 0.05f}), 1.0f, {speed, 0.0f}, 20.0f);
        EXPECT_LT(end.x, -0.9f) << speed << " m/s";
    }
}

// A plank of 1 m moves by 3.3 m and rotates by 2 to 8 rad per step. It hits a wall 1 m long, but usually no
// longer touches the wall at the end of the step. Methods that handle rotation and never miss must stop all
// 150 planks. Bilateral advancement lets some pass, because it tests the separation only at the end of the
// step.
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

// With one iteration, nearly every query exhausts its iterations. A body must be stopped unless its motion is
// proven free.
TEST_P(ToiMethodInWorld, ExhaustedIterationsDoNotCauseTunnelling) {
    WorldSettings one_iteration = settings();
    one_iteration.toi_iterations = 1;
    one_iteration.root_iterations = 1;
    for (float speed = 50.0f; speed <= 400.0f; speed += 50.0f) {
        EXPECT_LT(end_position(one_iteration, disc(0.1f), 0.01f, {speed, 0.0f}).x, 0.0f) << speed << " m/s";
        EXPECT_LT(end_position(one_iteration, make_box({0.5f, 0.05f}), 0.01f, {speed, 0.0f}).x, 0.0f)
            << speed << " m/s";
    }
}

// A ball rolls along the floor under gravity. A method must not stop a body that only touches the floor.
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
    EXPECT_GT(end.x, 0.0f);  // 80 m at the initial speed; friction slows the ball until it rolls
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
