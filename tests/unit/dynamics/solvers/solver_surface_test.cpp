// SPDX-License-Identifier: MIT

// Conveyor belts and rolling resistance, for each of all_methods.

#include "tests/support/physics.h"
#include "tests/unit/dynamics/ccd/closed_form_fixture.h"

namespace toibox {
namespace {

using namespace testing_support;

class SolverSurface : public ClosedFormTest {};

/// A floor through the origin, tilted by `angle`.
BodyHandle add_floor_with(World& world, const Material& material, float angle = 0.0f) {
    const BodyHandle floor = world.create_body({.type = BodyType::Static, .angle = angle});
    world.attach(floor, make_box({100.0f, 0.5f}, {0.0f, -0.5f}), {.material = material});
    return floor;
}

// A box at rest on a belt of 2 m/s slides with acceleration μ g and reaches the speed v of the belt after
// v/(μ g). The top of a belt with positive speed moves to the right, whichever body was created first.
TEST_P(SolverSurface, BeltAcceleratesABoxToItsSpeed) {
    const float mu = 0.25f;
    const Material belt{.friction = mu, .tangent_speed = 2.0f};
    for (const bool is_belt_first : {true, false}) {
        SCOPED_TRACE(is_belt_first);
        World world(on_earth());
        if (is_belt_first) add_floor_with(world, belt);
        const BodyHandle box = world.create_body({.position = {0.0f, 0.1f}});
        world.attach(box, make_box({0.5f, 0.1f}), {.material = {.friction = mu}});
        if (!is_belt_first) add_floor_with(world, belt);
        const int half_time_steps = 24;  // 0.4 of 0.8 s
        for (int i = 0; i < half_time_steps; ++i)
            world.step(time_step);
        const double expected = wide(mu) * g * half_time_steps * wide(time_step);
        EXPECT_NEAR(world.find(box)->velocity().linear.x, expected, 0.01 * expected);
        for (int i = 0; i < 36; ++i)
            world.step(time_step);
        EXPECT_NEAR(world.find(box)->velocity().linear.x, 2.0f, 1e-4f);
        EXPECT_NEAR(world.find(box)->center().y, 0.1f, 0.006f);
    }
}

// Rolling resistance is a torque of c·r·N with the coefficient c. It uses up the energy ¾ m v² at c·m·g per
// metre. Distance: ¾ v²/(c·g); time: 3 v/(2 c g).
TEST_P(SolverSurface, RollingResistanceStopsADisc) {
    const float c = 0.1f;
    const float v = 3.0f;
    World world(on_earth());
    add_floor_with(world, {.friction = 0.6f});
    const BodyHandle wheel = world.create_body(
        {.position = {0.0f, 0.5f}, .linear_velocity = {v, 0.0f}, .angular_velocity = -v / 0.5f});
    world.attach(wheel, disc(0.5f), {.material = {.friction = 0.6f, .rolling_resistance = c}});
    const double time = 1.5 * wide(v) / (wide(c) * g);
    for (int i = 0; i < static_cast<int>(0.5 * time / wide(time_step)); ++i)
        world.step(time_step);
    EXPECT_NEAR(world.find(wheel)->velocity().linear.x, 0.5f * v, 0.02f * v);
    for (int i = 0; i < static_cast<int>(0.6 * time / wide(time_step)); ++i)
        world.step(time_step);
    const double stopping_distance = 0.75 * wide(v) * wide(v) / (wide(c) * g);
    EXPECT_NEAR(wide(world.find(wheel)->center().x), stopping_distance - 0.5 * wide(v) * substep(),
                0.01 * stopping_distance);
    EXPECT_NEAR(world.find(wheel)->velocity().linear.x, 0.0f, 1e-4f);
    EXPECT_NEAR(world.find(wheel)->velocity().angular, 0.0f, 1e-4f);
}

// On a slope of angle α a disc stays at rest if tan α < c; otherwise it rolls with ⅔ g (sin α − c cos α).
TEST_P(SolverSurface, RollingResistanceHoldsADiscOnAGentleSlope) {
    const float c = 0.1f;
    for (const float slope : {0.08f, 0.2f}) {
        SCOPED_TRACE(slope);
        const float angle = std::atan(slope);
        World world(on_earth());
        add_floor_with(world, {.friction = 0.6f}, angle);
        const Rot tilt = make_rot(angle);
        const BodyHandle wheel = world.create_body({.position = rotate(tilt, {0.0f, 0.5f})});
        world.attach(wheel, disc(0.5f), {.material = {.friction = 0.6f, .rolling_resistance = c}});
        for (int i = 0; i < 30; ++i)
            world.step(time_step);
        const Vec2 start = world.find(wheel)->center();
        const double start_speed = wide(length(world.find(wheel)->velocity().linear));
        for (int i = 0; i < 60; ++i)
            world.step(time_step);
        const double speed_gain = wide(length(world.find(wheel)->velocity().linear)) - start_speed;
        if (slope < c) {
            EXPECT_LT(distance(world.find(wheel)->center(), start), 1e-4f);
        } else {
            const double expected = 2.0 / 3.0 * g * (std::sin(wide(angle)) - wide(c) * std::cos(wide(angle)));
            EXPECT_NEAR(speed_gain, expected, 0.02 * expected);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, SolverSurface, testing::ValuesIn(all_methods), method_name);

}  // namespace
}  // namespace toibox
