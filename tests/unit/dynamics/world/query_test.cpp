// SPDX-License-Identifier: MIT
// World queries against brute force over all shapes.
#include "toibox/geometry/bounds.h"

#include "tests/support/worlds.h"

#include <algorithm>
#include <tuple>

namespace toibox {
namespace {

using namespace testing_support;

/// Whether the ray hits the shape where it leaves another polygon of the same body.
bool enters_from_sibling_polygon(const World& world, const ShapeView& shape, const Ray& ray,
                                 const RayHit& hit) {
    if (type_of(shape.geometry) != ShapeType::Polygon) return false;
    const Vec2d before = hit.point - 1e-6 * normalized(ray.to - ray.from);
    const BodyView body = *world.find(shape.body);
    const std::vector<ShapeHandle> shapes = body.shapes();
    return std::ranges::any_of(shapes, [&](ShapeHandle other) {
        const Shape& geometry = world.find(other)->geometry;
        return type_of(geometry) == ShapeType::Polygon &&
               contains_point(geometry, widen(body.transform()), before);
    });
}

std::vector<RayCastHit> brute_force_hits(const World& world, const Ray& ray) {
    std::vector<RayCastHit> hits;
    for (const ShapeHandle shape : world.shapes()) {
        const ShapeView view = *world.find(shape);
        const RayHit hit = ray_cast(view.geometry, widen(world.find(view.body)->transform()), ray);
        if (hit.hit && !enters_from_sibling_polygon(world, view, ray, hit)) hits.push_back({shape, hit});
    }
    std::sort(hits.begin(), hits.end(), [](const RayCastHit& a, const RayCastHit& b) {
        return std::tuple(a.hit.fraction, a.shape.index) < std::tuple(b.hit.fraction, b.shape.index);
    });
    return hits;
}

TEST(Query, RayCastsMatchBruteForce) {
    for (const EnumEntry<BroadPhaseKind>& kind : broad_phase_kinds()) {
        SCOPED_TRACE(kind.name);
        World world = mixed_world(11, {.broad_phase = kind.value});
        for (int i = 0; i < 40; ++i)
            world.step(time_step);
        Generator generator(12);
        for (int i = 0; i < 200; ++i) {
            const Ray ray{generator.point_double(10.0) + Vec2d{0, 4},
                          generator.point_double(10.0) + Vec2d{0, 4}};
            const std::vector<RayCastHit> expected = brute_force_hits(world, ray);
            std::vector<RayCastHit> all;
            world.ray_cast_all(ray, [&](const RayCastHit& hit) {
                all.push_back(hit);
                return true;
            });
            ASSERT_EQ(all.size(), expected.size()) << "ray " << i << ", seed " << generator.seed;
            for (std::size_t k = 0; k < all.size(); ++k)
                ASSERT_EQ(all[k].shape, expected[k].shape);
            const std::optional<RayCastHit> closest = world.ray_cast_closest(ray);
            ASSERT_EQ(closest.has_value(), !expected.empty());
            if (closest) {
                EXPECT_EQ(closest->shape, expected[0].shape);
                EXPECT_EQ(closest->hit.fraction, expected[0].hit.fraction);
            }
        }
    }
}

// Coincident discs: the shape with the lowest index is hit, even if it was created last.
TEST(Query, TiesGoToTheLowestIndex) {
    World world;
    std::vector<BodyHandle> discs;
    for (int i = 0; i < 4; ++i)
        discs.push_back(add_ball(world, {0, 0}));
    world.destroy(discs[0]);
    discs[0] = add_ball(world, {0, 0});
    const std::optional<RayCastHit> hit = world.ray_cast_closest({{-5, 0}, {5, 0}});
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->shape.index, 0u);
    EXPECT_NEAR(hit->hit.fraction, 0.45, 1e-12);
}

TEST(Query, RaysRespectTheMask) {
    World world;
    const BodyHandle body = world.create_body();
    world.attach(body, disc(0.5f), {.filter = {.category = 2}});
    EXPECT_TRUE(world.ray_cast_closest({{-5, 0}, {5, 0}}, 2).has_value());
    EXPECT_FALSE(world.ray_cast_closest({{-5, 0}, {5, 0}}, 4).has_value());
}

TEST(Query, VisitorsCanStopTheQuery) {
    World world;
    for (int i = 0; i < 5; ++i)
        add_ball(world, {static_cast<float>(i), 0});
    int visited = 0;
    world.ray_cast_all({{-5, 0}, {9, 0}}, [&](const RayCastHit&) { return ++visited < 2; });
    EXPECT_EQ(visited, 2);
    visited = 0;
    world.query_aabb({{-5, -5}, {5, 5}}, [&](ShapeHandle) { return ++visited < 3; });
    EXPECT_EQ(visited, 3);
}

TEST(Query, BoxQueriesMatchBruteForce) {
    World world = mixed_world(13);
    for (int i = 0; i < 40; ++i)
        world.step(time_step);
    Generator generator(14);
    for (int i = 0; i < 200; ++i) {
        const Vec2 corner = generator.point(9.0f) + Vec2{0, 4};
        const Aabb box{corner, corner + Vec2{generator.uniform(0, 3), generator.uniform(0, 3)}};
        std::vector<ShapeHandle> expected;
        for (const ShapeHandle shape : world.shapes()) {
            const ShapeView view = *world.find(shape);
            if (overlaps(compute_aabb(view.geometry, world.find(view.body)->transform()), box)) {
                expected.push_back(shape);
            }
        }
        std::vector<ShapeHandle> found;
        world.query_aabb(box, [&](ShapeHandle shape) {
            found.push_back(shape);
            return true;
        });
        ASSERT_EQ(found, expected) << "box " << i << ", seed " << generator.seed;
    }
}

TEST(Query, ShapesAtAPointAreThoseThatContainIt) {
    World world;
    add_floor(world);
    const BodyHandle box = add_box(world, {0, 0.5f});
    const BodyHandle ball = add_ball(world, {0.4f, 0.9f});
    const auto shape = [&](BodyHandle body) { return world.find(body)->shapes().front(); };
    EXPECT_EQ(world.shapes_at({0.3f, 0.9f}), (std::vector<ShapeHandle>{shape(box), shape(ball)}));
    EXPECT_EQ(world.shapes_at({-0.4f, 0.9f}), (std::vector<ShapeHandle>{shape(box)}));
    EXPECT_TRUE(world.shapes_at({-3, 3}).empty());
}

}  // namespace
}  // namespace toibox
