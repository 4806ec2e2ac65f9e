// SPDX-License-Identifier: MIT
/// The oracle transforms the shape in long double and takes its extreme points; boxes must contain them
/// without tolerance.
#include "toibox/geometry/bounds.h"

#include "toibox/geometry/hull.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Core;
using testing_support::core_of;
using testing_support::Generator;
using testing_support::length_l;
using testing_support::moved;
using testing_support::outline_of;
using testing_support::signed_distance;
using testing_support::to_long;
using testing_support::Vec2l;

struct LongBox {
    Vec2l lower;
    Vec2l upper;
};

/// The exact box of a core whose points are rotated by (c, s), then moved by p.
LongBox box_at(const Core& core, Vec2l p, long double c, long double s) {
    LongBox box{{1e30L, 1e30L}, {-1e30L, -1e30L}};
    for (const Vec2l v : core.points) {
        const Vec2l world = p + Vec2l{c * v.x - s * v.y, s * v.x + c * v.y};
        box.lower = {std::min(box.lower.x, world.x - core.radius),
                     std::min(box.lower.y, world.y - core.radius)};
        box.upper = {std::max(box.upper.x, world.x + core.radius),
                     std::max(box.upper.y, world.y + core.radius)};
    }
    return box;
}
bool contains_box(const Aabb& outer, const LongBox& inner) {
    return static_cast<long double>(outer.lower.x) <= inner.lower.x &&
           static_cast<long double>(outer.lower.y) <= inner.lower.y &&
           inner.upper.x <= static_cast<long double>(outer.upper.x) &&
           inner.upper.y <= static_cast<long double>(outer.upper.y);
}
/// Maximum distance between corresponding sides.
long double excess(const Aabb& outer, const LongBox& inner) {
    return std::max({inner.lower.x - static_cast<long double>(outer.lower.x),
                     inner.lower.y - static_cast<long double>(outer.lower.y),
                     static_cast<long double>(outer.upper.x) - inner.upper.x,
                     static_cast<long double>(outer.upper.y) - inner.upper.y});
}

// Shapes of 1 mm to 100 m, near the origin and up to 100 km away. Boxes must be tight to two float roundings.
TEST(ComputeAabb, ContainsTheShapeAndIsTight) {
    Generator generator(1);
    SCOPED_TRACE(generator.seed);
    for (int i = 0; i < 20'000; ++i) {
        const float scale = generator.magnitude(1e-3f, 100.0f);
        const float position_range = generator.rng.next_bool() ? scale : generator.magnitude(1e-3f, 1e5f);
        const Shape shape = generator.shape(scale);
        const Transform x = generator.transform(position_range);
        const Aabb box = compute_aabb(shape, x);
        const LongBox exact = box_at(core_of(shape), to_long(x.p), static_cast<long double>(x.q.c),
                                     static_cast<long double>(x.q.s));
        ASSERT_TRUE(contains_box(box, exact))
            << i << ::testing::PrintToString(shape) << ::testing::PrintToString(x);
        ASSERT_LE(excess(box, exact), 2 * 0x1p-23L * static_cast<long double>(position_range + 3 * scale));
    }
}

// The true bounds of this box are floats.
TEST(ComputeAabb, InflatesExactBoundsByAtMostOneUlp) {
    const Aabb box = compute_aabb(make_box({1.0f, 2.0f}), {{4.0f, 8.0f}, {}});
    EXPECT_GE(box.lower.x, std::nextafter(3.0f, 0.0f));
    EXPECT_GE(box.lower.y, std::nextafter(6.0f, 0.0f));
    EXPECT_LE(box.upper.x, std::nextafter(5.0f, 9.0f));
    EXPECT_LE(box.upper.y, std::nextafter(10.0f, 99.0f));
}

/// Box of the shape at time t of the sweep, by the definition in long double.
LongBox swept_box_at(const Core& core, const Sweep& sweep, long double t) {
    const Vec2l c0 = to_long(sweep.c0);
    const Vec2l c = c0 + t * (to_long(sweep.c1) - c0);
    const long double angle = t * static_cast<long double>(sweep.delta_angle);
    const long double delta_c = std::cos(angle);
    const long double delta_s = std::sin(angle);
    const auto q_c = static_cast<long double>(sweep.q0.c);
    const auto q_s = static_cast<long double>(sweep.q0.s);
    const long double qc = q_c * delta_c - q_s * delta_s;
    const long double qs = q_s * delta_c + q_c * delta_s;
    const Vec2l l = to_long(sweep.local_center);
    return box_at(core, c - Vec2l{qc * l.x - qs * l.y, qs * l.x + qc * l.y}, qc, qs);
}

// Rotations of up to three turns, about centres inside and outside the shape, with the initial rotation
// rounded to float as in a body (length error 1e-7). Each sweep is checked at many poses.
TEST(SweptAabb, ContainsTheWholeArc) {
    Generator generator(2);
    SCOPED_TRACE(generator.seed);
    for (int i = 0; i < 2'000; ++i) {
        const float scale = generator.magnitude(1e-2f, 10.0f);
        const auto scale_double = static_cast<double>(scale);
        const Shape shape = generator.shape(scale);
        const double max_angle = generator.rng.next_bool() ? 6.0 * pi : 0.99 * pi;
        Sweep sweep =
            generator.sweep(generator.rng.next_bool() ? 1000.0 : scale_double, 5.0 * scale_double, max_angle);
        sweep.local_center = generator.rng.next_bool() ? Vec2d{} : generator.point_double(scale_double);
        sweep.q0 = widen(narrow(sweep.q0));
        const Aabb box = swept_aabb(shape, sweep);
        const Core core = core_of(shape);
        for (int k = 0; k <= 400; ++k) {
            ASSERT_TRUE(contains_box(box, swept_box_at(core, sweep, k / 400.0L)))
                << "sweep " << i << " at " << k << "/400: " << ::testing::PrintToString(sweep) << ' '
                << ::testing::PrintToString(shape);
        }
    }
}

// A rod that rotates by half a turn extends beyond both end poses.
TEST(SweptAabb, IsMoreThanTheUnionOfTheEndPoses) {
    const Shape rod = make_box({2.0f, 0.1f});
    Sweep sweep;
    sweep.delta_angle = pi;
    EXPECT_GE(swept_aabb(rod, sweep).upper.y, 2.0f);
}

// Without rotation, the swept box is the union of the boxes at the end poses.
TEST(SweptAabb, IsTightForPureTranslation) {
    Generator generator(3);
    for (int i = 0; i < 1'000; ++i) {
        const Shape shape = generator.shape(1.0f);
        Sweep sweep = generator.sweep(10.0, 20.0, 0.0);
        const Core core = core_of(shape);
        const LongBox first = swept_box_at(core, sweep, 0);
        const LongBox last = swept_box_at(core, sweep, 1);
        const LongBox union_box{
            {std::min(first.lower.x, last.lower.x), std::min(first.lower.y, last.lower.y)},
            {std::max(first.upper.x, last.upper.x), std::max(first.upper.y, last.upper.y)}};
        const Aabb box = swept_aabb(shape, sweep);
        ASSERT_TRUE(contains_box(box, union_box));
        ASSERT_LE(excess(box, union_box), 1e-5L);
    }
}

// A small rotation may add its sagitta but not the whole circle: 2 (1 − cos 0.05) for 0.1 rad and a half
// length of 2.
TEST(SweptAabb, IsTightForSmallRotations) {
    Sweep sweep;
    sweep.delta_angle = 0.1;
    const Aabb box = swept_aabb(make_box({2.0f, 0.1f}), sweep);
    EXPECT_NEAR(box.upper.y, 2.0f * std::sin(0.1f) + 0.1f + 0.0025f, 0.001f);
}

TEST(MaxExtent, IsTheMaximumDistance) {
    Generator generator(4);
    for (int i = 0; i < 2'000; ++i) {
        const Shape shape = generator.shape(1.0f);
        const Vec2 from = generator.point(2.0f);
        long double max_distance = 0;
        for (const Vec2l p : outline_of(core_of(shape), 64)) {
            max_distance = std::max(max_distance, length_l(p - to_long(from)));
        }
        const auto extent = static_cast<long double>(max_extent(shape, from));
        ASSERT_GE(extent, max_distance - 1e-18L) << ::testing::PrintToString(shape);
        ASSERT_LE(extent, max_distance * (1 + 1e-3L))
            << "an outline with 64 chords per corner misses the arc by at most 3e-4";
    }
}

TEST(InnerRadius, IsTheDepthOfTheCentroid) {
    Generator generator(5);
    for (int i = 0; i < 2'000; ++i) {
        const Shape shape = generator.solid_shape(1.0f);
        const float radius = inner_radius(shape);
        EXPECT_GT(radius, 0.0f);
        // The centroid is rounded to float, so the test needs a tolerance.
        const long double depth = -signed_distance(core_of(shape), to_long(centroid(shape)));
        ASSERT_LE(static_cast<long double>(radius), depth + 1e-7L) << ::testing::PrintToString(shape);
        ASSERT_GE(static_cast<long double>(radius), depth - 1e-6L) << "smaller than necessary";
    }
    EXPECT_EQ(inner_radius(Segment{.a = {0, 0}, .b = {1, 0}, .ghost_a = {}, .ghost_b = {}}), 0.0f);
    EXPECT_NEAR(inner_radius(make_box({1.0f, 0.25f})), 0.25f, 1e-7f);
}

TEST(Centroid, MatchesTheOutline) {
    Generator generator(6);
    for (int i = 0; i < 1'000; ++i) {
        const Vec2 offset = generator.point(100.0f);
        const Shape shape = moved(Shape{generator.convex_polygon(1.0f)}, offset);
        const Vec2l exact = testing_support::moments_of(core_of(shape).points).centroid;
        ASSERT_LE(length_l(to_long(centroid(shape)) - exact), 1e-5L) << "the float ulp at 100 is 7.6e-6";
    }
    EXPECT_EQ(centroid(Capsule{.a = {0, 0}, .b = {2, 4}, .radius = 1}), (Vec2{1, 2}));
}

}  // namespace
}  // namespace toibox
