// SPDX-License-Identifier: MIT
// No ray or cast passes between two shapes of one body that share corners: a ray from above a terrain to
// below hits the terrain, wherever the ray crosses. The rays are aimed at the joints between shapes, where
// both neighbours are rounded to float.
#include "tests/support/worlds.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

/// A polyline from left to right, which may have vertical pieces.
struct Terrain {
    std::vector<Vec2> points;
    float low = 0.0f;
    float high = 0.0f;
};

enum class Profile { Hills, Saw, Level, Steps };

Terrain make_terrain(Generator& generator, Profile profile) {
    Terrain terrain;
    const float width = generator.magnitude(0.01f, 4.0f);
    float x = generator.uniform(-40.0f, 0.0f);
    float y = 0.0f;
    for (int i = 0; i <= 40; ++i) {
        if (profile == Profile::Hills) y = generator.uniform(-3.0f, 3.0f) * width;
        if (profile == Profile::Saw) y = i % 2 == 0 ? 0.0f : width;
        terrain.points.push_back({x, y});
        if (profile == Profile::Steps) {
            y += static_cast<float>(generator.rng.integer(-2, 2)) * 0.1f * width;
            if (y != terrain.points.back().y) terrain.points.push_back({x, y});
        }
        x += profile == Profile::Saw ? 0.1f : width;
    }
    for (const Vec2 point : terrain.points) {
        terrain.low = std::min(terrain.low, point.y);
        terrain.high = std::max(terrain.high, point.y);
    }
    return terrain;
}

enum class TerrainKind { Chain, SeparateSegments, Polygons, RoundedPolygons };

void attach_segments(World& world, BodyHandle body, const std::vector<Vec2>& p, bool with_ghosts) {
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
        Segment segment = line(p[i], p[i + 1]);
        segment.has_ghost_a = with_ghosts && i > 0;
        segment.has_ghost_b = with_ghosts && i + 2 < p.size();
        if (segment.has_ghost_a) segment.ghost_a = p[i - 1];
        if (segment.has_ghost_b) segment.ghost_b = p[i + 2];
        world.attach(body, segment);
    }
}

/// A column below each piece of the polyline, flush with the next column.
void attach_columns(World& world, BodyHandle body, const Terrain& terrain, float radius) {
    const std::vector<Vec2>& p = terrain.points;
    const float bottom = terrain.low - 1.0f;
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
        const std::vector<Vec2> corners{{p[i].x, bottom}, {p[i + 1].x, bottom}, p[i + 1], p[i]};
        if (const auto column = make_polygon(corners, radius)) world.attach(body, *column);
    }
}

void attach_terrain(World& world, BodyHandle body, const Terrain& terrain, TerrainKind kind) {
    if (kind == TerrainKind::Chain || kind == TerrainKind::SeparateSegments) {
        attach_segments(world, body, terrain.points, kind == TerrainKind::Chain);
    } else {
        attach_columns(world, body, terrain, kind == TerrainKind::RoundedPolygons ? 0.01f : 0.0f);
    }
}

/// A ray through a joint, from above the terrain to below, in the frame of the terrain. One ray in four is
/// vertical.
Ray ray_through(Generator& generator, const Terrain& terrain, Vec2d joint) {
    const double above = static_cast<double>(terrain.high) + generator.uniform_double(0.5, 8.0);
    const double below = static_cast<double>(terrain.low) - generator.uniform_double(2.0, 8.0);
    const double lean = generator.rng.below(4) == 0 ? 0.0 : generator.uniform_double(-0.2, 0.2);
    return {{joint.x + lean * (above - joint.y), above}, {joint.x + lean * (below - joint.y), below}};
}

bool stays_over(const Terrain& terrain, const Ray& ray) {
    const double first = static_cast<double>(terrain.points.front().x);
    const double last = static_cast<double>(terrain.points.back().x);
    return std::min(ray.from.x, ray.to.x) > first && std::max(ray.from.x, ray.to.x) < last;
}

TEST(TerrainRays, HitTheGroundAtItsJoints) {
    constexpr std::uint64_t seed = 41;
    Generator generator(seed);
    int rays = 0;
    int misses = 0;
    for (int i = 0; i < 480; ++i) {
        const auto profile = static_cast<Profile>(i % 4);
        const auto kind = static_cast<TerrainKind>(i / 4 % 4);
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", terrain " << i);
        const Terrain terrain = make_terrain(generator, profile);
        const float angle = i % 3 == 0 ? 0.0f : generator.uniform(-3.0f, 3.0f);
        World world;
        const BodyHandle body =
            world.create_body({.type = BodyType::Static, .position = generator.point(20.0f), .angle = angle});
        attach_terrain(world, body, terrain, kind);
        const Transformd transform = widen(world.find(body)->transform());
        for (int k = 0; k < 200; ++k) {
            const auto joint = static_cast<std::size_t>(
                generator.rng.integer(1, static_cast<int>(terrain.points.size()) - 2));
            const Ray local = ray_through(generator, terrain, widen(terrain.points[joint]));
            if (!stays_over(terrain, local)) continue;
            ++rays;
            const Ray ray{transform_point(transform, local.from), transform_point(transform, local.to)};
            if (world.ray_cast_closest(ray)) continue;
            ++misses;
            // Reports the first miss only.
            EXPECT_GT(misses, 1) << "ray " << k << " through joint " << joint << ", angle " << angle;
        }
    }
    EXPECT_EQ(misses, 0) << "of " << rays;
    EXPECT_GT(rays, 40'000);
}

// Shapes of 0.1 mm to 1 m: the cast of a very small shape is almost a ray.
TEST(TerrainRays, ShapeCastsHitTheGroundAtItsJoints) {
    constexpr std::uint64_t seed = 42;
    Generator generator(seed);
    int casts = 0;
    for (int i = 0; i < 160; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", terrain " << i);
        const Terrain terrain = make_terrain(generator, static_cast<Profile>(i % 4));
        World world;
        const BodyHandle body = world.create_body({.type = BodyType::Static,
                                                   .position = generator.point(20.0f),
                                                   .angle = generator.uniform(-3, 3)});
        attach_terrain(world, body, terrain, static_cast<TerrainKind>(i / 4 % 4));
        const Transformd transform = widen(world.find(body)->transform());
        for (int k = 0; k < 40; ++k) {
            const auto joint = static_cast<std::size_t>(
                generator.rng.integer(1, static_cast<int>(terrain.points.size()) - 2));
            const Ray local = ray_through(generator, terrain, widen(terrain.points[joint]));
            if (!stays_over(terrain, local)) continue;
            ++casts;
            const Vec2 from = narrow(transform_point(transform, local.from));
            const Vec2 to = narrow(transform_point(transform, local.to));
            const Shape shape = moved(generator.solid_shape(generator.magnitude(1e-4f, 1.0f)), {});
            ASSERT_TRUE(world.shape_cast_closest(shape, {.from = {from, {}}, .translation = to - from}))
                << "cast " << k << " through joint " << joint;
        }
    }
    EXPECT_GT(casts, 3'000);
}

// A ray that ends inside a rounded shape has a hit, also where an edge meets the arc of a corner.
TEST(TerrainRays, EnterRoundedShapesAtTheirJoints) {
    constexpr std::uint64_t seed = 43;
    Generator generator(seed);
    for (int i = 0; i < 5'000; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", shape " << i);
        const Shape shape =
            i % 2 == 0 ? Shape(generator.rounded_polygon(1.0f)) : Shape(generator.capsule(1.0f));
        const ConvexProxyBuffer buffer(shape);
        const std::span<const Vec2d> points = buffer.proxy().points;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const Vec2d a = points[k];
            const Vec2d b = points[(k + 1) % points.size()];
            if (a == b) continue;
            const Vec2d out = normalized(right_perp(b - a));
            const Vec2d joint = a + buffer.proxy().radius * out;
            // From almost parallel to the edge to perpendicular to it.
            const double steep = static_cast<double>(generator.magnitude(1e-6f, 1.0f));
            const Vec2d direction = normalized((1.0 - steep) * normalized(b - a) - steep * out);
            const Vec2d to = joint + (0.01 * buffer.proxy().radius / steep) * direction;
            if (!contains_point(shape, {}, to)) continue;
            const Ray ray{joint - 5.0 * direction, to};
            ASSERT_TRUE(ray_cast(shape, {}, ray).hit) << "corner " << k << ", steep " << steep;
        }
    }
}

}  // namespace
}  // namespace toibox
