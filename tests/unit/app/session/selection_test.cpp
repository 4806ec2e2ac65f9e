// SPDX-License-Identifier: MIT
#include "app/session/selection.h"

#include "toibox/geometry/shape.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

BodyHandle add_ball(World& world, Vec2 position, float radius = 0.5f) {
    const BodyHandle body = world.create_body({.position = position});
    world.attach(body, Circle{.radius = radius}, {});
    return body;
}
ShapeHandle shape_of(const World& world, BodyHandle body) {
    return world.find(body)->shapes().front();
}

TEST(Selection, ProbesTheDistanceWithEveryIteration) {
    // Two balls of radius 0.5 m whose centres are 3 m apart.
    World world;
    const BodyHandle a = add_ball(world, {0.0f, 0.0f});
    const BodyHandle b = add_ball(world, {3.0f, 0.0f});
    const auto probe = probe_distance(world, shape_of(world, a), shape_of(world, b));
    ASSERT_TRUE(probe);
    EXPECT_NEAR(probe->result.distance, 2.0, 1e-6);
    EXPECT_EQ(probe->iterations.size(), static_cast<std::size_t>(probe->result.iterations));
    const ShapeHandle destroyed = shape_of(world, b);
    world.destroy(b);
    EXPECT_FALSE(probe_distance(world, shape_of(world, a), destroyed));
    EXPECT_FALSE(closest_pair(world, b, 20.0f));
}

TEST(Selection, FindsTheClosestNeighbourAtEveryDistance) {
    // A ball at the origin has two neighbours. One gap is three times the other.
    for (const float gap : {0.001f, 0.15f, 1.0f, 5.0f}) {
        World world;
        const BodyHandle selected = add_ball(world, {0.0f, 0.0f});
        add_ball(world, {0.0f, 1.0f + 3.0f * gap});
        const BodyHandle closest = add_ball(world, {1.0f + gap, 0.0f});
        const auto pair = closest_pair(world, selected, 20.0f);
        ASSERT_TRUE(pair) << gap;
        EXPECT_EQ(pair->shape_a, shape_of(world, selected));
        EXPECT_EQ(pair->shape_b, shape_of(world, closest)) << gap;
        EXPECT_NEAR(pair->result.distance, static_cast<double>(gap), 1e-5);
    }
}

TEST(Selection, ComparesShapesAndNotBoundingBoxes) {
    // The small ball is at the corner (1, 1) of the large ball's box, 0.40 m from the large ball. The third
    // ball is closer (0.25 m), but its box is farther away.
    World world;
    const BodyHandle large = add_ball(world, {0.0f, 0.0f}, 1.0f);
    add_ball(world, {1.0f, 1.0f}, 0.01f);
    const BodyHandle closest = add_ball(world, {1.35f, 0.0f}, 0.1f);
    const auto pair = closest_pair(world, large, 2.0f);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->shape_b, shape_of(world, closest));
}

TEST(Selection, TiesGoToTheLowerShapeIndex) {
    World world;
    const BodyHandle left = add_ball(world, {-2.0f, 0.0f});
    const BodyHandle selected = add_ball(world, {0.0f, 0.0f});
    add_ball(world, {2.0f, 0.0f});
    const auto pair = closest_pair(world, selected, 20.0f);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->shape_a, shape_of(world, left));
    EXPECT_EQ(pair->shape_b, shape_of(world, selected));
}

TEST(Selection, FindsNoPairOutOfReach) {
    World world;
    const BodyHandle a = add_ball(world, {0.0f, 0.0f});
    add_ball(world, {100.0f, 0.0f});
    EXPECT_FALSE(closest_pair(world, a, 20.0f));
}

}  // namespace
}  // namespace toibox::app
