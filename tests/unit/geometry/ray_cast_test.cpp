// SPDX-License-Identifier: MIT
/// The oracle is a signed distance in long double, sampled along the ray: no sample before the hit may be
/// inside, and the hit must be on the surface.
#include "toibox/geometry/ray_cast.h"

#include "toibox/geometry/hull.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Core;
using testing_support::core_of;
using testing_support::Generator;
using testing_support::signed_distance;
using testing_support::to_long;
using testing_support::Vec2l;

constexpr int samples = 300;

/// Minimum signed distance over the fractions [0, until) of the ray.
long double min_signed_distance(const Core& core, const Ray& ray, double until) {
    long double min_distance = 1e30L;
    for (int k = 0; k < samples; ++k) {
        const long double t = static_cast<long double>(until) * k / samples;
        min_distance =
            std::min(min_distance,
                     signed_distance(core, to_long(ray.from) + t * (to_long(ray.to) - to_long(ray.from))));
    }
    return min_distance;
}

TEST(RayCast, FindsTheFirstPointOfTheSurface) {
    Generator generator(1);
    SCOPED_TRACE(generator.seed);
    int hits = 0;
    for (int i = 0; i < 10'000; ++i) {
        const Shape shape = generator.solid_shape(1.0f);
        const Core core = core_of(shape);
        const Ray ray{generator.point_double(3.0), generator.point_double(3.0)};
        const RayHit hit = ray_cast(shape, {}, ray);
        const auto print_case = [&] {
            return ::testing::PrintToString(shape) + ::testing::PrintToString(ray);
        };
        if (signed_distance(core, to_long(ray.from)) <= 0) {
            ASSERT_FALSE(hit.hit) << "the start is inside: " << print_case();
            continue;
        }
        if (!hit.hit) {
            ASSERT_GE(min_signed_distance(core, ray, 1.0), -1e-12L) << print_case();
            continue;
        }
        ++hits;
        ASSERT_TRUE(hit.fraction >= 0.0 && hit.fraction <= 1.0);
        ASSERT_LE(distance(hit.point, lerp(ray.from, ray.to, hit.fraction)), 1e-14);
        ASSERT_NEAR(static_cast<double>(signed_distance(core, to_long(hit.point))), 0.0, 1e-12)
            << print_case();
        ASSERT_GE(min_signed_distance(core, ray, hit.fraction), -1e-12L) << print_case();
        ASSERT_NEAR(length(hit.normal), 1.0, 1e-14);
        ASSERT_LE(dot(hit.normal, ray.to - ray.from), 0.0)
            << "the normal must face the start of the ray: " << print_case();
        const long double distance_outside = signed_distance(core, to_long(hit.point + 1e-4 * hit.normal));
        ASSERT_NEAR(static_cast<double>(distance_outside), 1e-4, 1e-9)
            << "the normal must point outwards: " << print_case();
    }
    EXPECT_GT(hits, 2'000);
}

// The shape and the ray are transformed together.
TEST(RayCast, DoesNotDependOnTheFrame) {
    Generator generator(2);
    for (int i = 0; i < 5'000; ++i) {
        const Shape shape = generator.shape(1.0f);
        const Transformd x = generator.transform_double(100.0);
        const Ray local{generator.point_double(3.0), generator.point_double(3.0)};
        const Ray world{transform_point(x, local.from), transform_point(x, local.to)};
        const RayHit local_hit = ray_cast(shape, {}, local);
        const RayHit world_hit = ray_cast(shape, x, world);
        if (local_hit.hit != world_hit.hit) {
            // Only grazing rays may differ.
            ASSERT_LE(std::abs(static_cast<double>(min_signed_distance(core_of(shape), local, 1.0))), 1e-2);
            continue;
        }
        if (!local_hit.hit) continue;
        ASSERT_NEAR(local_hit.fraction, world_hit.fraction, 1e-9);
        ASSERT_LE(distance(transform_point(x, local_hit.point), world_hit.point), 1e-9);
        ASSERT_LE(distance(rotate(x.q, local_hit.normal), world_hit.normal), 1e-6);
    }
}

TEST(RayCast, HitsASegmentFromBothSides) {
    const Shape segment = Segment{.a = {-1, 0}, .b = {1, 0}, .ghost_a = {}, .ghost_b = {}};
    const RayHit down = ray_cast(segment, {}, {{0.5, 1}, {0.5, -3}});
    ASSERT_TRUE(down.hit);
    EXPECT_EQ(down.fraction, 0.25);
    EXPECT_EQ(down.normal, (Vec2d{0, 1}));
    const RayHit up = ray_cast(segment, {}, {{0.5, -1}, {0.5, 3}});
    ASSERT_TRUE(up.hit);
    EXPECT_EQ(up.normal, (Vec2d{0, -1}));
    EXPECT_FALSE(ray_cast(segment, {}, {{1.5, 1}, {1.5, -1}}).hit) << "past the end";
    EXPECT_FALSE(ray_cast(segment, {}, {{-2, 0}, {2, 0}}).hit) << "along the line";
    EXPECT_FALSE(ray_cast(segment, {}, {{0, 2}, {0, 1}}).hit) << "too short";
}

// Rays are aimed exactly at the corners of a sharp and of a rounded box, and at the points where edges and
// arcs join. Only rays along a side of the sharp box may miss.
TEST(RayCast, DoesNotMissBetweenFeatures) {
    for (const float radius : {0.0f, 0.25f}) {
        const Shape box = make_box({1.0f, 1.0f}, {}, 0.0f, radius);
        const double r = static_cast<double>(radius);
        for (const Vec2d aim : {Vec2d{1.0, 1.0 + r}, Vec2d{1.0 + r, 1.0}, Vec2d{1.0, 1.0}}) {
            for (const Vec2d from : {Vec2d{3, 4}, Vec2d{4, 3}, Vec2d{1, 7}, Vec2d{7, 1}}) {
                const RayHit hit = ray_cast(box, {}, {from, lerp(from, aim, 2.0)});
                ASSERT_TRUE(hit.hit || (radius == 0.0f && (from.x == 1.0 || from.y == 1.0)))
                    << ::testing::PrintToString(from) << ::testing::PrintToString(aim) << radius;
            }
        }
    }
}

// Regression: two rays aimed at shared vertices passed between the segments.
TEST(RayCast, DoesNotMissBetweenSegments) {
    const Vec2 hills[] = {
        {0, 0}, {0.25f, 0.9031804800033569f}, {0.5f, 0.7239769697189331f}, {0.75f, 0.8682535290718079f}};
    const Transformd ground{{5, 3}, {}};
    const auto hits = [&](const Ray& ray) {
        int count = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Shape segment = Segment{.a = hills[i], .b = hills[i + 1], .ghost_a = {}, .ghost_b = {}};
            count += ray_cast(segment, ground, ray).hit ? 1 : 0;
        }
        return count;
    };
    EXPECT_GE(hits({{4.0346235200434339, 7.6892778526083045}, {6.9858962754009397, -1.5044215559066068}}), 1);
    EXPECT_GE(hits({{4.7914232611518637, 9.1876631789168055}, {5.7836561158016666, 1.5367643178055062}}), 1);
}

// Rays along the shared side of two polygons. Because of rounding, each polygon may find that the ray is on
// the other polygon's side of the line.
TEST(RayCast, DoesNotMissAlongASharedSide) {
    Generator generator(4);
    for (int i = 0; i < 2'000; ++i) {
        const Transformd x = generator.transform_double(100.0);
        const Vec2 top{generator.uniform(-2.0f, 2.0f), 1.0f};
        const Shape left = *make_polygon(std::vector<Vec2>{{-3, 0}, {0, 0}, top, {-3, 1}});
        const Shape right = *make_polygon(std::vector<Vec2>{{0, 0}, {3, 0}, {3, 1}, top});
        const Vec2d above = generator.uniform_double(1.1, 9.0) * widen(top);
        const Ray ray{transform_point(x, above), transform_point(x, -widen(top))};
        ASSERT_TRUE(ray_cast(left, x, ray).hit || ray_cast(right, x, ray).hit) << i;
    }
}

TEST(RayCast, HasNoHitWithoutLengthOrFromInside) {
    const Shape box = make_box({1.0f, 1.0f});
    EXPECT_FALSE(ray_cast(box, {}, {{5, 5}, {5, 5}}).hit);
    EXPECT_FALSE(ray_cast(box, {}, {{0, 0}, {5, 0}}).hit);
    EXPECT_FALSE(ray_cast(box, {}, {{1, 0}, {-5, 0}}).hit) << "from the boundary inwards";
    EXPECT_FALSE(ray_cast(Circle{.center = {}, .radius = 1}, {}, {{0, 0.5}, {5, 0}}).hit);
    EXPECT_TRUE(ray_cast(box, {}, {{2, 0}, {1, 0}}).hit) << "ends on the boundary";
}

TEST(ContainsPoint, MatchesTheSignedDistance) {
    Generator generator(3);
    for (int i = 0; i < 20'000; ++i) {
        const Shape shape = generator.shape(1.0f);
        const Transformd x = generator.transform_double(10.0);
        const Vec2d local = generator.point_double(1.5);
        const long double d = signed_distance(core_of(shape), to_long(local));
        if (std::abs(d) < 1e-13L) continue;
        const bool expected = d < 0 && type_of(shape) != ShapeType::Segment;
        ASSERT_EQ(contains_point(shape, x, transform_point(x, local)), expected)
            << ::testing::PrintToString(shape);
    }
}

TEST(ContainsPoint, IncludesTheBoundary) {
    EXPECT_TRUE(contains_point(make_box({1.0f, 1.0f}), {}, {1, 0.5}));
    EXPECT_TRUE(contains_point(make_box({1.0f, 1.0f}), {}, {1, 1}));
    EXPECT_TRUE(contains_point(Circle{.center = {}, .radius = 1}, {}, {1, 0}));
    EXPECT_TRUE(contains_point(Capsule{.a = {0, 0}, .b = {2, 0}, .radius = 1}, {}, {1, 1}));
    EXPECT_FALSE(contains_point(Segment{.a = {0, 0}, .b = {2, 0}, .ghost_a = {}, .ghost_b = {}}, {}, {1, 0}));
}

}  // namespace
}  // namespace toibox
