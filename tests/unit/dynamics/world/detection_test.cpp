// SPDX-License-Identifier: MIT
// Contact points across steps: warm starting and events.
#include "tests/support/worlds.h"

#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

// A unit box of 1 kg rests on a floor: each of its two points carries half the weight, m g dt / 2.
TEST(Detection, WarmStartsARestingBox) {
    World world;
    add_floor(world);
    add_box(world, {0, 0.5f});
    StepReport report;
    for (int i = 0; i < 120; ++i)
        report = world.step(time_step);
    ASSERT_EQ(report.manifold_points, 2);
    EXPECT_EQ(report.warm_points, 2);
    EXPECT_EQ(report.touching, 1);
    for (const ContactPoint& point : world.contacts()[0].points) {
        EXPECT_TRUE(point.warm);
        EXPECT_NEAR(point.normal_impulse, 9.8 / 60.0 / 2.0, 1e-3);
    }
}

TEST(Detection, DoesNotWarmStartWithoutMatching) {
    World world(with_sequential_impulses({.matching = ContactMatching::None}));
    add_floor(world);
    add_box(world, {0, 0.5f});
    for (int i = 0; i < 30; ++i)
        EXPECT_EQ(world.step(time_step).warm_points, 0);
}

// A 1 m box slides at 40 m/s, 0.67 m per step. Feature ids match every point, distances match none. Source:
// M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024, slide 31.
TEST(Detection, FeatureIdsMatchAFastSlidingBoxWhereDistancesFail) {
    const auto warm_fraction = [](ContactMatching matching) {
        World world(with_sequential_impulses({.matching = matching, .continuous = ContinuousPolicy::Off}));
        const BodyHandle floor = world.create_body({.type = BodyType::Static});
        world.attach(floor, make_box({500, 0.5f}, {0, -0.5f}), {.material = {.friction = 0}});
        const BodyHandle box = world.create_body({.position = {-100, 0.5f}, .linear_velocity = {40, 0}});
        world.attach(box, make_box({0.5f, 0.5f}), {.material = {.friction = 0}});
        int warm = 0;
        int all = 0;
        for (int i = 0; i < 60; ++i) {
            const StepReport report = world.step(time_step);
            if (i == 0) continue;
            warm += report.warm_points;
            all += report.manifold_points;
        }
        return static_cast<double>(warm) / static_cast<double>(all);
    };
    EXPECT_EQ(warm_fraction(ContactMatching::FeatureId), 1.0);
    EXPECT_EQ(warm_fraction(ContactMatching::WorldDistance), 0.0);
    EXPECT_EQ(warm_fraction(ContactMatching::BodyDistance), 0.0);
}

// A ball moves by 20° around a disc. Impulses are kept only if the normal turns by less than 11.5°.
TEST(Detection, DropsImpulsesWhenTheNormalTurns) {
    World world;
    WorldState& state = world.state();
    add_ball(world, {0, 0}, 1.0f, {.type = BodyType::Static});
    const BodyHandle ball = add_ball(world, {0, 1.5f}, 0.5f);
    world.step(time_step);
    ASSERT_GT(state.contacts[0].points[0].normal_impulse, 0.0f);
    // Written directly to the state, because a teleport would drop the impulses.
    const Rot turned = make_rot(static_cast<float>(pi / 2 - pi / 9));
    state.bodies.pose[ball.index].center = 1.5f * Vec2{turned.c, turned.s};
    EXPECT_EQ(world.step(time_step).warm_points, 0);
}

// r_a and r_b point from the centres of mass at detection to the contact point, along world axes. The bodies
// are far from the origin, and their shapes are off-centre.
TEST(Detection, AnchorsOfBothBodiesGiveTheSamePoint) {
    World world({.gravity = {0, 0}});
    const BodyHandle a = world.create_body({.position = {1000, 500}, .angle = 0.3f});
    world.attach(a, make_box({1, 0.5f}, {0.5f, 0}));
    const BodyHandle b = world.create_body({.position = {1001, 500.9f}, .angle = 0.4f});
    world.attach(b, make_box({0.5f, 0.5f}, {0, 0.1f}));
    world.step(1e-6f);
    ASSERT_EQ(world.contacts().size(), 1u);
    const Contact& contact = world.contacts()[0];
    ASSERT_GT(contact.count, 0);
    for (std::size_t i = 0; i < contact.count; ++i) {
        const Vec2d from_a = widen(world.find(a)->motion().start.center) + widen(contact.points[i].r_a);
        const Vec2d from_b = widen(world.find(b)->motion().start.center) + widen(contact.points[i].r_b);
        EXPECT_NEAR(distance(from_a, from_b), 0.0, 2e-4);  // The ulp of a float near 1000 is 6e-5.
    }
}

// A ball falls from 1 m onto the floor, hits the floor at 4.4 m/s, and is thrown up later.
TEST(Events, ReportBeginHitAndEndOnce) {
    World world({.continuous = ContinuousPolicy::Off});
    add_floor(world);
    const BodyHandle ball = add_ball(world, {0, 1.5f});
    int begins = 0;
    int ends = 0;
    std::vector<HitEvent> hits;
    for (int i = 0; i < 120; ++i) {
        if (i == 90) world.find(ball)->set_velocity({0, 20}, 0);
        world.step(time_step);
        begins += static_cast<int>(world.events().begin.size());
        ends += static_cast<int>(world.events().end.size());
        hits.insert(hits.end(), world.events().hit.begin(), world.events().hit.end());
    }
    EXPECT_EQ(begins, 1);
    EXPECT_EQ(ends, 1);
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_NEAR(hits[0].approach, std::sqrt(2 * 9.8 * 1.0), 0.2);
    EXPECT_NEAR(hits[0].point.y, 0.0, 0.1);
    EXPECT_NEAR(hits[0].normal.y, 1.0, 1e-6);
}

TEST(Events, DestroyingABodyEndsItsContacts) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.499f});
    world.step(time_step);
    ASSERT_EQ(world.events().begin.size(), 1u);
    world.destroy(box);
    World copy = world;
    for (World* tested : {&world, &copy}) {
        tested->step(time_step);
        ASSERT_EQ(tested->events().end.size(), 1u);
        EXPECT_FALSE(tested->find(tested->events().end[0].b).has_value());
        tested->step(time_step);
        EXPECT_TRUE(tested->events().end.empty());
    }
}

// A ball falls through a sensor exactly as a second ball falls in an empty world.
TEST(Events, SensorsReportWithoutPushing) {
    World world;
    const BodyHandle gate = world.create_body({.type = BodyType::Static});
    world.attach(gate, make_box({1, 0.5f}), {.sensor = true});
    const BodyHandle ball = add_ball(world, {0, 3});
    World free_fall;
    const BodyHandle free_ball = add_ball(free_fall, {0, 3});
    int begins = 0;
    int ends = 0;
    for (int i = 0; i < 90; ++i) {
        world.step(time_step);
        free_fall.step(time_step);
        begins += static_cast<int>(world.events().begin.size());
        ends += static_cast<int>(world.events().end.size());
        ASSERT_EQ(world.find(ball)->center(), free_fall.find(free_ball)->center());
    }
    EXPECT_EQ(begins, 1);
    EXPECT_EQ(ends, 1);
}

}  // namespace
}  // namespace toibox
