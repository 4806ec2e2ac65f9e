// SPDX-License-Identifier: MIT
#include "app/session/sleep_counts.h"

#include "toibox/dynamics/world_state.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(SleepCounts, AreCountedByBodyAndByIsland) {
    // Five bodies in a row that do not touch. Bodies 1 and 3 are asleep in one island, body 4 in another.
    World world({.gravity = {}});
    std::vector<ShapeHandle> shapes;
    for (int i = 0; i < 5; ++i) {
        const BodyHandle body =
            world.create_body({.type = BodyType::Dynamic, .position = {3.0f * static_cast<float>(i), 0.0f}});
        shapes.push_back(world.attach(body, Circle{.radius = 1.0f}));
    }
    EXPECT_EQ(count_asleep(world).bodies, 0);
    std::vector<BodySleep>& sleep = world.state().bodies.sleep;
    sleep[1].island = 1;
    sleep[3].island = 1;
    sleep[4].island = 4;
    EXPECT_EQ(count_asleep(world).bodies, 3);
    EXPECT_EQ(count_asleep(world).islands, 2);
    EXPECT_FALSE(is_asleep(world, shapes[0]));
    EXPECT_TRUE(is_asleep(world, shapes[3]));
    world.destroy(shapes[3]);
    EXPECT_FALSE(is_asleep(world, shapes[3])) << "a stale handle";
}

}  // namespace
}  // namespace toibox::app
