// SPDX-License-Identifier: MIT
// The tunnelling probe: what counts as a crossing, and what does not.
#include "toibox/scene/tunnelling_probe.h"

#include "toibox/geometry/convex_proxy.h"
#include "toibox/geometry/hull.h"
#include "toibox/narrow/gjk.h"
#include "toibox/scene/run.h"

#include "document_support.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

struct Setup {
    ContinuousPolicy policy = ContinuousPolicy::Off;
    Vec2 position{-1.9f, 0.0f};
    Vec2 velocity{200.0f, 0.0f};
    float radius = 0.05f;
    bool sensor = false;
    Filter filter{};
    Vec2 wall_velocity{};
    Shape wall = make_box({0.025f, 2.0f});
};

/// Number of crossings in `steps` steps of 1/60 s, when a ball flies at a wall at the origin.
std::size_t crossings_of(const Setup& setup, int steps = 1) {
    World world({.gravity = {0, 0}, .continuous = setup.policy});
    const BodyType type = setup.wall_velocity == Vec2{} ? BodyType::Static : BodyType::Kinematic;
    const BodyHandle wall = world.create_body({.type = type, .linear_velocity = setup.wall_velocity});
    world.attach(wall, setup.wall);
    const BodyHandle ball =
        world.create_body({.position = setup.position, .linear_velocity = setup.velocity});
    world.attach(ball, Circle{.center = {}, .radius = setup.radius},
                 {.material = {}, .filter = setup.filter, .sensor = setup.sensor, .user_data = 0});
    TunnellingProbe probe;
    std::size_t found = 0;
    for (int i = 0; i < steps; ++i) {
        probe.begin_step(world);
        world.step(1.0f / 60.0f);
        probe.record_impacts(world);
        found += probe.crossings(world).size();
    }
    return found;
}

TEST(TunnellingProbe, DetectsABulletThatPassesAWall) {
    EXPECT_EQ(crossings_of({}), 1u);
    EXPECT_EQ(crossings_of({}, 20), 1u) << "it flies on, but crosses only once";
}

TEST(TunnellingProbe, DetectsACrossedSegment) {
    Segment segment;
    segment.a = {0.0f, -2.0f};
    segment.b = {0.0f, 2.0f};
    EXPECT_EQ(crossings_of({.wall = segment}), 1u);
}

TEST(TunnellingProbe, DetectsNothingWithoutACrossing) {
    EXPECT_EQ(crossings_of({.position = {-10.0f, 0.0f}}), 0u) << "it does not reach the wall";
    EXPECT_EQ(crossings_of({.position = {-1.9f, 3.0f}}), 0u) << "it passes above";
    EXPECT_EQ(crossings_of({.velocity = {-200.0f, 0.0f}}), 0u) << "it flies away";
}

// In the frame of a bar that rotates by half a turn, the path of a distant ball goes through the bar. In the
// world it does not.
TEST(TunnellingProbe, DetectsNothingFarFromARotatingBody) {
    World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Off});
    const BodyHandle bar =
        world.create_body({.type = BodyType::Kinematic, .angular_velocity = static_cast<float>(60.0 * pi)});
    world.attach(bar, make_box({1.0f, 0.1f}));
    const BodyHandle ball = world.create_body({.position = {5.0f, 0.0f}, .linear_velocity = {0.0f, 6.0f}});
    world.attach(ball, Circle{.center = {}, .radius = 0.05f});
    TunnellingProbe probe;
    probe.begin_step(world);
    world.step(1.0f / 60.0f);
    probe.record_impacts(world);
    EXPECT_TRUE(probe.crossings(world).empty());
}

TEST(TunnellingProbe, DetectsNothingIfAStepEndsInContact) {
    // A step of 1.87 m from −1.9 m ends 4.5 cm deep in the wall: a late contact, but no crossing.
    EXPECT_EQ(crossings_of({.velocity = {1.87f * 60.0f, 0.0f}}), 0u);
}

TEST(TunnellingProbe, DetectsNothingIfContinuousCollisionStopsTheBullet) {
    EXPECT_EQ(crossings_of({.policy = ContinuousPolicy::SubstepAtImpact}, 30), 0u);
    EXPECT_EQ(crossings_of({.policy = ContinuousPolicy::StopAtImpact}, 30), 0u);
}

TEST(TunnellingProbe, IgnoresPairsThatDoNotCollide) {
    EXPECT_EQ(crossings_of({.sensor = true}), 0u);
    EXPECT_EQ(crossings_of({.filter = {.category = 1, .mask = 0, .group = 0}}), 0u);
}

TEST(TunnellingProbe, MeasuresThePathRelativeToTheOtherBody) {
    // If both move to the right by 3.33 m per step, they never meet. If the wall moves towards the ball, it
    // passes the ball, whether that is at rest or moves, too.
    EXPECT_EQ(crossings_of({.wall_velocity = {200.0f, 0.0f}}), 0u);
    EXPECT_EQ(crossings_of({.velocity = {0.0f, 0.0f}, .wall_velocity = {-200.0f, 0.0f}}), 1u)
        << "the wall passes the ball";
    EXPECT_EQ(crossings_of({.velocity = {200.0f, 0.0f}, .wall_velocity = {-200.0f, 0.0f}}), 1u);
}

TEST(TunnellingProbe, CountsAPairOfBulletsOnce) {
    World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Off});
    for (const float side : {-1.0f, 1.0f}) {
        const BodyHandle ball =
            world.create_body({.position = {side, 0.0f}, .linear_velocity = {-200.0f * side, 0.0f}});
        world.attach(ball, Circle{.center = {}, .radius = 0.1f});
    }
    TunnellingProbe probe;
    probe.begin_step(world);
    world.step(1.0f / 60.0f);
    probe.record_impacts(world);
    EXPECT_EQ(probe.crossings(world).size(), 1u);
}

TEST(TunnellingProbe, IgnoresJointedBodies) {
    // The bob of a pendulum may pass the body that it hangs from.
    World world({.gravity = {0, 0}, .continuous = ContinuousPolicy::Off});
    const BodyHandle post = world.create_body({.type = BodyType::Static});
    world.attach(post, make_box({0.01f, 1.0f}));
    const BodyHandle bob = world.create_body({.position = {-1.0f, 0.0f}, .linear_velocity = {0.0f, 0.0f}});
    world.attach(bob, Circle{.center = {}, .radius = 0.1f});
    world.create_joint(RevoluteJointDef{.body_a = post, .body_b = bob, .anchor = {0.0f, 0.0f}});
    TunnellingProbe probe;
    probe.begin_step(world);
    world.find(bob)->set_transform({1.0f, 0.0f}, 0.0f);
    EXPECT_EQ(probe.crossings(world).size(), 0u);
}

// After a bounce, a disc and a rotating triangle move apart. In the frame of the triangle, the straight path
// of the disc goes through it. In the world the two are separated at a thousand samples of each later step.
TEST(TunnellingProbe, DetectsNothingIfOnlyRelativePathsCross) {
    World world({.gravity = {0, 0}});
    const BodyHandle disc = world.create_body(
        {.linear_velocity = {193.81393f, 0.0f}, .angular_velocity = 48.467525f, .bullet = true});
    const Circle round{.center = {}, .radius = 0.1f};
    world.attach(disc, round);
    const BodyHandle body = world.create_body({.position = {4.7569142f, -0.1462668f},
                                               .linear_velocity = {-86.3341f, 0.0f},
                                               .angular_velocity = -37.086076f,
                                               .bullet = true});
    const Shape triangle =
        *make_hull(std::array<Vec2, 3>{Vec2{0.0f, 0.0f}, Vec2{0.4f, 0.0f}, Vec2{0.1f, 0.3f}});
    world.attach(body, triangle);
    const ConvexProxyBuffer proxy_a{Shape(round)};
    const ConvexProxyBuffer proxy_b{triangle};
    TunnellingProbe probe;
    for (int step = 0; step < 3; ++step) {
        probe.begin_step(world);
        world.step(1.0f / 60.0f);
        probe.record_impacts(world);
        double min_distance = 1e9;
        for (int i = 0; step > 0 && i <= 1000; ++i) {
            min_distance =
                std::min(min_distance,
                         gjk_distance(proxy_a.proxy(), pose_at(world.find(disc)->last_sweep(), i / 1000.0),
                                      proxy_b.proxy(), pose_at(world.find(body)->last_sweep(), i / 1000.0))
                             .distance);
        }
        EXPECT_GT(min_distance, 0.005) << step;
        EXPECT_TRUE(probe.crossings(world).empty()) << step;
    }
}

// The poses at the start of a step are not needed after it. If they were kept, a keyframe would contain 64
// more bytes per body.
TEST(TunnellingProbe, StoresNothingBetweenSteps) {
    auto run = scene::Run::start(test::resolved(R"({"toibox": 1, "world": {"continuous": "off"},
        "bodies": [{"id": "ball", "velocity": [900, 0], "repeat": {"count": 50, "step": [0, 1]},
                    "shapes": [{"type": "circle", "radius": 0.1}]},
                   {"id": "wall", "type": "static", "position": [10, 25],
                    "shapes": [{"type": "box", "size": [0.1, 60]}]}],
        "expect": [{"that": "world.tunnelled >= 50", "at": 1}]})"));
    ASSERT_TRUE(run) << format(run.error());
    const std::size_t initial_size = run->write_script_state().size();
    run->step();
    EXPECT_EQ(run->write_script_state().size(), initial_size);
    run->step();
    EXPECT_GE(run->quantity("world.tunnelled"), 50.0) << "but they are counted";
}

}  // namespace
}  // namespace toibox::scene
