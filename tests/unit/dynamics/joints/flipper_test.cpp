// SPDX-License-Identifier: MIT

// A flipper: a bar of 0.5 m on a hinge, driven by a motor from one limit to the other, and a ball that falls
// onto it.

#include "tests/support/physics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float bar_length = 0.5f;
constexpr float half_width = 0.04f;
constexpr float motor_speed = 100.0f;  // rad/s

struct FlipperSetup {
    float mass = 0.0f;
    float torque = 0.0f;
    float restitution = 0.0f;
};
struct BallStart {
    Vec2 position;
    float speed = 0.0f;  ///< Downwards, m/s.
};

struct FlipperWorld {
    World world;
    BodyHandle bar;
    BodyHandle ball;

    FlipperWorld(const FlipperSetup& flipper, const BallStart& start)
        : world(with_solver(SolverKind::SoftStep, on_earth())) {
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        const float density = flipper.mass / (bar_length * 2.0f * half_width);
        bar = add_body(world, {.position = {0.5f * bar_length, 0.0f}},
                       make_box({0.5f * bar_length, half_width}),
                       {.material = {.density = density, .restitution = flipper.restitution}});
        world.create_joint(
            RevoluteJointDef{.body_a = ground,
                             .body_b = bar,
                             .limit = {.enabled = true, .lower = 0.0f, .upper = 1.2f},
                             .motor = {.enabled = true, .speed = motor_speed, .max_force = flipper.torque}});
        ball = add_body(world, {.position = start.position, .linear_velocity = {0.0f, -start.speed}},
                        disc(0.1f), {.material = {.restitution = flipper.restitution}});
    }
};

constexpr std::array ball_starts{BallStart{{0.2f, 0.15f}, 0.0f},  BallStart{{0.35f, 0.15f}, 0.0f},
                                 BallStart{{0.11f, 0.4f}, 1.8f},  BallStart{{0.14f, 0.44f}, 3.2f},
                                 BallStart{{0.3f, 0.6f}, 2.0f},   BallStart{{0.4f, 0.7f}, 3.6f},
                                 BallStart{{0.12f, 1.08f}, 4.6f}, BallStart{{0.23f, 1.47f}, 0.8f}};

// The surface of the bar moves at most at V, the motor speed times the distance from the hinge to the
// farthest corner. A ball that arrives at speed v leaves with at most (1 + e) V + v. Regression: with the
// linkage solver, 33 of the 48 flippers exceeded this bound, with speeds of up to 3e7 m/s.
TEST(Flipper, ThrowsNoFasterThanItsMotorAllows) {
    const double corner_distance = std::hypot(wide(bar_length), wide(half_width));
    int over_bound = 0;
    for (const float mass : {0.016f, 0.16f, 1.6f}) {
        for (const float torque : {1e3f, 1e5f, 1e7f, 1e9f}) {
            for (const float restitution : {0.0f, 0.3f, 0.5f, 1.0f}) {
                double max_speed_ratio = 0.0;
                for (const BallStart& start : ball_starts) {
                    FlipperWorld flipper({mass, torque, restitution}, start);
                    const double arrival_speed =
                        std::hypot(wide(start.speed), std::sqrt(20.0 * wide(start.position.y)));
                    const double bound =
                        (1.0 + wide(restitution)) * wide(motor_speed) * corner_distance + arrival_speed;
                    for (int i = 0; i < 60; ++i) {
                        flipper.world.step(time_step);
                        const double speed =
                            wide(length(flipper.world.find(flipper.ball)->velocity().linear));
                        max_speed_ratio = std::max(max_speed_ratio, speed / bound);
                    }
                }
                over_bound += max_speed_ratio > 1.0 ? 1 : 0;
                EXPECT_LE(max_speed_ratio, 1.0)
                    << "times the bound, with " << mass << " kg, " << torque << " N m, e " << restitution;
            }
        }
    }
    EXPECT_EQ(over_bound, 0) << "of 48 flippers";
}

}  // namespace
}  // namespace toibox
