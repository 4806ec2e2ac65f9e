// SPDX-License-Identifier: MIT

// Depth of rotating bodies at the end of a step with CCD. A touching pair penetrates by at most half the
// inner radius of the thinner body; a pair that is already deeper gains a little with each impact. Measured:
// a body that is free to yield stays below 0.8 of that radius (ContinuousPolicy in settings.h). No gravity.

#include "tests/support/physics.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

/// Maximum depth as a fraction of the inner radius of the thinner body. Origin: measured. It is above the
/// half at which impacts stop a touching pair, because each impact of a deeper pair adds
/// tuning::deep_fraction of the gap to the next of tuning::cores.
constexpr float max_depth_ratio = 0.8f;

/// Centre and orientation of a body in the frame of a box.
struct RelativePose {
    Vec2 center;
    Rot rotation;
};
RelativePose relative_pose(const World& world, BodyHandle box, BodyHandle body) {
    const BodyPose box_pose = world.find(box)->pose();
    const BodyPose pose = world.find(body)->pose();
    return {inv_rotate(box_pose.rotation, pose.center - box_pose.center),
            inverse(box_pose.rotation) * pose.rotation};
}

/// Depth of a disc in a box, metres; negative if separated.
float depth_of_disc(const World& world, BodyHandle box, Vec2 half_extents, BodyHandle ball, float radius) {
    const Vec2 center = relative_pose(world, box, ball).center;
    const float x = std::abs(center.x) - half_extents.x;
    const float y = std::abs(center.y) - half_extents.y;
    if (x <= 0.0f && y <= 0.0f) return radius - std::max(x, y);
    return radius - length(Vec2{std::max(x, 0.0f), std::max(y, 0.0f)});
}

constexpr float thin_sliver_half_length = 0.5f;
constexpr float thin_sliver_half_thickness = 0.02f;

/// Depth of a sliver below the upper side of a long bar, metres; negative if separated.
float depth_of_sliver(const World& world, BodyHandle bar, float bar_half_thickness, BodyHandle sliver) {
    const RelativePose relative = relative_pose(world, bar, sliver);
    const float sliver_half_height = thin_sliver_half_length * std::abs(relative.rotation.s) +
                                     thin_sliver_half_thickness * std::abs(relative.rotation.c);
    return bar_half_thickness + sliver_half_height - relative.center.y;
}

class RotatingContact : public testing::TestWithParam<BodyType> {};

// A blade of 6 or 60 m rotates at 10 or 30 rad/s into a sliver of 4 cm, flat or tilted, 2 or 20 m from the
// axis. Regression: the sliver got half a metre deep, more than ten times its thickness.
TEST_P(RotatingContact, BladePushesASliverWithoutDeepOverlap) {
    constexpr float blade_half_thickness = 0.05f;
    for (const float radius : {2.0f, 20.0f}) {
        for (const float spin : {10.0f, 30.0f}) {
            for (const float friction : {0.0f, 0.3f, 1.0f}) {
                for (int i = 0; i < 40; ++i) {
                    const ShapeDef def{.material = {.density = 1.0f, .friction = friction}};
                    const float angle = 0.4f * static_cast<float>(i % 4);
                    const float sliver_half_height = thin_sliver_half_length * std::sin(angle) +
                                                     thin_sliver_half_thickness * std::cos(angle);
                    World world(weightless());
                    const BodyHandle blade =
                        add_body(world, {.type = GetParam(), .angular_velocity = spin, .bullet = true},
                                 make_box({1.5f * radius, blade_half_thickness}),
                                 {.material = {.density = 2000.0f, .friction = friction}});
                    const float gap = 0.002f * static_cast<float>(i / 4);
                    const BodyHandle sliver =
                        add_body(world,
                                 {.position = {radius, blade_half_thickness + sliver_half_height + gap},
                                  .angle = angle},
                                 make_box({thin_sliver_half_length, thin_sliver_half_thickness}), def);
                    for (int k = 0; k < 60; ++k) {
                        world.step(time_step);
                        if (relative_pose(world, blade, sliver).center.x > 1.5f * radius - 0.55f) break;
                        ASSERT_LT(depth_of_sliver(world, blade, blade_half_thickness, sliver),
                                  max_depth_ratio * thin_sliver_half_thickness)
                            << "radius " << radius << ", spin " << spin << ", friction " << friction
                            << ", case " << i << ", step " << k;
                    }
                }
            }
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Blades, RotatingContact, testing::Values(BodyType::Kinematic, BodyType::Dynamic),
                         [](const auto& tested) {
                             return tested.param == BodyType::Kinematic ? "Kinematic" : "Heavy";
                         });

// A disc that is a bullet hits a moving, rotating wall of 10 cm and 1 kg. Regression: the disc sank 0.18 m
// into the wall and was nearly through.
TEST(LightWall, DiscDoesNotSinkIn) {
    for (const float radius : {0.25f, 0.5f}) {
        Generator generator(11);
        for (int i = 0; i < 200; ++i) {
            World world(weightless());
            const Vec2 half_extents{0.05f, generator.uniform(1.0f, 3.0f)};
            const float density = 1.0f / (4.0f * half_extents.x * half_extents.y);
            const BodyHandle wall = add_body(world,
                                             {.angle = generator.uniform(0.0f, 3.0f),
                                              .linear_velocity = {generator.uniform(-3.0f, 0.0f), 0.0f},
                                              .angular_velocity = generator.uniform(-20.0f, 20.0f)},
                                             make_box(half_extents), {.material = {.density = density}});
            const BodyHandle ball = add_body(world,
                                             {.position = {-4.0f, generator.uniform(-1.0f, 1.0f)},
                                              .linear_velocity = {generator.uniform(5.0f, 45.0f), 0.0f},
                                              .bullet = true},
                                             disc(radius));
            double time_lost = 0.0;
            for (int k = 0; k < 90; ++k) {
                time_lost += world.step(time_step).time_lost;
                ASSERT_LT(depth_of_disc(world, wall, half_extents, ball, radius),
                          max_depth_ratio * half_extents.x)
                    << "radius " << radius << ", case " << i << ", step " << k;
            }
            EXPECT_EQ(time_lost, 0.0) << "radius " << radius << ", case " << i;
        }
    }
}

// A thousand bullets are fired at a wall of 10 cm and 1 kg. Regression: 9 bullets got more than 5 cm deep
// into a free wall, and 7 into a hinged wall.
TEST(LightWall, BulletsDoNotSinkIn) {
    for (const bool is_hinged : {false, true}) {
        Generator generator(7);
        constexpr float radius = 0.1f;
        const Vec2 half_extents{0.05f, 1.0f};
        for (int i = 0; i < 1000; ++i) {
            World world(weightless());
            const BodyHandle wall =
                add_body(world, {}, make_box(half_extents), {.material = {.density = 5.0f}});
            if (is_hinged) {
                const BodyHandle post = world.create_body({.type = BodyType::Static});
                world.create_joint(RevoluteJointDef{.body_a = post, .body_b = wall, .anchor = {0.0f, -0.9f}});
            }
            const float speed = generator.uniform(20.0f, 400.0f);
            const Rot aim = make_rot(generator.uniform(-0.8f, 0.8f));
            const Vec2 direction{aim.c, aim.s};
            const float gap = 3.0f + generator.uniform(0.0f, speed * time_step);
            const BodyHandle bullet = add_body(
                world,
                {.position = Vec2{0.0f, generator.uniform(-0.9f, 0.9f)} - gap * direction,
                 .linear_velocity = speed * direction,
                 .angular_velocity = generator.uniform(-20.0f, 20.0f),
                 .bullet = true},
                disc(radius), {.material = {.density = generator.uniform(1.0f, 21.0f), .restitution = 0.3f}});
            for (int k = 0; k < 40; ++k) {
                world.step(time_step);
                ASSERT_LT(depth_of_disc(world, wall, half_extents, bullet, radius),
                          max_depth_ratio * half_extents.x)
                    << "hinged " << is_hinged << ", case " << i << ", step " << k;
            }
        }
    }
}

}  // namespace
}  // namespace toibox
