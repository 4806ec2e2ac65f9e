// SPDX-License-Identifier: MIT

// Sleep islands fall asleep and wake together, under sequential impulses and soft step.

#include "sleep_fixture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

class Sleep : public SleepTest {};

/// Five unit boxes on a static block at x = 0, and three on the floor 5 m to the right: two islands.
struct Piles {
    World world;
    BodyHandle block;
    std::vector<BodyHandle> left;
    std::vector<BodyHandle> right;

    explicit Piles(const WorldSettings& settings) : world(settings) {
        add_floor(world);
        block = world.create_body({.type = BodyType::Static, .position = {0.0f, 0.5f}});
        world.attach(block, make_box({0.5f, 0.5f}));
        for (int i = 0; i < 5; ++i)
            left.push_back(add_box(world, {0.0f, 1.5f + static_cast<float>(i)}));
        for (int i = 0; i < 3; ++i)
            right.push_back(add_box(world, {5.0f, 0.5f + static_cast<float>(i)}));
    }
    int left_asleep() const { return count(left); }
    int right_asleep() const { return count(right); }
    void step() {
        world.step(time_step);
        ASSERT_TRUE(is_valid_world(world)) << "step " << world.step_count();
    }
    /// Steps until all bodies are asleep; false if some are still awake after 5 s.
    bool settle() {
        for (int i = 0; i < 300 && left_asleep() + right_asleep() < 8; ++i)
            step();
        return left_asleep() == 5 && right_asleep() == 3;
    }

private:
    int count(const std::vector<BodyHandle>& pile) const {
        int asleep = 0;
        for (const BodyHandle box : pile)
            asleep += is_asleep(world, box) ? 1 : 0;
        return asleep;
    }
};

// In every step either all or none of a pile's bodies are asleep. A sleeping pile keeps its poses exactly.
TEST_P(Sleep, PileFallsAsleepTogether) {
    Piles piles(settings());
    int asleep_at = 0;
    for (int i = 1; i <= 300 && asleep_at == 0; ++i) {
        piles.step();
        ASSERT_TRUE(piles.left_asleep() == 0 || piles.left_asleep() == 5) << "step " << i;
        ASSERT_TRUE(piles.right_asleep() == 0 || piles.right_asleep() == 3) << "step " << i;
        if (piles.left_asleep() + piles.right_asleep() == 8) asleep_at = i;
    }
    // Falling asleep takes at least half a second of rest.
    EXPECT_GE(asleep_at, 30);
    EXPECT_LE(asleep_at, 90);
    std::vector<BodyPose> before;
    for (const BodyHandle box : piles.left)
        before.push_back(piles.world.find(box)->pose());
    for (int i = 0; i < 60; ++i)
        piles.step();
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(piles.world.find(piles.left[i])->pose(), before[i]);
        EXPECT_EQ(piles.world.find(piles.left[i])->velocity().linear, Vec2{});
    }
    EXPECT_EQ(piles.left_asleep(), 5);
}

TEST_P(Sleep, IslandIdIsTheLowestBodyIndex) {
    Piles piles(settings());
    ASSERT_TRUE(piles.settle());
    for (const BodyHandle box : piles.left)
        EXPECT_EQ(piles.world.state().bodies.sleep[box.index].island, piles.left.front().index);
    for (const BodyHandle box : piles.right)
        EXPECT_EQ(piles.world.state().bodies.sleep[box.index].island, piles.right.front().index);
}

// Any input to a box in the middle of a pile wakes the whole pile, but not the other pile.
TEST_P(Sleep, InputsWakeOnlyTheirPile) {
    struct Input {
        const char* name;
        std::function<void(World&, BodyHandle)> apply;
    };
    static constexpr Vec2 nudge{0.1f, 0.0f};
    static constexpr Vec2 force{5.0f, 0.0f};
    static constexpr Vec2 up{0.0f, 1.0f};
    static constexpr Vec2 high_above{0.0f, 20.0f};
    const std::vector<Input> inputs{
        {"impulse", [](World& w, BodyHandle b) { w.find(b)->apply_impulse(nudge); }},
        {"impulse at a point",
         [](World& w, BodyHandle b) { w.find(b)->apply_impulse(nudge, w.find(b)->center()); }},
        {"angular impulse", [](World& w, BodyHandle b) { w.find(b)->apply_angular_impulse(0.1f); }},
        {"force", [](World& w, BodyHandle b) { w.find(b)->apply_force(force); }},
        {"torque", [](World& w, BodyHandle b) { w.find(b)->apply_torque(1.0f); }},
        {"velocity", [](World& w, BodyHandle b) { w.find(b)->set_velocity(up, 0.0f); }},
        {"teleport", [](World& w, BodyHandle b) { w.find(b)->set_transform(high_above, 0.0f); }},
        {"gravity scale", [](World& w, BodyHandle b) { w.find(b)->set_gravity_scale(0.5f); }},
        {"type", [](World& w, BodyHandle b) { w.find(b)->set_type(BodyType::Static); }},
        {"fixed rotation", [](World& w, BodyHandle b) { w.find(b)->set_fixed_rotation(true); }},
        {"a shape", [](World& w, BodyHandle b) { w.attach(b, disc(0.2f)); }},
        {"mouse",
         [](World& w, BodyHandle b) {
             w.create_joint(MouseJointDef{
                 .body = b, .point = w.find(b)->center(), .target = w.find(b)->center() + Vec2{1.0f, 0.0f}});
         }},
        {"joint",
         [](World& w, BodyHandle b) {
             const BodyHandle ground = w.create_body({.type = BodyType::Static});
             w.create_joint(RevoluteJointDef{.body_a = ground, .body_b = b, .anchor = w.find(b)->center()});
         }},
        {"destruction of a box", [](World& w, BodyHandle b) { w.destroy(b); }},
    };
    for (const Input& input : inputs) {
        SCOPED_TRACE(input.name);
        Piles piles(settings());
        ASSERT_TRUE(piles.settle());
        input.apply(piles.world, piles.left[2]);
        ASSERT_TRUE(is_valid_world(piles.world));
        EXPECT_EQ(piles.left_asleep(), 0);
        EXPECT_EQ(piles.right_asleep(), 3);
        piles.step();
        EXPECT_EQ(piles.left_asleep(), 0);
        EXPECT_EQ(piles.right_asleep(), 3);
    }
}

// The block under a pile is destroyed or teleported away, and the pile falls.
TEST_P(Sleep, RemovingSupportWakesThePile) {
    for (const bool destroy_block : {true, false}) {
        SCOPED_TRACE(destroy_block);
        Piles piles(settings());
        ASSERT_TRUE(piles.settle());
        if (destroy_block) {
            piles.world.destroy(piles.block);
        } else {
            piles.world.find(piles.block)->set_transform({-10.0f, 0.5f}, 0.0f);
        }
        EXPECT_EQ(piles.left_asleep(), 0);
        EXPECT_EQ(piles.right_asleep(), 3);
        const float start_y = piles.world.find(piles.left.back())->center().y;
        for (int i = 0; i < 15; ++i)
            piles.step();
        // In a quarter of a second a body falls freely by 0.3125 m.
        EXPECT_LT(piles.world.find(piles.left.back())->center().y, start_y - 0.25f);
    }
}

// A ball hits the middle of a pile; the whole pile wakes in the step that detects the contact.
TEST_P(Sleep, ImpactWakesThePile) {
    Piles piles(settings());
    ASSERT_TRUE(piles.settle());
    add_ball(piles.world, {-4.0f, 3.5f}, 0.25f, {.linear_velocity = {20.0f, 1.0f}});
    int i = 0;
    for (; i < 60 && piles.left_asleep() == 5; ++i)
        piles.step();
    EXPECT_EQ(piles.left_asleep(), 0);
    // 3.25 m at 20 m/s take 9.75 steps.
    EXPECT_GE(i, 9);
    EXPECT_LE(i, 12);
    EXPECT_EQ(piles.right_asleep(), 3);
}

// Boxes on a moving kinematic belt stay awake although they are slower than the sleep speed. They fall asleep
// after the belt stops, and wake when the belt starts again.
TEST_P(Sleep, MovingBeltKeepsBodiesOnItAwake) {
    World world(settings());
    const BodyHandle belt =
        world.create_body({.type = BodyType::Kinematic, .linear_velocity = {0.02f, 0.0f}});
    world.attach(belt, make_box({10.0f, 0.5f}, {0.0f, -0.5f}));
    const BodyHandle lower = add_box(world, {0.0f, 0.5f});
    const BodyHandle upper = add_box(world, {0.0f, 1.5f});
    for (int i = 0; i < 180; ++i) {
        world.step(time_step);
        ASSERT_FALSE(is_asleep(world, lower)) << "step " << i;
        ASSERT_FALSE(is_asleep(world, upper)) << "step " << i;
    }
    // 0.02 m/s for 3 s.
    EXPECT_NEAR(world.find(upper)->center().x, 0.06f, 0.005f);
    world.find(belt)->set_velocity({}, 0.0f);
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_TRUE(is_asleep(world, lower));
    EXPECT_TRUE(is_asleep(world, upper));
    const float start_x = world.find(upper)->center().x;
    world.find(belt)->set_velocity({0.5f, 0.0f}, 0.0f);
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_TRUE(is_valid_world(world));
    EXPECT_NEAR(world.find(upper)->center().x, start_x + 0.5f, 0.05f);
}

// The surface of the static block under a pile starts to move.
TEST_P(Sleep, StartingBeltWakesBodiesOnIt) {
    Piles piles(settings());
    ASSERT_TRUE(piles.settle());
    const ShapeHandle surface = piles.world.find(piles.block)->shapes().front();
    piles.world.set_material(surface, {.tangent_speed = 1.0f});
    EXPECT_EQ(piles.left_asleep(), 0);
    EXPECT_EQ(piles.right_asleep(), 3);
}

TEST_P(Sleep, BodyThatMayNotSleepKeepsItsIslandAwake) {
    World world(settings());
    add_floor(world);
    const BodyHandle lower = add_box(world, {0.0f, 0.5f});
    const BodyHandle upper = add_box(world, {0.0f, 1.5f}, 0.5f, {.allow_sleep = false});
    const BodyHandle alone = add_box(world, {5.0f, 0.5f});
    for (int i = 0; i < 180; ++i)
        world.step(time_step);
    EXPECT_FALSE(is_asleep(world, lower));
    EXPECT_FALSE(is_asleep(world, upper));
    EXPECT_TRUE(is_asleep(world, alone));
    EXPECT_TRUE(is_valid_world(world));
}

// A body that is created asleep in mid-air stays there until an impulse wakes it. Attaching a shape does not
// wake the body.
TEST_P(Sleep, BodyCreatedAsleepStaysInPlace) {
    World world(settings());
    add_floor(world);
    const BodyHandle body = world.create_body({.position = {0.0f, 5.0f}, .awake = false});
    world.attach(body, disc(0.5f));
    for (int i = 0; i < 60; ++i)
        world.step(time_step);
    EXPECT_TRUE(is_asleep(world, body));
    EXPECT_EQ(world.find(body)->center(), (Vec2{0.0f, 5.0f}));
    world.find(body)->apply_impulse({0.1f, 0.0f});
    for (int i = 0; i < 30; ++i)
        world.step(time_step);
    EXPECT_LT(world.find(body)->center().y, 4.0f);
    EXPECT_TRUE(is_valid_world(world));
}

// The contacts of a sleeping pile keep their impulses. After a torque of 0 has woken the pile, the boxes stay
// below the sleep speed and within 0.2 mm of their heights.
TEST_P(Sleep, WakingKeepsWarmStarting) {
    Piles piles(settings());
    ASSERT_TRUE(piles.settle());
    std::vector<Vec2> before;
    for (const BodyHandle box : piles.left)
        before.push_back(piles.world.find(box)->center());
    for (int i = 0; i < 30; ++i)
        piles.step();
    piles.world.find(piles.left[2])->apply_torque(0.0f);
    ASSERT_EQ(piles.left_asleep(), 0);
    for (int k = 0; k < 20; ++k) {
        const StepReport report = piles.world.step(time_step);
        EXPECT_EQ(report.warm_points, report.manifold_points) << "step " << k;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const BodyView box = *piles.world.find(piles.left[i]);
            EXPECT_NEAR(box.center().y, before[i].y, 2e-4f) << "step " << k << ", box " << i;
            EXPECT_LT(length(box.velocity().linear), 0.05f) << "step " << k << ", box " << i;
        }
    }
}

// Two jointed balls without contacts sleep and wake together.
TEST_P(Sleep, JointedBodiesShareAnIsland) {
    World world(settings());
    const BodyHandle ground = world.create_body({.type = BodyType::Static});
    const BodyHandle upper = add_ball(world, {0.0f, -1.0f}, 0.2f);
    const BodyHandle lower = add_ball(world, {0.0f, -2.0f}, 0.2f);
    world.create_joint(RevoluteJointDef{.body_a = ground, .body_b = upper, .anchor = {0.0f, 0.0f}});
    world.create_joint(RevoluteJointDef{.body_a = upper, .body_b = lower, .anchor = {0.0f, -1.0f}});
    for (int i = 0; i < 180; ++i)
        world.step(time_step);
    ASSERT_TRUE(is_asleep(world, upper));
    ASSERT_TRUE(is_asleep(world, lower));
    world.find(lower)->apply_impulse({0.5f, 0.0f});
    EXPECT_FALSE(is_asleep(world, upper));
    EXPECT_FALSE(is_asleep(world, lower));
    EXPECT_TRUE(is_valid_world(world));
}

TEST_P(Sleep, ChangingGravityOrDisablingSleepWakesAllBodies) {
    const auto asleep_after = [](auto change) {
        Piles piles(settings());
        EXPECT_TRUE(piles.settle());
        WorldSettings changed = settings();
        change(changed);
        EXPECT_TRUE(piles.world.set_settings(changed).has_value());
        EXPECT_TRUE(is_valid_world(piles.world));
        piles.step();
        return piles.left_asleep() + piles.right_asleep();
    };
    EXPECT_EQ(asleep_after([](WorldSettings& s) { s.gravity = {1.0f, -10.0f}; }), 0);
    EXPECT_EQ(asleep_after([](WorldSettings& s) { s.sleeping = false; }), 0);
    EXPECT_EQ(asleep_after([](WorldSettings& s) { s.velocity_iterations = 9; }), 8);
}

TEST_P(Sleep, SensorsDoNotWakeBodies) {
    Piles piles(settings());
    ASSERT_TRUE(piles.settle());
    const BodyHandle probe = piles.world.create_body(
        {.type = BodyType::Kinematic, .position = {-4.0f, 3.5f}, .linear_velocity = {10.0f, 0.0f}});
    piles.world.attach(probe, disc(0.25f), {.sensor = true});
    for (int i = 0; i < 60; ++i)
        piles.step();
    EXPECT_EQ(piles.left_asleep(), 5);
    EXPECT_EQ(piles.right_asleep(), 3);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Sleep, sleep_test_solvers, sleep_test_name);

}  // namespace
}  // namespace toibox
