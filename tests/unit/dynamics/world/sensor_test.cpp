// SPDX-License-Identifier: MIT
// Sensors: which pairs emit events and when, and that sensors do not affect motion.
#include "toibox/dynamics/world_state.h"

#include "tests/support/worlds.h"

namespace toibox {
namespace {

using namespace testing_support;

/// Number of begin and end events.
struct SensorEvents {
    int begins = 0;
    int ends = 0;
    friend bool operator==(const SensorEvents&, const SensorEvents&) = default;
};

void add_events(const World& world, SensorEvents& counted) {
    counted.begins += static_cast<int>(world.events().begin.size());
    counted.ends += static_cast<int>(world.events().end.size());
}

/// Events of a sensor of 2 × 2 m at the origin, on a body of type `gate_type`, and a disc on a body of type
/// `visitor_type`. The disc passes through the sensor at 3 m/s from the left; if the disc is static, the
/// sensor moves instead.
SensorEvents events_of_passage(SolverKind solver, BodyType gate_type, BodyType visitor_type,
                               const Filter& gate_filter = {}, const Filter& visitor_filter = {}) {
    World world({.gravity = {0, 0}, .solver = solver, .substeps = 4});
    const bool is_gate_moving = visitor_type == BodyType::Static;
    const BodyHandle gate =
        world.create_body({.type = gate_type, .linear_velocity = {is_gate_moving ? -3.0f : 0.0f, 0}});
    world.attach(gate, make_box({1, 1}), {.filter = gate_filter, .sensor = true});
    const BodyHandle visitor = world.create_body(
        {.type = visitor_type, .position = {-3, 0}, .linear_velocity = {is_gate_moving ? 0.0f : 3.0f, 0}});
    world.attach(visitor, disc(0.5f), {.filter = visitor_filter});
    SensorEvents counted;
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        add_events(world, counted);
    }
    EXPECT_TRUE(is_valid_world(world));
    return counted;
}

TEST(Sensor, ReportsEveryPairUnlessBothAreStatic) {
    const SensorEvents once{1, 1};
    for (const SolverKind solver : {SolverKind::SequentialImpulses, SolverKind::SoftStep}) {
        for (const BodyType gate : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
            for (const BodyType visitor : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
                const bool both_static = gate == BodyType::Static && visitor == BodyType::Static;
                EXPECT_EQ(events_of_passage(solver, gate, visitor), both_static ? SensorEvents{} : once)
                    << static_cast<int>(gate) << " and " << static_cast<int>(visitor);
            }
        }
    }
}

TEST(Sensor, RespectsFilters) {
    EXPECT_EQ(events_of_passage(SolverKind::SoftStep, BodyType::Static, BodyType::Dynamic, {.mask = 2},
                                {.category = 2}),
              (SensorEvents{1, 1}));
    EXPECT_EQ(events_of_passage(SolverKind::SoftStep, BodyType::Static, BodyType::Dynamic, {.mask = 2},
                                {.category = 4}),
              SensorEvents{});
    EXPECT_EQ(events_of_passage(SolverKind::SoftStep, BodyType::Static, BodyType::Kinematic, {.group = -1},
                                {.group = -1}),
              SensorEvents{});
}

// A box of 0.4 m inside a disc of radius 5 m.
TEST(Sensor, ReportsAShapeCompletelyInside) {
    World world({.gravity = {0, 0}});
    const BodyHandle area = world.create_body({.type = BodyType::Static});
    world.attach(area, disc(5), {.sensor = true});
    add_box(world, {1, 2}, 0.2f);
    world.step(time_step);
    EXPECT_EQ(world.events().begin.size(), 1u);
}

// A sensor passes a box. The sensor must neither wake the box nor keep the box awake.
TEST(Sensor, LeavesSleepingBodiesAsleep) {
    World world({.solver = SolverKind::SoftStep, .substeps = 4, .sleeping = true});
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    const BodyHandle door =
        world.create_body({.type = BodyType::Kinematic, .position = {-9, 1}, .linear_velocity = {1, 0}});
    world.attach(door, make_box({0.5f, 1.5f}), {.sensor = true});
    int begins = 0;
    int last_awake_step = 0;
    for (int i = 0; i < 1200; ++i) {
        world.step(time_step);
        for (const ContactEvent& event : world.events().begin)
            begins += world.find(event.a)->sensor || world.find(event.b)->sensor ? 1 : 0;
        if (world.state().bodies.sleep[box.index].island == null_index) last_awake_step = i;
    }
    EXPECT_EQ(begins, 2);  // the box and the floor
    EXPECT_LT(last_awake_step, 120);
}

// A ball falls onto a static shelf, and a kinematic lift carries a sensor up through the shelf and the ball.
// Events are emitted, and the ball moves as in a world without the lift.
TEST(Sensor, OnALiftPushesNothing) {
    World world;
    const BodyHandle shelf = world.create_body({.type = BodyType::Static});
    world.attach(shelf, make_box({3, 0.1f}, {0, 2}));
    const BodyHandle lift = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {0, 2}});
    world.attach(lift, make_box({0.5f, 0.5f}), {.sensor = true});
    const BodyHandle ball = add_ball(world, {0.2f, 4}, 0.3f);
    World without_lift;
    const BodyHandle other_shelf = without_lift.create_body({.type = BodyType::Static});
    without_lift.attach(other_shelf, make_box({3, 0.1f}, {0, 2}));
    const BodyHandle other_ball = add_ball(without_lift, {0.2f, 4}, 0.3f);
    SensorEvents counted;
    for (int i = 0; i < 180; ++i) {
        world.step(time_step);
        without_lift.step(time_step);
        add_events(world, counted);
        ASSERT_EQ(world.find(ball)->center(), without_lift.find(other_ball)->center()) << i;
    }
    // Three pairs: ball and shelf, ball and sensor, sensor and shelf. The ball still lies on the shelf at the
    // end.
    EXPECT_EQ(counted.begins, 3);
    EXPECT_EQ(counted.ends, 2);
}

// The ball is destroyed or teleported away, or the sensor's mask is set to 0.
TEST(Sensor, EmitsAnEndEventWhenAContactIsRemoved) {
    for (int removal = 0; removal < 3; ++removal) {
        World world({.gravity = {0, 0}});
        const BodyHandle gate = world.create_body({.type = BodyType::Static});
        const ShapeHandle sensor = world.attach(gate, make_box({1, 1}), {.sensor = true});
        const BodyHandle ball = add_ball(world, {0, 0});
        world.step(time_step);
        ASSERT_EQ(world.events().begin.size(), 1u);
        if (removal == 0) world.destroy(ball);
        if (removal == 1) world.find(ball)->set_transform({9, 0}, 0);
        if (removal == 2) world.set_filter(sensor, {.mask = 0});
        world.step(time_step);
        EXPECT_EQ(world.events().end.size(), 1u) << removal;
        EXPECT_TRUE(world.contacts().empty());
    }
}

}  // namespace
}  // namespace toibox
