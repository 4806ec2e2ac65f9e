// SPDX-License-Identifier: MIT

// One-way shapes: bodies from the open side pass as if the shape were not there, bodies from the solid side
// are stopped, and bodies on top stay there.

#include "toibox/dynamics/state_io.h"

#include "tests/unit/dynamics/one_way/one_way_support.h"

#include <algorithm>

namespace toibox {
namespace {

using namespace testing_support;

class OneWay : public OneWayWorlds {};
INSTANTIATE_TEST_SUITE_P(Solvers, OneWay,
                         ::testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses),
                         solver_name);

TEST(OneWayDef, InvalidDirectionIsRejected) {
    const auto error = [](const ShapeDef& def) {
        World world;
        const BodyHandle body = world.create_body();
        const auto attached = world.try_attach(body, disc(1), def);
        return attached ? std::string() : attached.error().field + " " + attached.error().message;
    };
    EXPECT_EQ(error({.one_way = Vec2{0, 0}}), "one_way must point to the solid side");
    EXPECT_EQ(error({.one_way = Vec2{nan, 0}}), "one_way.x is not a finite number");
    EXPECT_EQ(error({.sensor = true, .one_way = up}),
              "one_way must not be given for a sensor, which stops nothing");
    EXPECT_EQ(error({.one_way = Vec2{0, 1e-30f}}), "");
}

// The direction is stored with length 1 and survives serialisation.
TEST(OneWayDef, IsPartOfTheState) {
    World world;
    const ShapeHandle shape =
        world.attach(world.create_body({.type = BodyType::Static}), plank, {.one_way = Vec2{0, 3}});
    EXPECT_EQ(world.find(shape)->one_way, up);
    const auto read = read_state(write_state(world.state()));
    ASSERT_TRUE(read);
    const World& other = *read;
    EXPECT_EQ(other.find(shape)->one_way, up);
    EXPECT_TRUE(is_valid_world(other));
    world.state().shapes.one_way[shape.index] = {0, 0.5f};
    EXPECT_FALSE(is_valid_world(world));
}

// A body is thrown up from 2 m below the platform. It rises as in a world without the platform, lands on top
// and falls asleep there.
TEST_P(OneWay, BodiesPassFromBelowAndRestOnTop) {
    for (const NamedBody& named_body : named_bodies()) {
        SCOPED_TRACE(named_body.name);
        WorldSettings settings = settings_for(GetParam());
        settings.sleeping = true;
        World world(settings);
        World empty(settings);
        const BodyDef def{.position = {0.1f, -2}, .linear_velocity = {0, 9}};
        const BodyHandle body = add_named_body(world, named_body, def);
        add_named_body(empty, named_body, def);
        add_body(world, {.type = BodyType::Static}, plank, platform_def);
        expect_same_motion(world, empty, body, 54);  // up to the apex
        run(world, 6.0f);
        EXPECT_GT(position_of(world, body).y, -0.02f);
        EXPECT_LT(position_of(world, body).y, 0.6f);
        EXPECT_FALSE(world.find(body)->is_awake());
    }
}

// A body that stops halfway through the plank was never above the plank and must fall back.
TEST_P(OneWay, BodyThatRisesHalfwayFallsBack) {
    for (const NamedBody& named_body : named_bodies()) {
        SCOPED_TRACE(named_body.name);
        World world = make_world();
        World empty = make_world();
        const BodyDef def{.position = {0, -2}, .linear_velocity = {0, std::sqrt(2 * 10 * 1.9f)}};
        const BodyHandle body = add_named_body(world, named_body, def);
        add_named_body(empty, named_body, def);
        const BodyHandle platform = add_body(world, {.type = BodyType::Static}, plank, platform_def);
        for (int i = 0; i < 37; ++i) {
            world.step(time_step);
            empty.step(time_step);
        }
        ASSERT_FALSE(world.contacts().empty());
        for (const Contact& contact : world.contacts()) {
            EXPECT_EQ(contact.response, ContactResponse::Passed);
            EXPECT_EQ(contact.count, 0);
        }
        expect_same_motion(world, empty, body, 60);
        world.destroy(platform);
        EXPECT_TRUE(is_valid_world(world));
    }
}

// Bodies fly horizontally into the edge of the plank and pass through.
TEST_P(OneWay, BodiesPassFromTheSide) {
    for (const NamedBody& named_body : named_bodies()) {
        for (const float speed : {2.0f, 20.0f, 200.0f}) {
            SCOPED_TRACE(named_body.name + " at " + std::to_string(speed));
            World world(settings_for(GetParam()));
            World empty(settings_for(GetParam()));
            const BodyDef def{.position = {-3, 0.05f}, .linear_velocity = {speed, 0}, .gravity_scale = 0};
            const BodyHandle body = add_named_body(world, named_body, def, 0.5f);
            add_named_body(empty, named_body, def, 0.5f);
            add_body(world, {.type = BodyType::Static}, plank, platform_def);
            expect_same_motion(world, empty, body, 150);
        }
    }
}

// For several speeds, policies and restitutions. The plank is 2 cm thick.
TEST_P(OneWay, BulletsPassFromBelowAndAreStoppedFromAbove) {
    const Shape thin = make_box({2, 0.01f}, {0, -0.01f});
    for (const ContinuousPolicy policy :
         {ContinuousPolicy::SubstepAtImpact, ContinuousPolicy::StopAtImpact,
          ContinuousPolicy::AdvanceToFirstImpact, ContinuousPolicy::Speculative}) {
        if (!are_compatible(GetParam(), policy)) continue;
        for (const float speed : {10.0f, 77.0f, 300.0f}) {
            SCOPED_TRACE(policy_name(policy) + " at " + std::to_string(speed));
            for (const float restitution : {0.0f, 0.8f}) {
                World world = make_world(policy);
                World empty = make_world(policy);
                const BodyDef rising{
                    .position = {0, -5}, .linear_velocity = {0, speed}, .gravity_scale = 0, .bullet = true};
                const NamedBody named_body{"ball", {disc(0.1f)}};
                const BodyHandle body = add_named_body(world, named_body, rising, restitution);
                add_named_body(empty, named_body, rising, restitution);
                add_body(world, {.type = BodyType::Static}, thin, platform_def);
                expect_same_motion(world, empty, body, 60);

                World falling_world = make_world(policy);
                BodyDef falling = rising;
                falling.position = {0, 5};
                falling.linear_velocity = {0, -speed};
                const BodyHandle fallen = add_named_body(falling_world, named_body, falling, restitution);
                add_body(falling_world, {.type = BodyType::Static}, thin, platform_def);
                run(falling_world, 1.0f);
                EXPECT_GT(position_of(falling_world, fallen).y, 0.08f);
            }
        }
    }
}

// A body that is created deep in the platform falls through. A body that is created on top, with an overlap
// of 5 mm, stays there.
TEST_P(OneWay, NewBodyPassesOrRestsDependingOnItsDepth) {
    for (const float y : {-0.1f, 0.1f, 0.295f}) {
        World world = make_world();
        const BodyHandle body = add_ball(world, {0, y}, 0.3f);
        add_body(world, {.type = BodyType::Static}, plank, platform_def);
        run(world, 1.0f);
        EXPECT_EQ(position_of(world, body).y > 0.25f, y == 0.295f) << "created at " << y;
    }
}

// A ball rests on the platform. It falls through after a teleport into the plank, and lands after a teleport
// above the plank.
TEST_P(OneWay, TeleportResetsTheDecision) {
    World world = make_world();
    const BodyHandle body = add_ball(world, {0, 0.31f}, 0.3f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    run(world, 0.5f);
    world.find(body)->set_transform({0.5f, 0.1f}, 0);
    run(world, 0.3f);
    EXPECT_LT(position_of(world, body).y, 0.0f);
    world.find(body)->set_transform({0.5f, 1}, 0);
    world.find(body)->set_velocity({0, 0}, 0);
    run(world, 1.0f);
    EXPECT_NEAR(position_of(world, body).y, 0.3f, 0.01f);
}

// A filter lets a body fall into the platform. When the filter is reset, the new contact is deep, so the body
// falls through.
TEST_P(OneWay, BodyInsideAfterAFilterChangeFallsThrough) {
    World world = make_world();
    const BodyHandle body = add_ball(world, {0, 0.3f}, 0.3f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    run(world, 0.5f);
    const ShapeHandle shape = world.find(body)->shapes().front();
    world.set_filter(shape, {.mask = 0});
    run(world, 0.2f);
    world.set_filter(shape, {});
    run(world, 0.5f);
    EXPECT_LT(position_of(world, body).y, -0.5f);
}

// A ball bounces on top with its restitution. A fast bullet passes the plank from below, bounces off a
// ceiling, and hits the top of the plank within the same step.
TEST_P(OneWay, BallBouncesOnTop) {
    World world = make_world();
    const NamedBody named_body{"ball", {disc(0.2f)}};
    const BodyHandle ball = add_named_body(world, named_body, {.position = {0, 1.2f}}, 0.8f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    float max_height = 0;
    for (int i = 0; i < 50; ++i) {
        world.step(time_step);
        if (i > 30) max_height = std::max(max_height, position_of(world, ball).y);
    }
    EXPECT_NEAR(max_height, 0.2f + 0.64f, 0.06f);

    World room = make_world();
    const BodyHandle shot = add_named_body(
        room, named_body,
        {.position = {0, -5}, .linear_velocity = {0, 250}, .gravity_scale = 0, .bullet = true}, 1.0f);
    add_body(room, {.type = BodyType::Static}, plank, platform_def);
    add_body(room, {.type = BodyType::Static}, make_box({2, 0.5f}, {0, 1.5f}));
    run(room, 1.0f);
    EXPECT_GT(position_of(room, shot).y, 0.19f);
    EXPECT_LT(position_of(room, shot).y, 0.81f);
    EXPECT_NEAR(length(room.find(shot)->velocity().linear), 250, 1);
}

// The world is copied and serialised while a ball passes through the platform.
TEST_P(OneWay, ContinuesIdenticallyInACopyAndAfterSerialisation) {
    World world = make_world();
    add_ball(world, {0, -1}, 0.3f, {.linear_velocity = {0, 7}});
    add_box(world, {1, 0.3f}, 0.3f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    run(world, 0.15f);
    World copy = world;
    auto from_bytes = read_state(write_state(world.state()));
    ASSERT_TRUE(from_bytes);
    World& read = *from_bytes;
    for (int i = 0; i < 120; ++i) {
        for (World* tested : {&world, &copy, &read})
            tested->step(time_step);
        ASSERT_EQ(world.hash(), copy.hash());
        ASSERT_EQ(world.hash(), read.hash());
    }
}

// A begin event is emitted when the ball lands. A small bounce may add an end and a begin event.
TEST_P(OneWay, OnlyTheLandingEmitsEvents) {
    World world = make_world();
    add_ball(world, {0, -1}, 0.3f, {.linear_velocity = {0, 8}});
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    int begins = 0;
    int ends = 0;
    int hits = 0;
    for (int i = 0; i < 180; ++i) {
        world.step(time_step);
        begins += static_cast<int>(world.events().begin.size());
        ends += static_cast<int>(world.events().end.size());
        hits += static_cast<int>(world.events().hit.size());
    }
    EXPECT_EQ(begins - ends, 1);
    EXPECT_LE(begins, 2) << "a small bounce is allowed";
    EXPECT_LE(hits, 1);
}

TEST_P(OneWay, PausingAndThreadsDoNotChangeTheResult) {
    WorldSettings settings = settings_for(GetParam());
    World unpaused(settings);
    settings.stop_at_each_impact = true;
    World paused(settings);
    for (World* world : {&unpaused, &paused}) {
        for (int i = 0; i < 12; ++i) {
            const auto x = static_cast<float>(i);
            const float speed = i % 2 == 0 ? 60.0f : -60.0f;
            const BodyHandle ball = world->create_body(
                {.position = {x, i % 2 == 0 ? -3.0f : 3.0f}, .linear_velocity = {0, speed}, .bullet = true});
            world->attach(ball, disc(0.2f), {.material = {.restitution = 0.9f}});
            world->attach(ball, disc(0.1f, {0, 0.3f}), {.material = {.restitution = 0.9f}});
        }
        add_body(*world, {.type = BodyType::Static}, make_box({20, 0.1f}, {0, -0.1f}), platform_def);
        add_body(*world, {.type = BodyType::Static}, make_box({20, 0.5f}, {0, 4.5f}));
    }
    paused.set_execution({.threads = 3});
    for (int i = 0; i < 60; ++i) {
        unpaused.step(time_step);
        while (!paused.step(time_step).complete) {
        }
        for (const BodyHandle body : unpaused.bodies())
            ASSERT_EQ(unpaused.find(body)->center(), paused.find(body)->center()) << "step " << i;
    }
}

// Solvers without constraint rows use the same contacts.
TEST(OneWayDef, WorksUnderSolversWithoutRows) {
    for (const SolverKind solver : {SolverKind::Penalty, SolverKind::PushBack}) {
        World world(settings_for(solver, ContinuousPolicy::Off));
        const BodyHandle ball = add_ball(world, {0, -1}, 0.3f, {.linear_velocity = {0, 7}});
        add_body(world, {.type = BodyType::Static}, plank, platform_def);
        for (int i = 0; i < 200; ++i) {
            world.step(time_step);
            if (i == 10) {
                EXPECT_NEAR(world.find(ball)->velocity().linear.y, 7 - 11 * 10 * time_step, 1e-4f);
            }
        }
        EXPECT_GT(world.find(ball)->position().y, 0.2f) << static_cast<int>(solver);
    }
}

}  // namespace
}  // namespace toibox
