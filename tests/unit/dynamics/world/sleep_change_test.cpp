// SPDX-License-Identifier: MIT

// A sleeping body is woken by a change to itself or to a body that it touches or is joined to, and by no
// other change.

#include "sleep_fixture.h"

#include <functional>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class SleepChange : public SleepTest {};

/// A crate of 1 m sleeps on a static block, with a static neighbour 2 cm beside the crate. A ball sleeps on a
/// rod that hangs from a static post.
struct SleepingScene {
    World world;
    BodyHandle block;
    BodyHandle neighbor;
    BodyHandle crate;
    BodyHandle post;
    BodyHandle bob;

    explicit SleepingScene(const WorldSettings& settings) : world(settings) {
        block = add_body(world, {.type = BodyType::Static, .position = {0, -0.5f}}, make_box({5, 0.5f}));
        neighbor =
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
    std::function<void(SleepingScene&)> apply;
    bool wakes_crate;
    bool wakes_bob;
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"block destroyed", [](SleepingScene& s) { s.world.destroy(s.block); }, true, false},
        {"shape of the block destroyed", [](SleepingScene& s) { s.world.destroy(s.shape_of(s.block)); }, true,
         false},
        {"block teleported", [](SleepingScene& s) { s.world.find(s.block)->set_transform({0, -3}, 0); }, true,
         false},
        {"block made kinematic",
         [](SleepingScene& s) { s.world.find(s.block)->set_type(BodyType::Kinematic); }, true, false},
        {"block made dynamic", [](SleepingScene& s) { s.world.find(s.block)->set_type(BodyType::Dynamic); },
         true, false},
        {"block filtered out", [](SleepingScene& s) { s.world.set_filter(s.shape_of(s.block), {.mask = 0}); },
         true, false},
        {"block's material",
         [](SleepingScene& s) { s.world.set_material(s.shape_of(s.block), {.friction = 0}); }, true, false},
        {"crate filtered out", [](SleepingScene& s) { s.world.set_filter(s.shape_of(s.crate), {.mask = 0}); },
         true, false},
        {"crate's density",
         [](SleepingScene& s) { s.world.set_material(s.shape_of(s.crate), {.density = 2}); }, true, false},
        {"bob's density", [](SleepingScene& s) { s.world.set_material(s.shape_of(s.bob), {.density = 2}); },
         false, true},
        {"bob's shape destroyed", [](SleepingScene& s) { s.world.destroy(s.shape_of(s.bob)); }, false, true},
        {"post teleported", [](SleepingScene& s) { s.world.find(s.post)->set_transform({21, 5}, 0); }, false,
         true},
        {"post made dynamic", [](SleepingScene& s) { s.world.find(s.post)->set_type(BodyType::Dynamic); },
         false, true},
        {"same material again", [](SleepingScene& s) { s.world.set_material(s.shape_of(s.block), {}); },
         false, false},
        {"neighbor destroyed", [](SleepingScene& s) { s.world.destroy(s.neighbor); }, false, false},
        {"neighbor teleported away",
         [](SleepingScene& s) { s.world.find(s.neighbor)->set_transform({5, 5}, 0); }, false, false},
        {"neighbor moved closer",
         [](SleepingScene& s) { s.world.find(s.neighbor)->set_transform({1.01f, 0.6f}, 0); }, false, false},
        {"neighbor filtered out",
         [](SleepingScene& s) { s.world.set_filter(s.shape_of(s.neighbor), {.mask = 0}); }, false, false},
        {"neighbor's material",
         [](SleepingScene& s) { s.world.set_material(s.shape_of(s.neighbor), {.friction = 0}); }, false,
         false},
        {"a sensor around the crate",
         [](SleepingScene& s) {
             s.world.attach(s.world.create_body({.type = BodyType::Static}), make_box({2, 2}),
                            {.sensor = true});
         },
         false, false},
    };
    return all;
}

TEST_P(SleepChange, WakesOnlyAffectedBodies) {
    for (const Change& change : changes()) {
        SCOPED_TRACE(change.name);
        SleepingScene scene(settings());
        ASSERT_TRUE(is_asleep(scene.world, scene.crate));
        ASSERT_TRUE(is_asleep(scene.world, scene.bob));
        change.apply(scene);
        scene.world.step(time_step);
        EXPECT_TRUE(is_valid_world(scene.world));
        EXPECT_EQ(!is_asleep(scene.world, scene.crate), change.wakes_crate);
        EXPECT_EQ(!is_asleep(scene.world, scene.bob), change.wakes_bob);
    }
}

// A static block of 0.6 m is created, moved to or attached to the floor where the block overlaps a sleeping
// crate by 0.2 m. The crate is pushed out, with one begin event.
TEST_P(SleepChange, OverlapPushesASleepingBodyOut) {
    for (int change = 0; change < 3; ++change) {
        SCOPED_TRACE(change);
        World world(settings());
        const BodyHandle floor = add_floor(world);
        const BodyHandle crate = add_box(world, {0, 0.5f});
        BodyHandle block;
        if (change == 1)
            block = add_body(world, {.type = BodyType::Static, .position = {9, 5}}, make_box({0.3f, 0.3f}));
        for (int i = 0; i < 120; ++i)
            world.step(time_step);
        ASSERT_TRUE(is_asleep(world, crate));
        constexpr Vec2 position{0.6f, 0.35f};
        if (change == 0)
            add_body(world, {.type = BodyType::Static, .position = position}, make_box({0.3f, 0.3f}));
        if (change == 1) world.find(block)->set_transform(position, 0);
        if (change == 2) world.attach(floor, make_box({0.3f, 0.3f}, position));
        std::size_t begins = 0;
        for (int i = 0; i < 120; ++i) {
            world.step(time_step);
            begins += world.events().begin.size();
        }
        EXPECT_EQ(begins, 1u);
        EXPECT_NEAR(world.find(crate)->center().x, -0.2f, 0.02f);
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, SleepChange, sleep_test_solvers, sleep_test_name);

}  // namespace
}  // namespace toibox
