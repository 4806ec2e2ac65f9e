// SPDX-License-Identifier: MIT

// With a policy that computes times of impact, no body passes a sensor undetected: each crossing has one
// begin and one end event, at any speed and with any motion. The oracle samples the motion of each step and
// computes distances by brute force.

#include "tests/support/gap.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// Numbers of begin and end events of pairs with a sensor.
struct SensorEvents {
    int begun = 0;
    int ended = 0;

    void add(const World& world) {
        const std::vector<std::uint8_t>& sensor = world.state().shapes.sensor;
        const auto count = [&](const std::vector<ContactEvent>& events) {
            return static_cast<int>(std::ranges::count_if(events, [&](const ContactEvent& event) {
                return (sensor[event.a.index] | sensor[event.b.index]) != 0;
            }));
        };
        begun += count(world.events().begin);
        ended += count(world.events().end);
    }
    friend bool operator==(const SensorEvents&, const SensorEvents&) = default;
};

void PrintTo(const SensorEvents& events, std::ostream* out) {
    *out << events.begun << " begun, " << events.ended << " ended";
}

/// Follows the gap between two shapes through the steps of a world.
class GapTracker {
public:
    GapTracker(const World& world, ShapeHandle a, ShapeHandle b) : world_(world), a_(a), b_(b) {}

    void follow_last_step() {
        const Sweep a = world_.find(world_.find(a_)->body)->last_sweep();
        const Sweep b = world_.find(world_.find(b_)->body)->last_sweep();
        const double max_motion = distance(a.c0, a.c1) + distance(b.c0, b.c1) +
                                  reach * (std::abs(a.delta_angle) + std::abs(b.delta_angle));
        for (double t = 0.0; t < 1.0;) {
            const double gap =
                gap_at(world_.find(a_)->geometry, pose_at(a, t), world_.find(b_)->geometry, pose_at(b, t));
            update(gap);
            if (!(max_motion > 0.0)) return;
            t += std::max(std::abs(gap), min_sample_distance) / max_motion;
        }
    }
    [[nodiscard]] int crossings() const { return crossings_; }
    [[nodiscard]] bool is_inside() const { return overlaps_; }
    [[nodiscard]] double min_gap() const { return min_gap_; }
    /// Whether an overlap, or a gap between two overlaps, was too thin to be detected reliably.
    [[nodiscard]] bool is_unsure() const { return is_unsure_ || std::abs(extreme_) < thin; }

private:
    void update(double gap) {
        min_gap_ = std::min(min_gap_, gap);
        const bool overlaps = gap < 0.0;
        if (overlaps != overlaps_) {
            is_unsure_ = is_unsure_ || std::abs(extreme_) < thin;
            crossings_ += overlaps ? 1 : 0;
            extreme_ = gap;
        }
        overlaps_ = overlaps;
        if (std::abs(gap) > std::abs(extreme_)) extreme_ = gap;
    }

    static constexpr double reach = 2.0;  ///< Larger than the extent of any shape here, metres.
    static constexpr double min_sample_distance = 2e-4;  ///< Metres.
    static constexpr double thin = 1e-3;                 ///< Metres.

    const World& world_;
    ShapeHandle a_;
    ShapeHandle b_;
    bool overlaps_ = false;
    bool is_unsure_ = false;
    int crossings_ = 0;
    double min_gap_ = 1e9;
    double extreme_ = 1e9;  ///< The gap of greatest absolute value since the last change of overlaps_.
};

/// A weightless body that flies through a gate or past it. Both may rotate, and the gate may move.
struct Flight {
    World world;
    float dt;
    ShapeHandle flyer;
    ShapeHandle gate;
    int steps;

    explicit Flight(Generator& generator)
        : world(settings(generator)), dt(1.0f / static_cast<float>(30 << generator.rng.below(4))) {
        const float speed = generator.magnitude(10, 400);
        const float start_distance = generator.uniform(3, 6);
        const BodyType type = generator.rng.below(4) == 0 ? BodyType::Kinematic : BodyType::Dynamic;
        const BodyHandle body = world.create_body(
            {.type = type,
             .position = {-start_distance, generator.uniform(-0.8f, 0.8f)},
             .angle = static_cast<float>(generator.angle()),
             .linear_velocity = {speed, generator.uniform(-0.1f, 0.1f) * speed},
             .angular_velocity = generator.rng.next_bool() ? generator.uniform(-30, 30) : 0.0f});
        const bool is_flyer_sensor = generator.rng.below(4) == 0;  // if so, the gate is solid
        flyer = world.attach(body, generator.solid_shape(0.3f), {.sensor = is_flyer_sensor});
        const auto gate_type = static_cast<BodyType>(generator.rng.below(3));
        BodyDef def{.type = gate_type, .angle = static_cast<float>(generator.angle())};
        if (gate_type != BodyType::Static && generator.rng.next_bool()) {
            def.linear_velocity = generator.point(20);
            def.angular_velocity = generator.uniform(-20, 20);
        }
        gate = world.attach(world.create_body(def), generator.shape(0.7f), {.sensor = !is_flyer_sensor});
        steps = static_cast<int>(3.0f * start_distance / (speed * dt)) + 3;
    }

private:
    static WorldSettings settings(Generator& generator) {
        constexpr std::array policies{ContinuousPolicy::StopAtImpact, ContinuousPolicy::SubstepAtImpact,
                                      ContinuousPolicy::AdvanceToFirstImpact};
        const SolverKind solver =
            generator.rng.next_bool() ? SolverKind::SoftStep : SolverKind::SequentialImpulses;
        return weightless_with(solver, policies[generator.rng.below(policies.size())]);
    }
};

TEST(SensorCrossing, EachHasOneBeginAndOneEnd) {
    const std::uint64_t flights = 5 * random_world_count();
    int crossed = 0;
    int passed_by = 0;
    for (std::uint64_t seed = 1; seed <= flights && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Generator generator(seed);
        Flight flight(generator);
        GapTracker tracker(flight.world, flight.flyer, flight.gate);
        SensorEvents events;
        for (int i = 0; i < flight.steps && i < 200; ++i) {
            flight.world.step(flight.dt);
            events.add(flight.world);
            tracker.follow_last_step();
        }
        if (tracker.is_inside() || tracker.is_unsure()) continue;
        // The end event of a crossing within the last step comes in the next step.
        flight.world.find(flight.world.find(flight.flyer)->body)->set_transform({500, 0}, 0);
        flight.world.step(flight.dt);
        events.add(flight.world);
        EXPECT_TRUE(is_valid_world(flight.world));
        EXPECT_EQ(events.begun, events.ended);
        if (tracker.crossings() <= 1) {
            EXPECT_EQ(events.begun, tracker.crossings()) << "minimum gap " << tracker.min_gap();
        } else {  // rotating in and out within a step counts once
            EXPECT_GE(events.begun, 1);
            EXPECT_LE(events.begun, tracker.crossings());
        }
        ++(tracker.crossings() > 0 ? crossed : passed_by);
    }
    EXPECT_GT(crossed, static_cast<int>(flights) / 4);
    EXPECT_GT(passed_by, static_cast<int>(flights) / 8);
}

/// A ball of radius 0.1 m flies along the x axis from x = `start` at `speed` to an elastic wall with its face
/// at x = 0, through a sensor.
struct WallCase {
    float start;
    float speed;
    Vec2 gate;  ///< Interval of x that the sensor covers.
    bool stops_at_impacts = false;
};

SensorEvents run_against_wall(const WallCase& wall_case) {
    WorldSettings settings = weightless();
    settings.stop_at_each_impact = wall_case.stops_at_impacts;
    World world(settings);
    add_body(world, {.type = BodyType::Static, .position = {0.5f, 0}}, make_box({0.5f, 4}),
             {.material = {.restitution = 1}});
    add_body(world, {.type = BodyType::Static, .position = {0.5f * (wall_case.gate.x + wall_case.gate.y), 0}},
             make_box({0.5f * (wall_case.gate.y - wall_case.gate.x), 2}), {.sensor = true});
    add_body(world, {.position = {wall_case.start, 0}, .linear_velocity = {wall_case.speed, 0}}, disc(0.1f),
             {.material = {.restitution = 1}});
    SensorEvents events;
    for (int i = 0; i < 40 || world.state().progress.paused; ++i) {
        world.step(time_step);
        events.add(world);
        if (!wall_case.stops_at_impacts) continue;
        World copy(world);  // the next step continues in the copied state
        world = std::move(copy);
    }
    return events;
}

// At 60 to 400 m/s, each from 200 positions. The ball crosses a gate in front of the wall twice, a gate that
// covers the wall's face once, and a gate inside the wall never.
TEST(SensorCrossing, FollowsTheBounceOffAWall) {
    for (const bool stops_at_impacts : {false, true}) {
        for (int i = 0; i < 200; ++i) {
            const float start = -6.0f - 0.04f * static_cast<float>(i);
            for (const float speed : {60.0f, 150.0f, 400.0f}) {
                SCOPED_TRACE("start " + std::to_string(start) + ", speed " + std::to_string(speed));
                ASSERT_EQ(run_against_wall({start, speed, {-1.0f, -0.8f}, stops_at_impacts}),
                          (SensorEvents{2, 2}));
                ASSERT_EQ(run_against_wall({start, speed, {-0.3f, 0.2f}, stops_at_impacts}),
                          (SensorEvents{1, 1}));
                ASSERT_EQ(run_against_wall({start, speed, {0.1f, 0.3f}, stops_at_impacts}), SensorEvents{});
            }
        }
    }
}

// The gate is a box 0.2 m thick or a segment across the path. The flyer is a ball, or a body of two balls,
// both of which cross the gate.
TEST(SensorCrossing, CountsEachShapeOnce) {
    for (int i = 0; i < 200; ++i) {
        for (const bool is_segment : {false, true}) {
            for (const bool has_two_balls : {false, true}) {
                for (const float speed : {60.0f, 100.0f, 300.0f}) {
                    World world(weightless());
                    const BodyHandle gate = world.create_body({.type = BodyType::Static});
                    if (is_segment) {
                        world.attach(gate, line({0, -2}, {0.1f, 1.5f}), {.sensor = true});
                    } else {
                        world.attach(gate, make_box({0.1f, 2}), {.sensor = true});
                    }
                    const BodyHandle flyer = add_ball(world, {-12.0f + 0.02f * static_cast<float>(i), 0},
                                                      0.1f, {.linear_velocity = {speed, 0}});
                    if (has_two_balls) world.attach(flyer, disc(0.1f, {-0.6f, 0.3f}));
                    SensorEvents events;
                    for (int k = 0; k < 30; ++k) {
                        world.step(time_step);
                        events.add(world);
                    }
                    const int count = has_two_balls ? 2 : 1;
                    ASSERT_EQ(events, (SensorEvents{count, count})) << i << ", speed " << speed;
                }
            }
        }
    }
}

// Without times of impact, a sensor detects bodies only at the ends of steps.
TEST(SensorCrossing, IsMissedWithoutATimeOfImpact) {
    WorldSettings settings = weightless();
    settings.continuous = ContinuousPolicy::Off;
    World world(settings);
    add_body(world, {.type = BodyType::Static}, make_box({0.1f, 2}), {.sensor = true});
    add_ball(world, {-6, 0}, 0.1f, {.linear_velocity = {300, 0}});
    SensorEvents events;
    for (int i = 0; i < 5; ++i) {
        world.step(time_step);
        events.add(world);
    }
    EXPECT_EQ(events, SensorEvents{});
}

}  // namespace
}  // namespace toibox
