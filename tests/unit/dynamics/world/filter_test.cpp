// SPDX-License-Identifier: MIT
// Collision filters: the documented rule, and filter changes at run time.
#include "toibox/dynamics/command.h"

#include "tests/support/worlds.h"

#include <array>

namespace toibox {
namespace {

using namespace testing_support;

// All pairs of small filters. Two shapes may collide if each mask contains a category of the other shape.
// Equal groups take precedence: positive groups always collide, negative groups never.
TEST(Filter, ObeysTheDocumentedRule) {
    std::vector<Filter> filters;
    for (std::uint64_t category = 0; category < 4; ++category) {
        for (std::uint64_t mask = 0; mask < 4; ++mask) {
            for (std::int32_t group = -2; group <= 2; ++group)
                filters.push_back({category, mask, group});
        }
    }
    for (const Filter& a : filters) {
        for (const Filter& b : filters) {
            bool expected = false;
            for (std::uint64_t bit_a = 1; bit_a < 4; bit_a *= 2) {
                for (std::uint64_t bit_b = 1; bit_b < 4; bit_b *= 2) {
                    const bool a_admits = (a.mask & bit_a) == bit_a && (b.category & bit_a) == bit_a;
                    const bool b_admits = (b.mask & bit_b) == bit_b && (a.category & bit_b) == bit_b;
                    expected = expected || (a_admits && b_admits);
                }
            }
            if (a.group == b.group && a.group > 0) expected = true;
            if (a.group == b.group && a.group < 0) expected = false;
            ASSERT_EQ(may_collide(a, b), expected);
            ASSERT_EQ(may_collide(a, b), may_collide(b, a));
        }
    }
}

// A box rests on a floor. With mask 0 the box sinks into the floor. When the default filter is set again, the
// overlapping box is pushed up.
TEST(Filter, ChangesContactsAtRunTime) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    const ShapeHandle shape = world.find(box)->shapes().front();
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    ASSERT_EQ(world.contacts().size(), 1u);

    ASSERT_TRUE(apply(world, command::SetFilter{.shape = shape, .filter = {.mask = 0}}).has_value());
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_TRUE(is_valid_world(world));
    world.step(time_step);
    EXPECT_EQ(world.events().end.size(), 1u);
    for (int i = 0; i < 12; ++i)
        world.step(time_step);
    const float fallen_y = world.find(box)->center().y;
    EXPECT_LT(fallen_y, 0.4f);

    ASSERT_TRUE(world.set_filter(shape, {}));
    world.step(time_step);
    EXPECT_EQ(world.contacts().size(), 1u);
    EXPECT_EQ(world.events().begin.size(), 1u);
    EXPECT_TRUE(is_valid_world(world));
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_GT(world.find(box)->center().y, fallen_y);
}

// A filter that still allows the contact causes no events, and warm starting continues.
TEST(Filter, ChangeKeepsContactsThatAreStillAllowed) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    const ShapeHandle shape = world.find(box)->shapes().front();
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    ASSERT_TRUE(world.set_filter(shape, {.category = 2}));
    EXPECT_EQ(world.step(time_step).warm_points, 2);
    EXPECT_TRUE(world.events().begin.empty());
    EXPECT_TRUE(world.events().end.empty());
    EXPECT_EQ(world.contacts().size(), 1u);
    world.destroy(shape);
    EXPECT_FALSE(world.set_filter(shape, {}));
}

}  // namespace
}  // namespace toibox
