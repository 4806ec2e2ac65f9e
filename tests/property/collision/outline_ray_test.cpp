// SPDX-License-Identifier: MIT
// Rays through concave polygons made of convex pieces: the hits are the inward crossings of the outline.
#include "toibox/geometry/decomposition.h"

#include "tests/support/distance_oracle.h"
#include "tests/support/worlds.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace toibox {
namespace {

using namespace testing_support;

using OutlineCorners = std::vector<Vec2>;

using oracle::Point;
using oracle::Real;

Point exact(Vec2 v) {
    return oracle::exact(widen(v));
}
Real cross(Point a, Point b) {
    return a.x * b.y - a.y * b.x;
}

/// A crossing of a ray with the outline.
struct Crossing {
    Real fraction = 0;
    bool is_inward = false;  ///< Whether the ray enters the polygon.
};

/// Crossings in ascending order; null if a corner, an end of the ray or another crossing is too close to be
/// certain.
std::optional<std::vector<Crossing>> crossings(const OutlineCorners& outline, const Ray& ray) {
    constexpr Real margin = 1e-4L;
    const auto end_of = [&](std::size_t edge) { return exact(outline[(edge + 1) % outline.size()]); };
    std::vector<Crossing> found;
    const Point from = oracle::exact(ray.from);
    const Point direction = oracle::exact(ray.to - ray.from);
    const Real length = oracle::length(direction);
    Real area = 0;
    for (std::size_t i = 0; i < outline.size(); ++i)
        area += cross(exact(outline[i]), end_of(i));
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point a = exact(outline[i]) - from;
        const Point b = end_of(i) - from;
        const Real side_a = cross(direction, a) / length;
        const Real side_b = cross(direction, b) / length;
        if (std::abs(side_a) < margin) return std::nullopt;
        if ((side_a > 0) == (side_b > 0)) continue;
        const Real edge_fraction = side_a / (side_a - side_b);
        const Point hit{a.x + edge_fraction * (b.x - a.x), a.y + edge_fraction * (b.y - a.y)};
        const Real fraction = dot(hit, direction) / (length * length);
        if (std::min(std::abs(fraction), std::abs(fraction - 1)) * length < margin) return std::nullopt;
        if (fraction > 0 && fraction < 1) found.push_back({fraction, (side_a > 0) == (area > 0)});
    }
    std::ranges::sort(found, {}, &Crossing::fraction);
    for (std::size_t i = 0; i + 1 < found.size(); ++i)
        if ((found[i + 1].fraction - found[i].fraction) * length < margin) return std::nullopt;
    return found;
}

OutlineCorners random_outline(Generator& random) {
    if (random.rng.below(2) == 0)
        return random.simple_polygon(random.rng.integer(5, 40), random.magnitude(0.05f, 20.0f));
    // A comb: many teeth, long seams and collinear corners.
    OutlineCorners comb;
    const int teeth = random.rng.integer(2, 12);
    const float width = random.uniform(0.1f, 1.0f);
    for (int i = 0; i < teeth; ++i) {
        const float x = 2.0f * width * static_cast<float>(i);
        const float top = random.rng.below(2) == 0 ? 2.0f : random.uniform(0.5f, 3.0f);
        comb.insert(comb.end(), {{x, 0.25f}, {x, top}, {x + width, top}, {x + width, 0.25f}});
    }
    comb.push_back({2.0f * width * static_cast<float>(teeth), 0.25f});
    comb.push_back({2.0f * width * static_cast<float>(teeth), 0.0f});
    comb.push_back({0.0f, 0.0f});
    return comb;
}

/// Attaches the pieces of the outline to a new body. Returns its transform.
Transformd attach_outline(World& world, const OutlineCorners& outline, Generator& random) {
    const BodyHandle body = world.create_body(
        {.type = BodyType::Static, .position = random.point(10.0f), .angle = random.uniform(-3.0f, 3.0f)});
    const auto pieces = decompose(outline);
    TOIBOX_ASSERT(pieces.has_value());
    for (const Polygon& piece : *pieces)
        world.attach(body, piece);
    return widen(world.find(body)->transform());
}

Ray random_ray(Generator& random, const OutlineCorners& outline) {
    Vec2 low = outline[0];
    Vec2 high = outline[0];
    for (const Vec2 corner : outline) {
        low = min(low, corner);
        high = max(high, corner);
    }
    const Vec2 margin = 0.2f * (high - low);
    const auto point = [&] {
        const float x = random.uniform(low.x - margin.x, high.x + margin.x);
        const float y = random.uniform(low.y - margin.y, high.y + margin.y);
        return widen(Vec2{x, y});
    };
    Ray ray{point(), point()};
    if (random.rng.below(4) == 0) ray.to.y = ray.from.y;  // across the teeth of a comb
    return ray;
}

TEST(OutlineRays, EnterAtTheOutline) {
    constexpr std::uint64_t seed = 71;
    Generator random(seed);
    int checked = 0;
    int from_inside = 0;
    for (int i = 0; i < 1200; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", outline " << i);
        OutlineCorners outline = random_outline(random);
        if (random.rng.below(2) == 0) std::ranges::reverse(outline);
        World world;
        const Transformd transform = attach_outline(world, outline, random);
        for (int k = 0; k < 30; ++k) {
            const Ray local = random_ray(random, outline);
            const auto expected = crossings(outline, local);
            if (!expected) continue;
            const Ray ray{transform_point(transform, local.from), transform_point(transform, local.to)};
            std::vector<double> entered;
            world.ray_cast_all(ray, [&](const RayCastHit& hit) {
                entered.push_back(hit.hit.fraction);
                return true;
            });
            std::vector<long double> entries;
            for (const Crossing& crossing : *expected)
                if (crossing.is_inward) entries.push_back(crossing.fraction);
            ASSERT_EQ(entered.size(), entries.size()) << "ray " << k;
            // A piece may omit corners that are collinear to within 1e-6 of its size.
            for (std::size_t n = 0; n < entered.size(); ++n)
                ASSERT_NEAR(entered[n], static_cast<double>(entries[n]), 1e-4)
                    << "ray " << k << ", hit " << n;
            const auto closest = world.ray_cast_closest(ray);
            ASSERT_EQ(closest.has_value(), !entries.empty());
            if (closest) {
                ASSERT_EQ(closest->hit.fraction, entered[0]);
            }
            ++checked;
            if (!expected->empty() && !expected->front().is_inward) ++from_inside;
        }
    }
    EXPECT_GT(checked, 20'000);
    EXPECT_GT(from_inside, 3'000);
}

// Rounded pieces overlap at their seams, and the surface is that of their union. The point 0.1 mm in
// front of a hit, along its normal, is outside all pieces.
TEST(OutlineRays, EnterRoundedOutlinesOnTheirSurface) {
    constexpr std::uint64_t seed = 72;
    Generator random(seed);
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", outline " << i);
        const OutlineCorners outline = random.simple_polygon(random.rng.integer(5, 20), 1.0f);
        const auto pieces = decompose(outline, 0.03f);
        ASSERT_TRUE(pieces.has_value());
        World world;
        const BodyHandle body = world.create_body({.type = BodyType::Static});
        for (const Polygon& piece : *pieces)
            world.attach(body, piece);
        for (int k = 0; k < 20; ++k) {
            const Ray ray = random_ray(random, outline);
            world.ray_cast_all(ray, [&](const RayCastHit& hit) {
                ++hits;
                const Vec2d before = hit.hit.point + 1e-4 * hit.hit.normal;
                for (const Polygon& piece : *pieces)
                    EXPECT_FALSE(contains_point(Shape(piece), {}, before)) << "ray " << k;
                return true;
            });
        }
    }
    EXPECT_GT(hits, 10'000);
}

// Two adjacent boxes are one surface only if they are on the same body and have equal properties.
TEST(OutlineRays, JoinEqualPolygonsOfOneBody) {
    const auto hits = [](const ShapeDef& second, bool same_body) {
        World world;
        const BodyHandle body = world.create_body({.type = BodyType::Static});
        const BodyHandle second_body = same_body ? body : world.create_body({.type = BodyType::Static});
        world.attach(body, make_box({0.5f, 0.5f}, {0.0f, 0.0f}));
        world.attach(second_body, make_box({0.5f, 0.5f}, {1.0f, 0.0f}), second);
        int count = 0;
        world.ray_cast_all({{-5, 0.1}, {5, 0.2}}, [&](const RayCastHit&) { return ++count > 0; });
        return count;
    };
    EXPECT_EQ(hits({}, true), 1);
    EXPECT_EQ(hits({}, false), 2);
    EXPECT_EQ(hits({.sensor = true}, true), 2);
    EXPECT_EQ(hits({.material = {.friction = 0.1f}}, true), 2);
    EXPECT_EQ(hits({.filter = {.category = 2}}, true), 2);
    EXPECT_EQ(hits({.user_data = 1}, true), 2);
}

}  // namespace
}  // namespace toibox
