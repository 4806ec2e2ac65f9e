// SPDX-License-Identifier: MIT
// Sensors: who is told of, when, and that nobody feels it.
#include "toibox/dynamics/world_state.h"

#include "tests/support/worlds.h"

namespace toibox {
namespace {

using namespace testing_support;

/// How often a pair of bodies began and ended to overlap.
struct SensorEvents {
    int begun = 0;
    int ended = 0;
    friend bool operator==(const SensorEvents&, const SensorEvents&) = default;
};

void add_events(const World& world, SensorEvents& told) {
    told.begun += static_cast<int>(world.events().begin.size());
    told.ended += static_cast<int>(world.events().end.size());
}

/// A sensor of 2 × 2 m at the origin on a body of one type; a disc of another passes it at 3 m/s from the
/// left, both on kinematic bodies that move as told if they are not static.
SensorEvents pass(SolverKind solver, BodyType gate_type, BodyType visitor_type,
                  const Filter& gate_filter = {}, const Filter& visitor_filter = {}) {
    World world({.gravity = {0, 0}, .solver = solver, .substeps = 4});
    const bool gate_moves = visitor_type == BodyType::Static;
    const BodyHandle gate =
        world.create_body({.type = gate_type, .linear_velocity = {gate_moves ? -3.0f : 0.0f, 0}});
    world.attach(gate, make_box({1, 1}), {.filter = gate_filter, .sensor = true});
    const BodyHandle visitor = world.create_body(
        {.type = visitor_type, .position = {-3, 0}, .linear_velocity = {gate_moves ? 0.0f : 3.0f, 0}});
    world.attach(visitor, disc(0.5f), {.filter = visitor_filter});
    SensorEvents told;
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        add_events(world, told);
    }
    EXPECT_TRUE(is_valid_world(world));
    return told;
}

TEST(Sensor, TellsOfEveryPairThatIsNotBothStatic) {
    const SensorEvents once{1, 1};
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const BodyType gate : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
            for (const BodyType visitor : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
                const bool both_static = gate == BodyType::Static && visitor == BodyType::Static;
                EXPECT_EQ(pass(solver, gate, visitor), both_static ? SensorEvents{} : once)
                    << static_cast<int>(gate) << " meets " << static_cast<int>(visitor);
            }
        }
    }
}

TEST(Sensor, RespectsFilters) {
    EXPECT_EQ(pass(SolverKind::SoftStep, BodyType::Static, BodyType::Dynamic, {.mask = 2}, {.category = 2}),
              (SensorEvents{1, 1}));
    EXPECT_EQ(pass(SolverKind::SoftStep, BodyType::Static, BodyType::Dynamic, {.mask = 2}, {.category = 4}),
              SensorEvents{});
    EXPECT_EQ(pass(SolverKind::SoftStep, BodyType::Static, BodyType::Kinematic, {.group = -1}, {.group = -1}),
              SensorEvents{});
}

// Deep inside, corner to corner, or hardly at all: overlap is overlap. A box of 0.4 m in a disc of 5 m.
TEST(Sensor, SeesWhatLiesWhollyInside) {
    World world({.gravity = {0, 0}});
    const BodyHandle area = world.create_body({.type = BodyType::Static});
    world.attach(area, disc(5), {.sensor = true});
    add_box(world, {1, 2}, 0.2f);
    world.step(time_step);
    EXPECT_EQ(world.events().begin.size(), 1u);
}

// It neither wakes whoever sleeps in it nor keeps him awake.
TEST(Sensor, LeavesSleepingBodiesAsleep) {
    World world({.solver = SolverKind::SoftStep, .substeps = 4, .sleeping = true});
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    const BodyHandle door =
        world.create_body({.type = BodyType::Kinematic, .position = {-9, 1}, .linear_velocity = {1, 0}});
    world.attach(door, make_box({0.5f, 1.5f}), {.sensor = true});
    int begun = 0;
    int awake_since = 0;
    for (int i = 0; i < 1200; ++i) {
        world.step(time_step);
        for (const ContactEvent& event : world.events().begin)
            begun += world.find(event.a)->sensor || world.find(event.b)->sensor ? 1 : 0;
        if (world.state().bodies.sleep[box.index].island == null_index) awake_since = i;
    }
    EXPECT_EQ(begun, 2);  // The box and the floor.
    EXPECT_LT(awake_since, 120);
}

// A lift that carries a sensor up through a static shelf: neither can be pushed, both are told of.
TEST(Sensor, OnALiftPushesNobody) {
    World world;
    const BodyHandle shelf = world.create_body({.type = BodyType::Static});
    world.attach(shelf, make_box({3, 0.1f}, {0, 2}));
    const BodyHandle lift = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {0, 2}});
    world.attach(lift, make_box({0.5f, 0.5f}), {.sensor = true});
    const BodyHandle rider = add_ball(world, {0.2f, 4}, 0.3f);
    World alone;
    const BodyHandle twin_shelf = alone.create_body({.type = BodyType::Static});
    alone.attach(twin_shelf, make_box({3, 0.1f}, {0, 2}));
    const BodyHandle twin = add_ball(alone, {0.2f, 4}, 0.3f);
    SensorEvents told;
    for (int i = 0; i < 180; ++i) {
        world.step(time_step);
        alone.step(time_step);
        add_events(world, told);
        ASSERT_EQ(world.find(rider)->center(), alone.find(twin)->center()) << i;
    }
    // The ball meets the shelf (once) and the lift's sensor; the lift's sensor meets the shelf.
    EXPECT_EQ(told.begun, 3);
    EXPECT_EQ(told.ended, 2);
}

// What a sensor was told of ends when either is destroyed, teleported away or filtered out.
TEST(Sensor, EndsWithWhatItSaw) {
    for (int way = 0; way < 3; ++way) {
        World world({.gravity = {0, 0}});
        const BodyHandle gate = world.create_body({.type = BodyType::Static});
        const ShapeHandle sensor = world.attach(gate, make_box({1, 1}), {.sensor = true});
        const BodyHandle ball = add_ball(world, {0, 0});
        world.step(time_step);
        ASSERT_EQ(world.events().begin.size(), 1u);
        if (way == 0) world.destroy(ball);
        if (way == 1) world.find(ball)->set_transform({9, 0}, 0);
        if (way == 2) world.set_filter(sensor, {.mask = 0});
        world.step(time_step);
        EXPECT_EQ(world.events().end.size(), 1u) << way;
        EXPECT_TRUE(world.contacts().empty());
    }
}

}  // namespace
}  // namespace toibox
