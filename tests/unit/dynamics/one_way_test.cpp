// SPDX-License-Identifier: MIT

// One-way shapes: what comes from the open side flies on as if they were not there, what comes from the solid
// side is stopped, and what stands on one stays.

#include "toibox/dynamics/state_io.h"

#include "tests/unit/dynamics/one_way_support.h"

#include <algorithm>

namespace toibox {
namespace {

using namespace testing_support;

class OneWay : public OneWayWorlds {};
INSTANTIATE_TEST_SUITE_P(Solvers, OneWay,
                         ::testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses),
                         solver_name);

TEST(OneWayDef, RefusesWhatIsNoDirection) {
    const auto error = [](const ShapeDef& def) {
        World world;
        const BodyHandle body = world.create_body();
        const auto made = world.try_attach(body, disc(1), def);
        return made ? std::string() : made.error().field + " " + made.error().message;
    };
    EXPECT_EQ(error({.one_way = Vec2{0, 0}}), "one_way must point to the side that is solid");
    EXPECT_EQ(error({.one_way = Vec2{nan, 0}}), "one_way.x is not a finite number");
    EXPECT_EQ(error({.sensor = true, .one_way = up}),
              "one_way must not be given for a sensor, which stops nothing");
    EXPECT_EQ(error({.one_way = Vec2{0, 1e-30f}}), "");
}

// The direction is kept with length 1, and a copy of the bytes has it.
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

// Thrown up from 2 m below, at every shape and speed the way up is that of a world without the platform; then
// it lands on top and falls asleep there.
TEST_P(OneWay, LetsPassFromBelowAndHoldsOnTop) {
    for (const Thing& thing : things()) {
        SCOPED_TRACE(thing.name);
        WorldSettings settings = settings_for(GetParam());
        settings.sleeping = true;
        World world(settings);
        World empty(settings);
        const BodyDef def{.position = {0.1f, -2}, .linear_velocity = {0, 9}};
        const BodyHandle body = add_thing(world, thing, def);
        add_thing(empty, thing, def);
        add_body(world, {.type = BodyType::Static}, plank, platform_def);
        expect_same_flight(world, empty, body, 54);  // to the highest point
        run(world, 6.0f);
        EXPECT_GT(place(world, body).y, -0.02f);
        EXPECT_LT(place(world, body).y, 0.6f);
        EXPECT_FALSE(world.find(body)->is_awake());
    }
}

// It comes to a stop halfway through the plank and falls back: it never was above.
TEST_P(OneWay, LetsFallBackWhatRoseHalfway) {
    for (const Thing& thing : things()) {
        SCOPED_TRACE(thing.name);
        World world = make_world();
        World empty = make_world();
        const BodyDef def{.position = {0, -2}, .linear_velocity = {0, std::sqrt(2 * 10 * 1.9f)}};
        const BodyHandle body = add_thing(world, thing, def);
        add_thing(empty, thing, def);
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
        expect_same_flight(world, empty, body, 60);
        world.destroy(platform);
        EXPECT_TRUE(is_valid_world(world));
    }
}

// Level with the plank, and through it.
TEST_P(OneWay, LetsPassFromTheSide) {
    for (const Thing& thing : things()) {
        for (const float speed : {2.0f, 20.0f, 200.0f}) {
            SCOPED_TRACE(thing.name + " at " + std::to_string(speed));
            World world(settings_for(GetParam()));
            World empty(settings_for(GetParam()));
            const BodyDef def{.position = {-3, 0.05f}, .linear_velocity = {speed, 0}, .gravity_scale = 0};
            const BodyHandle body = add_thing(world, thing, def, 0.5f);
            add_thing(empty, thing, def, 0.5f);
            add_body(world, {.type = BodyType::Static}, plank, platform_def);
            expect_same_flight(world, empty, body, 150);
        }
    }
}

// A bullet passes from below at any speed, policy and rate; from above it does not get through.
TEST_P(OneWay, LetsBulletsPassFromBelowAndStopsThemFromAbove) {
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
                const Thing thing{"ball", {disc(0.1f)}};
                const BodyHandle body = add_thing(world, thing, rising, restitution);
                add_thing(empty, thing, rising, restitution);
                add_body(world, {.type = BodyType::Static}, thin, platform_def);
                expect_same_flight(world, empty, body, 60);

                World fall = make_world(policy);
                BodyDef falling = rising;
                falling.position = {0, 5};
                falling.linear_velocity = {0, -speed};
                const BodyHandle fallen = add_thing(fall, thing, falling, restitution);
                add_body(fall, {.type = BodyType::Static}, thin, platform_def);
                run(fall, 1.0f);
                EXPECT_GT(place(fall, fallen).y, 0.08f);
            }
        }
    }
}

// What is made in the middle of the platform falls out; what is made on it, a little deep, stays.
TEST_P(OneWay, DecidesByPlaceForWhatIsCreatedOnIt) {
    for (const float y : {-0.1f, 0.1f, 0.295f}) {
        World world = make_world();
        const BodyHandle body = add_ball(world, {0, y}, 0.3f);
        add_body(world, {.type = BodyType::Static}, plank, platform_def);
        run(world, 1.0f);
        EXPECT_EQ(place(world, body).y > 0.25f, y == 0.295f) << "made at " << y;
    }
}

TEST_P(OneWay, DecidesAnewAfterTeleport) {
    World world = make_world();
    const BodyHandle body = add_ball(world, {0, 0.31f}, 0.3f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    run(world, 0.5f);
    world.find(body)->set_transform({0.5f, 0.1f}, 0);
    run(world, 0.3f);
    EXPECT_LT(place(world, body).y, 0.0f);
    world.find(body)->set_transform({0.5f, 1}, 0);
    world.find(body)->set_velocity({0, 0}, 0);
    run(world, 1.0f);
    EXPECT_NEAR(place(world, body).y, 0.3f, 0.01f);
}

// A body that a filter has let in falls through when the filter changes: its contact is new, and deep.
TEST_P(OneWay, LetsPassWhatAFilterLetIn) {
    World world = make_world();
    const BodyHandle body = add_ball(world, {0, 0.3f}, 0.3f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    run(world, 0.5f);
    const ShapeHandle shape = world.find(body)->shapes().front();
    world.set_filter(shape, {.mask = 0});
    run(world, 0.2f);
    world.set_filter(shape, {});
    run(world, 0.5f);
    EXPECT_LT(place(world, body).y, -0.5f);
}

// Bounces on top with its restitution; and of a ceiling above the plank, within one step, back onto it.
TEST_P(OneWay, BouncesOnTop) {
    World world = make_world();
    const Thing thing{"ball", {disc(0.2f)}};
    const BodyHandle ball = add_thing(world, thing, {.position = {0, 1.2f}}, 0.8f);
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    float highest = 0;
    for (int i = 0; i < 50; ++i) {
        world.step(time_step);
        if (i > 30) highest = std::max(highest, place(world, ball).y);
    }
    EXPECT_NEAR(highest, 0.2f + 0.64f, 0.06f);

    World room = make_world();
    const BodyHandle shot = add_thing(
        room, thing, {.position = {0, -5}, .linear_velocity = {0, 250}, .gravity_scale = 0, .bullet = true},
        1.0f);
    add_body(room, {.type = BodyType::Static}, plank, platform_def);
    add_body(room, {.type = BodyType::Static}, make_box({2, 0.5f}, {0, 1.5f}));
    run(room, 1.0f);
    EXPECT_GT(place(room, shot).y, 0.19f);
    EXPECT_LT(place(room, shot).y, 0.81f);
    EXPECT_NEAR(length(room.find(shot)->velocity().linear), 250, 1);
}

// Copied while something passes, and read from its bytes, a world goes on with the same bits.
TEST_P(OneWay, GoesOnFromACopy) {
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
        for (World* each : {&world, &copy, &read})
            each->step(time_step);
        ASSERT_EQ(world.hash(), copy.hash());
        ASSERT_EQ(world.hash(), read.hash());
    }
}

// One begin event when it lands, none on the way through.
TEST_P(OneWay, TellsOfTheLandingAlone) {
    World world = make_world();
    add_ball(world, {0, -1}, 0.3f, {.linear_velocity = {0, 8}});
    add_body(world, {.type = BodyType::Static}, plank, platform_def);
    int begun = 0;
    int ended = 0;
    int hits = 0;
    for (int i = 0; i < 180; ++i) {
        world.step(time_step);
        begun += static_cast<int>(world.events().begin.size());
        ended += static_cast<int>(world.events().end.size());
        hits += static_cast<int>(world.events().hit.size());
    }
    EXPECT_EQ(begun - ended, 1);
    EXPECT_LE(begun, 2) << "it may bounce a little";
    EXPECT_LE(hits, 1);
}

// Held at each impact, and computed by several workers, it takes the same way.
TEST_P(OneWay, GoesTheSameWayInParts) {
    WorldSettings settings = settings_for(GetParam());
    World whole(settings);
    settings.stop_at_each_impact = true;
    World held(settings);
    for (World* world : {&whole, &held}) {
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
    held.set_execution({.threads = 3});
    for (int i = 0; i < 60; ++i) {
        whole.step(time_step);
        while (!held.step(time_step).complete) {
        }
        for (const BodyHandle body : whole.bodies())
            ASSERT_EQ(whole.find(body)->center(), held.find(body)->center()) << "step " << i;
    }
}

// Solvers without rows get their overlaps from the same contacts.
TEST(OneWayDef, HoldsUnderEverySolver) {
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
