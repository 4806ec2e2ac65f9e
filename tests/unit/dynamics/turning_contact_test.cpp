// SPDX-License-Identifier: MIT

// How deep bodies are in one another at the end of a step that looked for their impacts, where they turn:
// what touches comes at most half of the thinner one's inner radius deep, and what is deeper than that hardly
// any deeper, so that four fifths of it are the most that a body that may give way is pressed in
// (ContinuousPolicy in settings.h). No gravity.

#include "tests/support/physics.h"

#include <algorithm>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float deepest_share = 0.8f;  // of the inner radius: the second core's ¾ and some of the third's

/// A body as a box sees it: its centre and its orientation in the box's frame.
struct Seen {
    Vec2 center;
    Rot rotation;
};
Seen seen_from(const World& world, BodyHandle box, BodyHandle body) {
    const BodyPose from = world.find(box)->pose();
    const BodyPose pose = world.find(body)->pose();
    return {inv_rotate(from.rotation, pose.center - from.center), inverse(from.rotation) * pose.rotation};
}

/// Depth of a disc in a box of these half sizes.
float depth_of_disc(const World& world, BodyHandle box, Vec2 half, BodyHandle ball, float radius) {
    const Vec2 at = seen_from(world, box, ball).center;
    const float x = std::abs(at.x) - half.x;
    const float y = std::abs(at.y) - half.y;
    if (x <= 0.0f && y <= 0.0f) return radius - std::max(x, y);
    return radius - length(Vec2{std::max(x, 0.0f), std::max(y, 0.0f)});
}

constexpr float sliver_half = 0.5f;
constexpr float sliver_thin = 0.02f;

/// Depth of a sliver in the upper side of a long bar.
float depth_of_sliver(const World& world, BodyHandle bar, float half, BodyHandle sliver) {
    const Seen seen = seen_from(world, bar, sliver);
    const float reach = sliver_half * std::abs(seen.rotation.s) + sliver_thin * std::abs(seen.rotation.c);
    return half + reach - seen.center.y;
}

class TurningContact : public testing::TestWithParam<BodyType> {};

// A sliver of 4 cm, flat or not, ahead of a blade of 60 m that turns at 10 or 30 rad/s, 2 or 20 m from its
// axis: the blade came half a metre into it, 10 times its thickness.
TEST_P(TurningContact, ABladeKeepsASliverAhead) {
    constexpr float half = 0.05f;
    for (const float radius : {2.0f, 20.0f}) {
        for (const float spin : {10.0f, 30.0f}) {
            for (const float friction : {0.0f, 0.3f, 1.0f}) {
                for (int i = 0; i < 40; ++i) {
                    const ShapeDef def{.material = {.density = 1.0f, .friction = friction}};
                    const float angle = 0.4f * static_cast<float>(i % 4);
                    const float reach = sliver_half * std::sin(angle) + sliver_thin * std::cos(angle);
                    World world(weightless());
                    const BodyHandle blade =
                        add_body(world, {.type = GetParam(), .angular_velocity = spin, .bullet = true},
                                 make_box({1.5f * radius, half}),
                                 {.material = {.density = 2000.0f, .friction = friction}});
                    const float gap = 0.002f * static_cast<float>(i / 4);
                    const BodyHandle sliver =
                        add_body(world, {.position = {radius, half + reach + gap}, .angle = angle},
                                 make_box({sliver_half, sliver_thin}), def);
                    for (int k = 0; k < 60; ++k) {
                        world.step(time_step);
                        if (seen_from(world, blade, sliver).center.x > 1.5f * radius - 0.55f) break;
                        ASSERT_LT(depth_of_sliver(world, blade, half, sliver), deepest_share * sliver_thin)
                            << "radius " << radius << ", spin " << spin << ", friction " << friction << ", "
                            << i << ", step " << k;
                    }
                }
            }
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Blades, TurningContact, testing::Values(BodyType::Kinematic, BodyType::Dynamic),
                         [](const auto& tested) {
                             return tested.param == BodyType::Kinematic ? "Kinematic" : "Heavy";
                         });

// A wall of 10 cm and 1 kg that flies and turns, and a heavier disc that is a bullet: it sank 0.18 m into the
// wall, nearly through.
TEST(TurningContacts, ADiscDoesNotSinkIntoALightWall) {
    for (const float radius : {0.25f, 0.5f}) {
        Generator generator(11);
        for (int i = 0; i < 200; ++i) {
            World world(weightless());
            const Vec2 half{0.05f, generator.uniform(1.0f, 3.0f)};
            const float density = 1.0f / (4.0f * half.x * half.y);
            const BodyHandle wall = add_body(world,
                                             {.angle = generator.uniform(0.0f, 3.0f),
                                              .linear_velocity = {generator.uniform(-3.0f, 0.0f), 0.0f},
                                              .angular_velocity = generator.uniform(-20.0f, 20.0f)},
                                             make_box(half), {.material = {.density = density}});
            const BodyHandle ball = add_body(world,
                                             {.position = {-4.0f, generator.uniform(-1.0f, 1.0f)},
                                              .linear_velocity = {generator.uniform(5.0f, 45.0f), 0.0f},
                                              .bullet = true},
                                             disc(radius));
            double lost = 0.0;
            for (int k = 0; k < 90; ++k) {
                lost += world.step(time_step).time_lost;
                ASSERT_LT(depth_of_disc(world, wall, half, ball, radius), deepest_share * half.x)
                    << "radius " << radius << ", " << i << ", step " << k;
            }
            EXPECT_EQ(lost, 0.0) << "radius " << radius << ", " << i;
        }
    }
}

// A thousand bullets at a wall of 10 cm and 1 kg, free or hinged: 9 or 7 were more than 5 cm deep in it.
TEST(TurningContacts, BulletsDoNotSinkIntoALightWall) {
    for (const bool hinged : {false, true}) {
        Generator generator(7);
        constexpr float radius = 0.1f;
        const Vec2 half{0.05f, 1.0f};
        for (int i = 0; i < 1000; ++i) {
            World world(weightless());
            const BodyHandle wall = add_body(world, {}, make_box(half), {.material = {.density = 5.0f}});
            if (hinged) {
                const BodyHandle post = world.create_body({.type = BodyType::Static});
                world.create_joint(RevoluteJointDef{.body_a = post, .body_b = wall, .anchor = {0.0f, -0.9f}});
            }
            const float speed = generator.uniform(20.0f, 400.0f);
            const Rot aim = make_rot(generator.uniform(-0.8f, 0.8f));
            const Vec2 way{aim.c, aim.s};
            const float gap = 3.0f + generator.uniform(0.0f, speed * time_step);
            const BodyHandle bullet = add_body(
                world,
                {.position = Vec2{0.0f, generator.uniform(-0.9f, 0.9f)} - gap * way,
                 .linear_velocity = speed * way,
                 .angular_velocity = generator.uniform(-20.0f, 20.0f),
                 .bullet = true},
                disc(radius), {.material = {.density = generator.uniform(1.0f, 21.0f), .restitution = 0.3f}});
            for (int k = 0; k < 40; ++k) {
                world.step(time_step);
                ASSERT_LT(depth_of_disc(world, wall, half, bullet, radius), deepest_share * half.x)
                    << "hinged " << hinged << ", " << i << ", step " << k;
            }
        }
    }
}

}  // namespace
}  // namespace toibox
