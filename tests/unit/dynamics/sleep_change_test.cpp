// SPDX-License-Identifier: MIT

// Changes of what a sleeper touches wake it; changes of what it does not touch let it sleep.

#include "sleep_fixture.h"

#include <functional>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class SleepChange : public SleepTest {};

/// A crate of 1 m asleep on a static block, another static block that it does not touch 2 cm beside it, and a
/// ball that hangs asleep on a rod from a static post.
struct Yard {
    World world;
    BodyHandle block;
    BodyHandle beside;
    BodyHandle crate;
    BodyHandle post;
    BodyHandle bob;

    explicit Yard(const WorldSettings& settings) : world(settings) {
        block = add_body(world, {.type = BodyType::Static, .position = {0, -0.5f}}, make_box({5, 0.5f}));
        beside =
            add_body(world, {.type = BodyType::Static, .position = {1.02f, 0.6f}}, make_box({0.5f, 0.5f}));
        crate = add_box(world, {0, 0.5f});
        post = world.create_body({.type = BodyType::Static, .position = {20, 5}});
        bob = add_ball(world, {20, 3}, 0.25f);
        world.create_joint(
            DistanceJointDef{.body_a = post, .body_b = bob, .anchor_a = {20, 5}, .anchor_b = {20, 3}});
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
    }
    [[nodiscard]] ShapeHandle shape_of(BodyHandle body) { return world.find(body)->shapes().front(); }
};

struct Change {
    const char* name;
    std::function<void(Yard&)> apply;
    bool wakes_crate;
    bool wakes_bob;
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"block destroyed", [](Yard& y) { y.world.destroy(y.block); }, true, false},
        {"shape of the block destroyed", [](Yard& y) { y.world.destroy(y.shape_of(y.block)); }, true, false},
        {"block teleported", [](Yard& y) { y.world.find(y.block)->set_transform({0, -3}, 0); }, true, false},
        {"block made kinematic", [](Yard& y) { y.world.find(y.block)->set_type(BodyType::Kinematic); }, true,
         false},
        {"block made dynamic", [](Yard& y) { y.world.find(y.block)->set_type(BodyType::Dynamic); }, true,
         false},
        {"block filtered out", [](Yard& y) { y.world.set_filter(y.shape_of(y.block), {.mask = 0}); }, true,
         false},
        {"block's material", [](Yard& y) { y.world.set_material(y.shape_of(y.block), {.friction = 0}); },
         true, false},
        {"crate filtered out", [](Yard& y) { y.world.set_filter(y.shape_of(y.crate), {.mask = 0}); }, true,
         false},
        {"crate's density", [](Yard& y) { y.world.set_material(y.shape_of(y.crate), {.density = 2}); }, true,
         false},
        {"bob's density", [](Yard& y) { y.world.set_material(y.shape_of(y.bob), {.density = 2}); }, false,
         true},
        {"bob's shape destroyed", [](Yard& y) { y.world.destroy(y.shape_of(y.bob)); }, false, true},
        {"post teleported", [](Yard& y) { y.world.find(y.post)->set_transform({21, 5}, 0); }, false, true},
        {"post made dynamic", [](Yard& y) { y.world.find(y.post)->set_type(BodyType::Dynamic); }, false,
         true},
        {"same material again", [](Yard& y) { y.world.set_material(y.shape_of(y.block), {}); }, false, false},
        {"beside destroyed", [](Yard& y) { y.world.destroy(y.beside); }, false, false},
        {"beside teleported away", [](Yard& y) { y.world.find(y.beside)->set_transform({5, 5}, 0); }, false,
         false},
        {"beside brought nearer", [](Yard& y) { y.world.find(y.beside)->set_transform({1.01f, 0.6f}, 0); },
         false, false},
        {"beside filtered out", [](Yard& y) { y.world.set_filter(y.shape_of(y.beside), {.mask = 0}); }, false,
         false},
        {"beside's material", [](Yard& y) { y.world.set_material(y.shape_of(y.beside), {.friction = 0}); },
         false, false},
        {"a sensor round the crate",
         [](Yard& y) {
             y.world.attach(y.world.create_body({.type = BodyType::Static}), make_box({2, 2}),
                            {.sensor = true});
         },
         false, false},
    };
    return all;
}

TEST_P(SleepChange, WakesWhatItConcernsAndNothingElse) {
    for (const Change& change : changes()) {
        SCOPED_TRACE(change.name);
        Yard yard(settings());
        ASSERT_TRUE(sleeps(yard.world, yard.crate));
        ASSERT_TRUE(sleeps(yard.world, yard.bob));
        change.apply(yard);
        yard.world.step(time_step);
        EXPECT_TRUE(is_valid_world(yard.world));
        EXPECT_EQ(!sleeps(yard.world, yard.crate), change.wakes_crate);
        EXPECT_EQ(!sleeps(yard.world, yard.bob), change.wakes_bob);
    }
}

// A static block of 0.6 m is put 0.2 m deep into a crate that sleeps: it comes out by that, and the pair
// begins once.
TEST_P(SleepChange, OverlapPushesTheSleeperOut) {
    for (int way = 0; way < 3; ++way) {
        SCOPED_TRACE(way);
        World world(settings());
        const BodyHandle floor = add_floor(world);
        const BodyHandle crate = add_box(world, {0, 0.5f});
        BodyHandle wall;
        if (way == 1)
            wall = add_body(world, {.type = BodyType::Static, .position = {9, 5}}, make_box({0.3f, 0.3f}));
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        ASSERT_TRUE(sleeps(world, crate));
        constexpr Vec2 place{0.6f, 0.35f};
        if (way == 0) add_body(world, {.type = BodyType::Static, .position = place}, make_box({0.3f, 0.3f}));
        if (way == 1) world.find(wall)->set_transform(place, 0);
        if (way == 2) world.attach(floor, make_box({0.3f, 0.3f}, place));
        std::size_t begun = 0;
        for (int i = 0; i < 120; ++i) {
            world.step(time_step);
            begun += world.events().begin.size();
        }
        EXPECT_EQ(begun, 1u);
        EXPECT_NEAR(world.find(crate)->center().x, -0.2f, 0.02f);
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, SleepChange, sleep_test_solvers, sleep_test_name);

}  // namespace
}  // namespace toibox
