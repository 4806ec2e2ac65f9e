// SPDX-License-Identifier: MIT
/// The oracle places the shape in long double and takes its extreme points; boxes must contain them without
/// any tolerance.
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
/// How far the boxes' sides are apart at most.
long double excess(const Aabb& outer, const LongBox& inner) {
    return std::max({inner.lower.x - static_cast<long double>(outer.lower.x),
                     inner.lower.y - static_cast<long double>(outer.lower.y),
                     static_cast<long double>(outer.upper.x) - inner.upper.x,
                     static_cast<long double>(outer.upper.y) - inner.upper.y});
}

// Millimetres to kilometres, near the origin and far out; tight to two roundings of float.
TEST(ComputeAabb, ContainsTheShapeAndIsTight) {
    Generator generator(1);
    SCOPED_TRACE(generator.seed);
    for (int i = 0; i < 20'000; ++i) {
        const float scale = generator.magnitude(1e-3f, 100.0f);
        const float place = generator.rng.next_bool() ? scale : generator.magnitude(1e-3f, 1e5f);
        const Shape shape = generator.shape(scale);
        const Transform x = generator.transform(place);
        const Aabb box = compute_aabb(shape, x);
        const LongBox exact = box_at(core_of(shape), to_long(x.p), static_cast<long double>(x.q.c),
                                     static_cast<long double>(x.q.s));
        ASSERT_TRUE(contains_box(box, exact))
            << i << ::testing::PrintToString(shape) << ::testing::PrintToString(x);
        ASSERT_LE(excess(box, exact), 2 * 0x1p-23L * static_cast<long double>(place + 3 * scale));
    }
}

// An axis-aligned box on float coordinates has an exact answer; growing it by more than the next float would
// be waste.
TEST(ComputeAabb, GrowsABoxOfExactCoordinatesByOneFloatAtMost) {
    const Aabb box = compute_aabb(make_box({1.0f, 2.0f}), {{4.0f, 8.0f}, {}});
    EXPECT_GE(box.lower.x, std::nextafter(3.0f, 0.0f));
    EXPECT_GE(box.lower.y, std::nextafter(6.0f, 0.0f));
    EXPECT_LE(box.upper.x, std::nextafter(5.0f, 9.0f));
    EXPECT_LE(box.upper.y, std::nextafter(10.0f, 99.0f));
}

/// The sweep's own definition at t, in long double.
LongBox swept_box_at(const Core& core, const Sweep& sweep, long double t) {
    const Vec2l c0 = to_long(sweep.c0);
    const Vec2l c = c0 + t * (to_long(sweep.c1) - c0);
    const long double angle = t * static_cast<long double>(sweep.delta_angle);
    const long double turn_c = std::cos(angle);
    const long double turn_s = std::sin(angle);
    const auto q_c = static_cast<long double>(sweep.q0.c);
    const auto q_s = static_cast<long double>(sweep.q0.s);
    const long double qc = q_c * turn_c - q_s * turn_s;
    const long double qs = q_s * turn_c + q_c * turn_s;
    const Vec2l l = to_long(sweep.local_center);
    return box_at(core, c - Vec2l{qc * l.x - qs * l.y, qs * l.x + qc * l.y}, qc, qs);
}

// Spins up to three turns, with the rotation kept in float as a body keeps it (off unit length by 1e-7),
// about centres inside and outside the shape. 400 poses each.
TEST(SweptAabb, ContainsTheWholeArc) {
    Generator generator(2);
    SCOPED_TRACE(generator.seed);
    for (int i = 0; i < 2'000; ++i) {
        const float scale = generator.magnitude(1e-2f, 10.0f);
        const auto wide = static_cast<double>(scale);
        const Shape shape = generator.shape(scale);
        const double turn = generator.rng.next_bool() ? 6.0 * pi : 0.99 * pi;
        Sweep sweep = generator.sweep(generator.rng.next_bool() ? 1000.0 : wide, 5.0 * wide, turn);
        sweep.local_center = generator.rng.next_bool() ? Vec2d{} : generator.point_double(wide);
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

// A rod turned by half a turn sticks out of both end poses.
TEST(SweptAabb, IsMoreThanTheUnionOfTheEnds) {
    const Shape rod = make_box({2.0f, 0.1f});
    Sweep sweep;
    sweep.delta_angle = pi;
    EXPECT_GE(swept_aabb(rod, sweep).upper.y, 2.0f);
}

// Without rotation the box is that of the end poses.
TEST(SweptAabb, IsTightForPureTranslation) {
    Generator generator(3);
    for (int i = 0; i < 1'000; ++i) {
        const Shape shape = generator.shape(1.0f);
        Sweep sweep = generator.sweep(10.0, 20.0, 0.0);
        const Core core = core_of(shape);
        const LongBox first = swept_box_at(core, sweep, 0);
        const LongBox last = swept_box_at(core, sweep, 1);
        const LongBox both{{std::min(first.lower.x, last.lower.x), std::min(first.lower.y, last.lower.y)},
                           {std::max(first.upper.x, last.upper.x), std::max(first.upper.y, last.upper.y)}};
        const Aabb box = swept_aabb(shape, sweep);
        ASSERT_TRUE(contains_box(box, both));
        ASSERT_LE(excess(box, both), 1e-5L);
    }
}

// A small rotation may cost its sagitta, not the whole circle: 0.1 rad of a rod of half length 2 is 2 (1 −
// cos .05).
TEST(SweptAabb, IsTightForSmallRotations) {
    Sweep sweep;
    sweep.delta_angle = 0.1;
    const Aabb box = swept_aabb(make_box({2.0f, 0.1f}), sweep);
    EXPECT_NEAR(box.upper.y, 2.0f * std::sin(0.1f) + 0.1f + 0.0025f, 0.001f);
}

TEST(MaxExtent, IsTheGreatestDistance) {
    Generator generator(4);
    for (int i = 0; i < 2'000; ++i) {
        const Shape shape = generator.shape(1.0f);
        const Vec2 from = generator.point(2.0f);
        long double greatest = 0;
        for (const Vec2l p : outline_of(core_of(shape), 64)) {
            greatest = std::max(greatest, length_l(p - to_long(from)));
        }
        const auto extent = static_cast<long double>(max_extent(shape, from));
        ASSERT_GE(extent, greatest - 1e-18L) << ::testing::PrintToString(shape);
        ASSERT_LE(extent, greatest * (1 + 1e-3L))
            << "chords of 64 a corner are short of the arc by 3e-4 at most";
    }
}

TEST(InnerRadius, IsACircleInside) {
    Generator generator(5);
    for (int i = 0; i < 2'000; ++i) {
        const Shape shape = generator.solid_shape(1.0f);
        const float radius = inner_radius(shape);
        EXPECT_GT(radius, 0.0f);
        // The centroid is rounded to float, hence the tolerance.
        const long double depth = -signed_distance(core_of(shape), to_long(centroid(shape)));
        ASSERT_LE(static_cast<long double>(radius), depth + 1e-7L) << ::testing::PrintToString(shape);
        ASSERT_GE(static_cast<long double>(radius), depth - 1e-6L) << "no smaller than it need be";
    }
    EXPECT_EQ(inner_radius(Segment{.a = {0, 0}, .b = {1, 0}, .ghost_a = {}, .ghost_b = {}}), 0.0f);
    EXPECT_NEAR(inner_radius(make_box({1.0f, 0.25f})), 0.25f, 1e-7f);
}

TEST(Centroid, IsThatOfTheOutline) {
    Generator generator(6);
    for (int i = 0; i < 1'000; ++i) {
        const Vec2 offset = generator.point(100.0f);
        const Shape shape = moved(Shape{generator.convex_polygon(1.0f)}, offset);
        const Vec2l exact = testing_support::moments_of(core_of(shape).points).centroid;
        ASSERT_LE(length_l(to_long(centroid(shape)) - exact), 1e-5L) << "one float at 100 is 7.6e-6";
    }
    EXPECT_EQ(centroid(Capsule{.a = {0, 0}, .b = {2, 4}, .radius = 1}), (Vec2{1, 2}));
}

}  // namespace
}  // namespace toibox
