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
    // Two unit balls three metres apart.
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

TEST(Selection, FindsTheClosestAtEveryDistance) {
    // A ball at the origin and two others, one three times as far away as the other, at several scales.
    for (const float gap : {0.001f, 0.15f, 1.0f, 5.0f}) {
        World world;
        const BodyHandle middle = add_ball(world, {0.0f, 0.0f});
        add_ball(world, {0.0f, 1.0f + 3.0f * gap});
        const BodyHandle closest = add_ball(world, {1.0f + gap, 0.0f});
        const auto pair = closest_pair(world, middle, 20.0f);
        ASSERT_TRUE(pair) << gap;
        EXPECT_EQ(pair->shape_a, shape_of(world, middle));
        EXPECT_EQ(pair->shape_b, shape_of(world, closest)) << gap;
        EXPECT_NEAR(pair->result.distance, static_cast<double>(gap), 1e-5);
    }
}

TEST(Selection, ComparesShapesAndNotTheirBoxes) {
    // The small ball is at the corner (1, 1) of the large ball's box, 0.41·r from the large ball's surface.
    // Another ball is closer, but its box is farther.
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
    const BodyHandle middle = add_ball(world, {0.0f, 0.0f});
    add_ball(world, {2.0f, 0.0f});
    EXPECT_EQ(closest_pair(world, middle, 20.0f)->shape_b, shape_of(world, left));
}

TEST(Selection, FindsNoPairOutOfReach) {
    World world;
    const BodyHandle a = add_ball(world, {0.0f, 0.0f});
    add_ball(world, {100.0f, 0.0f});
    EXPECT_FALSE(closest_pair(world, a, 20.0f));
}

}  // namespace
}  // namespace toibox::app
