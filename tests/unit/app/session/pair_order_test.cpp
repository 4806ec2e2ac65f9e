// SPDX-License-Identifier: MIT
#include "app/session/pair_order.h"

#include "toibox/geometry/shape.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

ShapeHandle add_disc(World& world, BodyType type) {
    const BodyHandle body = world.create_body({.type = type});
    world.attach(body, Circle{.radius = 0.5f}, {});
    return world.find(body)->shapes().front();
}

TEST(PairOrder, AMovesMoreFreely) {
    World world;
    const ShapeHandle fixed = add_disc(world, BodyType::Static);
    const ShapeHandle driven = add_disc(world, BodyType::Kinematic);
    const ShapeHandle free = add_disc(world, BodyType::Dynamic);
    EXPECT_EQ(ordered_pair(world, fixed, free), ShapeHandles(free, fixed));
    EXPECT_EQ(ordered_pair(world, free, fixed), ShapeHandles(free, fixed));
    EXPECT_EQ(ordered_pair(world, driven, free), ShapeHandles(free, driven));
    EXPECT_EQ(ordered_pair(world, fixed, driven), ShapeHandles(driven, fixed));
}

TEST(PairOrder, OfTwoEqualBodiesAIsTheFirst) {
    World world;
    const ShapeHandle first = add_disc(world, BodyType::Dynamic);
    const ShapeHandle second = add_disc(world, BodyType::Dynamic);
    EXPECT_EQ(ordered_pair(world, first, second), ShapeHandles(first, second));
    EXPECT_EQ(ordered_pair(world, second, first), ShapeHandles(first, second));
}

TEST(PairOrder, OfTwoMotionsAIsTheOnlyOneThatMoves) {
    const Sweep rest{};
    Sweep flight{};
    flight.c1 = {1.0, 0.0};
    Sweep turn{};
    turn.delta_angle = 1.0;
    EXPECT_TRUE(is_second_a(rest, flight));
    EXPECT_TRUE(is_second_a(rest, turn));
    EXPECT_FALSE(is_second_a(flight, rest));
    EXPECT_FALSE(is_second_a(flight, turn));
    EXPECT_FALSE(is_second_a(rest, rest));
}

}  // namespace
}  // namespace toibox::app
