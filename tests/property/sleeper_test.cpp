// SPDX-License-Identifier: MIT

// A static shape that begins to overlap a sleeping body wakes the body, however the shape arrives. A sensor
// has a begin event but lets the body sleep, a separated shape changes nothing, and a body that is created
// asleep stays asleep. The oracle is the distance by brute force in long double.

#include "tests/support/gap.h"
#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <array>
#include <string>

namespace toibox {
namespace {

using namespace testing_support;

/// How a static shape arrives at a sleeping body: with a new body, by teleporting its body, by attaching the
/// shape, by changing its filter, or by making a kinematic body static.
enum class Arrival : std::uint8_t { Created, Teleported, Attached, Filtered, Retyped };
constexpr std::array arrivals{Arrival::Created, Arrival::Teleported, Arrival::Attached, Arrival::Filtered,
                              Arrival::Retyped};

bool is_asleep(const World& world, BodyHandle body) {
    return !world.find(body)->is_awake();
}

/// A weightless sleeping body at the origin, and a static shape that arrives.
struct Meeting {
    World world;
    Arrival arrival;
    bool is_sensor;
    Transform pose;
    Shape shape;
    BodyHandle sleeper;
    ShapeHandle body_shape;
    BodyHandle obstacle;
    ShapeHandle obstacle_shape;

    explicit Meeting(Generator& generator)
        : world(settings(generator)),
          arrival(arrivals[generator.rng.below(arrivals.size())]),
          is_sensor(generator.rng.below(3) == 0),
          pose(generator.transform(1.2f)),
          shape(generator.shape(0.6f)) {
        sleeper = world.create_body({.angle = static_cast<float>(generator.angle())});
        body_shape = world.attach(sleeper, generator.solid_shape(0.6f));
        if (arrival == Arrival::Teleported) create({{90, 0}, {}}, {.sensor = is_sensor});
        if (arrival == Arrival::Attached) obstacle = world.create_body(static_body_at(pose));
        if (arrival == Arrival::Filtered) create(pose, {.filter = {.mask = 0}, .sensor = is_sensor});
        if (arrival == Arrival::Retyped) {
            create({{90, 0}, {}}, {.sensor = is_sensor});
            world.find(obstacle)->set_type(BodyType::Kinematic);
        }
    }
    void fall_asleep() {
        for (int i = 0; i < 40; ++i)
            world.step(time_step);
    }
    void arrive() {
        switch (arrival) {
            case Arrival::Created:
                create(pose, {.sensor = is_sensor});
                break;
            case Arrival::Teleported:
                world.find(obstacle)->set_transform(pose.p, angle());
                break;
            case Arrival::Attached:
                obstacle_shape = world.attach(obstacle, shape, {.sensor = is_sensor});
                break;
            case Arrival::Filtered:
                world.set_filter(obstacle_shape, {});
                break;
            case Arrival::Retyped:
                world.find(obstacle)->set_transform(pose.p, angle());
                world.find(obstacle)->set_type(BodyType::Static);
                break;
        }
    }

private:
    static WorldSettings settings(Generator& generator) {
        WorldSettings result = weightless();
        if (generator.rng.next_bool()) result = with_sequential_impulses(result);
        result.sleeping = true;
        return result;
    }
    [[nodiscard]] float angle() const {
        return static_cast<float>(std::atan2(wide(pose.q.s), wide(pose.q.c)));
    }
    [[nodiscard]] BodyDef static_body_at(const Transform& transform) const {
        return {.type = BodyType::Static,
                .position = transform.p,
                .angle = static_cast<float>(std::atan2(wide(transform.q.s), wide(transform.q.c)))};
    }
    void create(const Transform& transform, const ShapeDef& def) {
        obstacle = world.create_body(static_body_at(transform));
        obstacle_shape = world.attach(obstacle, shape, def);
    }
};

/// Cases with a smaller gap or depth are skipped, because poses are rounded to float. Metres.
constexpr double ambiguous_gap = 1e-5;

TEST(Sleeper, WakesExactlyWhenAStaticShapeOverlapsIt) {
    const std::uint64_t meetings = 8 * random_world_count();
    int overlaps = 0;
    int sensed = 0;
    int separated = 0;
    for (std::uint64_t seed = 1; seed <= meetings && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Generator generator(seed);
        Meeting meeting(generator);
        World& world = meeting.world;
        meeting.fall_asleep();
        ASSERT_TRUE(is_asleep(world, meeting.sleeper));
        meeting.arrive();
        const double gap = gap_of(world, meeting.body_shape, meeting.obstacle_shape);
        ASSERT_TRUE(is_asleep(world, meeting.sleeper));
        world.step(time_step);
        if (std::abs(gap) < ambiguous_gap) continue;
        const bool has_overlap = gap < 0;
        EXPECT_EQ(world.events().begin.size(), has_overlap ? 1u : 0u) << "gap " << gap;
        EXPECT_EQ(!is_asleep(world, meeting.sleeper), has_overlap && !meeting.is_sensor) << "gap " << gap;
        EXPECT_TRUE(is_valid_world(world));
        ++(!has_overlap ? separated : meeting.is_sensor ? sensed : overlaps);
        if (!has_overlap || !meeting.is_sensor) continue;
        world.destroy(meeting.obstacle);
        world.step(time_step);
        EXPECT_EQ(world.events().end.size(), 1u);
        EXPECT_TRUE(is_asleep(world, meeting.sleeper)) << "a removed sensor wakes no body";
    }
    EXPECT_GT(overlaps, static_cast<int>(meetings) / 6);
    EXPECT_GT(sensed, static_cast<int>(meetings) / 12);
    EXPECT_GT(separated, static_cast<int>(meetings) / 6);
}

// Piles that are created asleep, with the floor created before, between or after the boxes and with gaps of
// up to ±1 mm. The lowest box wakes when the floor is removed or moved, or becomes a conveyor belt.
TEST(Sleeper, CreatedAsleepIsNotWokenByItsSupport) {
    const std::uint64_t piles = 2 * random_world_count();
    for (std::uint64_t seed = 1; seed <= piles && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Generator generator(seed);
        WorldSettings settings = on_earth();
        settings.sleeping = true;
        World world(settings);
        const int count = generator.rng.integer(1, 5);
        const int floor_index = generator.rng.integer(0, count);
        std::vector<BodyHandle> boxes;
        BodyHandle floor;
        float top = 0;
        for (int i = 0; i <= count; ++i) {
            if (i == floor_index) floor = add_floor(world);
            if (i == count) break;
            const float gap = generator.uniform(-0.001f, 0.001f);
            boxes.push_back(add_box(world, {0, top + gap + 0.5f}, 0.5f, {.awake = false}));
            top += gap + 1.0f;
        }
        for (int i = 0; i < 3; ++i)
            world.step(time_step);
        for (const BodyHandle box : boxes)
            EXPECT_TRUE(is_asleep(world, box));
        EXPECT_TRUE(is_valid_world(world));
        switch (generator.rng.below(3)) {
            case 0:
                world.destroy(floor);
                break;
            case 1:
                world.find(floor)->set_transform({0, -5}, 0);
                break;
            default:
                world.set_material(world.find(floor)->shapes().front(), {.tangent_speed = 1});
        }
        EXPECT_FALSE(is_asleep(world, boxes.front())) << "the floor has changed";
    }
}

}  // namespace
}  // namespace toibox
