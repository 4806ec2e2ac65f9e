// SPDX-License-Identifier: MIT

// The early out of CCD under soft step: which pairs are cast, and that pairs without a cast get no deeper
// than other pairs.

#include "toibox/math/trig.h"

#include "tests/support/physics.h"

#include <algorithm>

namespace toibox {
namespace {

using namespace testing_support;

/// Number of casts in one second for a box that slides over a tiled floor at 30 m/s, half a metre per step.
std::uint64_t casts_of_slider(const WorldSettings& settings, float restitution) {
    World world(settings);
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    for (int i = -5; i < 40; ++i) {
        world.attach(floor, make_box({0.5f, 0.5f}, {static_cast<float>(i), -0.5f}),
                     {.material = {.friction = 0.0f}});
    }
    const BodyHandle box = world.create_body({.position = {0.0f, 0.25f}, .linear_velocity = {30.0f, 0.0f}});
    world.attach(box, make_box({0.25f, 0.25f}), {.material = {.friction = 0.0f, .restitution = restitution}});
    std::uint64_t casts = 0;
    for (int i = 0; i < 60; ++i)
        casts += world.step(time_step).toi.outer.calls;
    EXPECT_NEAR(world.find(box)->center().x, 30.0f, 0.1f);
    return casts;
}

TEST(CcdEarlyOut, SlidingBodiesAreNotCast) {
    EXPECT_EQ(casts_of_slider({}, 0.0f), 0u);
    EXPECT_EQ(casts_of_slider({}, 0.2f), 0u);
}

// Bouncy bodies, and all bodies under sequential impulses, bounce at the time of impact.
TEST(CcdEarlyOut, BodiesThatBounceAtTheImpactAreCast) {
    EXPECT_GT(casts_of_slider({}, 0.8f), 0u);
    EXPECT_GT(casts_of_slider(with_sequential_impulses(), 0.0f), 0u);
}

struct ThrownShape {
    Shape shape;
    float max_radius;  ///< Distance from the centre of mass to the farthest point of the outline.
    float min_radius;  ///< Distance from the centre of mass to the nearest point of the outline.
};
ThrownShape random_thrown_shape(Generator& generator) {
    const float size = generator.uniform(0.05f, 0.5f);
    switch (generator.rng.below(3)) {
        case 0:
            return {disc(size), size, size};
        case 1:
            return {make_box({0.6f, 0.1f * size}), std::hypot(0.6f, 0.1f * size), 0.1f * size};
        default:
            return {make_box({size, size}), std::hypot(size, size), size};
    }
}

/// Maximum x of the body's outline.
float max_x(const BodyView& body, const Shape& shape) {
    if (const auto* circle = std::get_if<Circle>(&shape)) return body.center().x + circle->radius;
    float x = -1000.0f;
    for (const Vec2 corner : std::get<Polygon>(shape).vertices())
        x = std::max(x, transform_point(body.transform(), corner).x);
    return x;
}

/// Adds a closed chain of `count` segments around the origin, with its corners at `radius`.
void add_ring(World& world, float radius, int count) {
    const BodyHandle ring = world.create_body({.type = BodyType::Static});
    const auto corner = [&](int i) {
        const Rot direction = make_rot(-2.0f * static_cast<float>(pi) *
                                       static_cast<float>((i + count) % count) / static_cast<float>(count));
        return radius * Vec2{direction.c, direction.s};
    };
    for (int i = 0; i < count; ++i) {
        world.attach(ring,
                     Segment{.a = corner(i),
                             .b = corner(i + 1),
                             .has_ghost_a = true,
                             .has_ghost_b = true,
                             .ghost_a = corner(i - 1),
                             .ghost_b = corner(i + 2)},
                     {.material = {.friction = 0.0f}});
    }
}

/// Maximum signed distance of the body's outline outside the lines of the segments of a ring; negative
/// inside.
float max_distance_outside(const BodyView& body, const Shape& shape, float radius, int count) {
    const float half_angle = static_cast<float>(pi) / static_cast<float>(count);
    float max_distance = -radius;
    for (int i = 0; i < count; ++i) {
        const Rot outward = make_rot(static_cast<float>(2 * i + 1) * half_angle);
        const auto distance = [&](Vec2 point) {
            return dot({outward.c, outward.s}, point) - radius * std::cos(half_angle);
        };
        if (const auto* circle = std::get_if<Circle>(&shape))
            max_distance = std::max(max_distance, distance(body.center()) + circle->radius);
        if (const auto* polygon = std::get_if<Polygon>(&shape)) {
            for (const Vec2 corner : polygon->vertices())
                max_distance = std::max(max_distance, distance(transform_point(body.transform(), corner)));
        }
    }
    return max_distance;
}

// Random shapes are thrown inside a ring, with up to 400 m/s along each axis and half a turn per step. Their
// depth in the segments must stay below four fifths of the inner radius.
TEST(CcdEarlyOut, NothingLeavesAClosedChain) {
    Generator generator(17);
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        World world(weightless());
        const int segments = trial % 2 == 0 ? 12 : 60;
        add_ring(world, 5.0f, segments);
        const ThrownShape thrown = random_thrown_shape(generator);
        const BodyHandle body = world.create_body({.position = generator.point(3.0f),
                                                   .angle = generator.uniform(-3.0f, 3.0f),
                                                   .linear_velocity = generator.point(400.0f),
                                                   .angular_velocity = generator.uniform(-180.0f, 180.0f)});
        world.attach(body, thrown.shape,
                     {.material = {.friction = 0.3f, .restitution = generator.uniform(0.0f, 0.25f)}});
        for (int i = 0; i < 120; ++i) {
            world.step(time_step);
            ASSERT_LT(max_distance_outside(*world.find(body), thrown.shape, 5.0f, segments),
                      0.8f * thrown.min_radius)
                << "step " << i;
            if (i % 40 == 39) world.find(body)->set_velocity(generator.point(400.0f), 0.0f);
        }
    }
}

/// A static drum of 60 segments around the origin. In the drum, `layers` rows of discs revolve like one rigid
/// body and are deflected only by the drum.
struct DiscsInDrum {
    static constexpr float radius = 10.0f;
    static constexpr int segments = 60;
    static constexpr float disc_radius = 0.25f;
    /// Half the angle that a segment subtends.
    static constexpr float half_angle = static_cast<float>(pi) / static_cast<float>(segments);

    World world{weightless()};
    std::vector<BodyHandle> discs;

    DiscsInDrum(int layers, float turn_rate) {
        add_ring(world, radius, segments);
        for (int layer = 0; layer < layers; ++layer)
            add_layer(center_radius() - 0.01f - 0.45f * static_cast<float>(layer), layer % 2, turn_rate);
    }
    /// Inradius of the polygon that the centre of a disc follows while the disc slides along the segments.
    static float center_radius() { return radius * std::cos(half_angle) - disc_radius; }

    void add_layer(float row_radius, int half_shift, float turn_rate) {
        const int count =
            static_cast<int>(2.0f * static_cast<float>(pi) * row_radius / (2.04f * disc_radius));
        for (int i = 0; i < count; ++i) {
            const Rot direction = make_rot(static_cast<float>(pi) * static_cast<float>(2 * i + half_shift) /
                                           static_cast<float>(count));
            discs.push_back(world.create_body(
                {.position = row_radius * Vec2{direction.c, direction.s},
                 .linear_velocity = turn_rate * row_radius * Vec2{-direction.s, direction.c},
                 .angular_velocity = turn_rate}));
            world.attach(discs.back(), disc(disc_radius), {.material = {.friction = 0.0f}});
        }
    }
    [[nodiscard]] float mean_speed() const {
        float sum = 0.0f;
        for (const BodyHandle body : discs)
            sum += length(world.find(body)->velocity().linear);
        return sum / static_cast<float>(discs.size());
    }
    [[nodiscard]] float max_depth() const {
        float depth = 0.0f;
        for (const Contact& contact : world.contacts()) {
            for (std::uint8_t k = 0; k < contact.count; ++k)
                depth = std::max(depth, -contact.points[k].separation);
        }
        return depth;
    }
};

// At a corner, a disc that slides along one segment loses the velocity component normal to the next segment
// and keeps cos α of its speed. There is one corner per length of a segment, so 1/v − 1/v₀ = t · −ln(cos
// α)/length.
TEST(CcdEarlyOut, RowInADrumLosesSpeedOnlyAtCorners) {
    constexpr float turn_rate = 3.0f;
    DiscsInDrum drum(1, turn_rate);
    const float start_speed = drum.mean_speed();
    constexpr int steps = 180;
    for (int i = 0; i < steps; ++i)
        drum.world.step(time_step);
    const float length_of_link = 2.0f * DiscsInDrum::center_radius() * std::tan(drum.half_angle);
    const float loss_per_metre = -std::log(std::cos(2.0f * drum.half_angle)) / length_of_link;
    const float expected =
        1.0f / (1.0f / start_speed + loss_per_metre * static_cast<float>(steps) * time_step);
    EXPECT_NEAR(drum.mean_speed(), expected, 0.01f * expected);
}

// At 30 m/s and a radius of 10 m, the drum pushes the rows with 9 g. Each corner must deflect all rows alike,
// so that the inner rows do not move into the outer row. The depth may reach half the radius of a disc.
TEST(CcdEarlyOut, RowsInADrumDoNotSinkIntoEachOther) {
    DiscsInDrum drum(3, 3.0f);
    float max_depth = 0.0f;
    for (int i = 0; i < 180; ++i) {
        drum.world.step(time_step);
        if (i >= 60) max_depth = std::max(max_depth, drum.max_depth());
    }
    EXPECT_LT(max_depth, 0.5f * DiscsInDrum::disc_radius);
}

/// Number of 100 phases of a step at which a post does not slow a disc of diameter 1 m. The post rises
/// `post_height` metres above the disc's lowest point. In most phases, no discrete pose overlaps the post.
/// `is_chain`: the post is a chain with vertical sides.
int count_not_slowed(float post_height, float speed, float width, bool is_chain = false) {
    int count = 0;
    for (int phase = 0; phase < 100; ++phase) {
        World world(weightless());
        const BodyHandle ground = world.create_body({.type = BodyType::Static});
        const float half_width = 0.5f * width;
        if (is_chain) {
            const Vec2 corner[] = {{-half_width, post_height - 1.0f},
                                   {-half_width, post_height},
                                   {half_width, post_height},
                                   {half_width, post_height - 1.0f}};
            world.attach(ground, Segment{.a = corner[1],
                                         .b = corner[2],
                                         .has_ghost_a = true,
                                         .has_ghost_b = true,
                                         .ghost_a = corner[0],
                                         .ghost_b = corner[3]});
            world.attach(ground, line(corner[0], corner[1]));
            world.attach(ground, line(corner[2], corner[3]));
        } else {
            world.attach(ground, make_box({half_width, 0.5f}, {0.0f, post_height - 0.5f}));
        }
        const float motion_per_step = speed * time_step;
        const BodyHandle ball = world.create_body(
            {.position = {-5.0f - 0.01f * static_cast<float>(phase) * motion_per_step, 0.5f},
             .linear_velocity = {speed, 0.0f}});
        world.attach(ball, disc(0.5f), {.material = {.friction = 0.0f}});
        for (int i = 0; i < 20; ++i)
            world.step(time_step);
        if (world.find(ball)->velocity().linear.x > 0.99f * speed) ++count;
    }
    return count;
}

// The posts overlap the disc's path by about a quarter of the radius or more. They are 4 cm wide, or 1 m
// wide, which the disc passes within two steps.
TEST(CcdEarlyOut, DiscDoesNotTunnelThroughPosts) {
    EXPECT_EQ(count_not_slowed(0.12f, 200.0f, 0.04f), 0);
    EXPECT_EQ(count_not_slowed(0.2f, 200.0f, 0.04f), 0);
    EXPECT_EQ(count_not_slowed(0.2f, 360.0f, 1.0f), 0);
    EXPECT_EQ(count_not_slowed(0.2f, 200.0f, 0.04f, true), 0);
    EXPECT_EQ(count_not_slowed(0.2f, 360.0f, 1.0f, true), 0);
}

// Shapes are thrown at a wall at x = 0, a thick box, a line or a sheet of 2 mm, at grazing to steep angles,
// from near and far, with and without spin. The depth must not exceed half the outer radius plus 5 mm. No
// gravity, no friction, low restitution.
TEST(CcdEarlyOut, PenetrationStaysShallow) {
    Generator generator(71);
    WorldSettings settings = weightless();
    settings.toi = ToiMethod::ConservativeAdvancement;  // bilateral advancement misses some fast rotations
    for (int trial = 0; trial < 600; ++trial) {
        SCOPED_TRACE(trial);
        World world(settings);
        const Material low_restitution{.friction = 0.0f, .restitution = generator.uniform(0.0f, 0.25f)};
        const BodyHandle wall = world.create_body({.type = BodyType::Static});
        const int kind = trial % 3;
        if (kind == 0)
            world.attach(wall, make_box({1.0f, 1000.0f}, {1.0f, 0.0f}), {.material = low_restitution});
        if (kind == 1)
            world.attach(wall, line({0.0f, -1000.0f}, {0.0f, 1000.0f}), {.material = low_restitution});
        if (kind == 2)
            world.attach(wall, make_box({0.001f, 1000.0f}, {0.001f, 0.0f}), {.material = low_restitution});
        const ThrownShape thrown = random_thrown_shape(generator);
        const float speed = std::pow(10.0f, generator.uniform(0.5f, 2.6f));
        const float steepness = std::pow(10.0f, generator.uniform(-3.0f, 0.0f));
        const float gap = generator.rng.below(2) == 0 ? 0.0f : generator.uniform(0.0f, 3.0f);
        const BodyHandle body = world.create_body(
            {.position = {-thrown.max_radius - gap, 0.0f},
             .angle = generator.uniform(-3.0f, 3.0f),
             .linear_velocity = {speed * steepness, speed * std::sqrt(1.0f - steepness * steepness)},
             .angular_velocity = generator.rng.below(2) == 0 ? 0.0f : generator.uniform(-180.0f, 180.0f)});
        world.attach(body, thrown.shape, {.material = low_restitution});
        for (int i = 0; i < 30; ++i) {
            world.step(time_step);
            ASSERT_LE(max_x(*world.find(body), thrown.shape), 0.5f * thrown.max_radius + 0.005f)
                << "step " << i << ", speed " << speed << ", steepness " << steepness << ", wall " << kind;
        }
    }
}

}  // namespace
}  // namespace toibox
