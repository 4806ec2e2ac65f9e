// SPDX-License-Identifier: MIT
#include "toibox/geometry/any_bounding_volume.h"

#include "tests/support/distance_oracle.h"
#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/volume_oracle.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Generator;
using testing_support::smallest_radius;

std::vector<Vec2d> random_points(int count, Generator& random) {
    std::vector<Vec2d> points;
    for (int i = 0; i < count; ++i)
        points.push_back(random.point_double(1.0));
    return points;
}

template <class V>
double area_around(const ConvexProxy& shape) {
    const auto volume = V::around(shape);
    EXPECT_TRUE(volume.has_value());
    return area(volume.value_or(V{}));
}

// A square of 2 m, rotated by 45°: its sides are parallel to sides of the 8-DOP.
TEST(BoundingVolumes, HaveTheExpectedAreasForARotatedSquare) {
    const double r = std::sqrt(2.0);
    const std::vector<Vec2d> square{{r, 0.0}, {0.0, r}, {-r, 0.0}, {0.0, -r}};
    EXPECT_NEAR(area_around<BoundingCircle>({square}), 2.0 * pi, 1e-11);
    EXPECT_NEAR(area_around<BoundingBox>({square}), 8.0, 1e-11);
    EXPECT_NEAR(area_around<OrientedBox>({square}), 4.0, 1e-11);
    EXPECT_NEAR(area_around<Dop8>({square}), 4.0, 1e-11);
    EXPECT_NEAR(area_around<Dop16>({square}), 4.0, 1e-11);
    EXPECT_NEAR(area_around<BoundingHull>({square}), 4.0, 1e-11);
}

TEST(BoundingVolumes, AreOrderedByTightness) {
    Generator random(11);
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE("seed 11, case " + std::to_string(i));
        const ConvexProxyBuffer buffer(random.shape(1.0f));
        const ConvexProxy shape = buffer.proxy();
        const double box = area_around<BoundingBox>(shape);
        const double oriented = area_around<OrientedBox>(shape);
        const double dop8 = area_around<Dop8>(shape);
        const double dop16 = area_around<Dop16>(shape);
        const double hull = area_around<BoundingHull>(shape);
        const double circle = area_around<BoundingCircle>(shape);
        const double rounding = 1e-12;
        EXPECT_LE(hull, dop16 + rounding);
        EXPECT_LE(dop16, dop8 + rounding);
        EXPECT_LE(dop8, box + rounding);
        EXPECT_LE(hull, oriented + rounding);
        EXPECT_LE(oriented, box + rounding);
        EXPECT_LE(hull, circle + rounding);
    }
}

TEST(BoundingCircles, AreTheSmallestThroughTwoOrThreePoints) {
    Generator random(12);
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE("seed 12, case " + std::to_string(i));
        std::vector<Vec2d> points = random_points(random.rng.integer(1, 14), random);
        if (random.rng.below(4) == 0) points.push_back(points.front());
        if (random.rng.below(4) == 0) {
            for (Vec2d& point : points)
                point.y *= 1e-9;
        }
        const auto circle = BoundingCircle::around({points});
        ASSERT_TRUE(circle.has_value());
        EXPECT_NEAR(circle->radius, static_cast<double>(smallest_radius(points)), 1e-13);
    }
}

// 256 points on a circle of radius 1 m: any three of them define this circle.
TEST(BoundingCircles, TerminateForManyPointsOnOneCircle) {
    std::vector<Vec2d> points;
    for (int i = 0; i < 256; ++i) {
        const Rotd q = make_rotd(2.0 * pi * i / 256);
        points.push_back({q.c, q.s});
    }
    const auto circle = BoundingCircle::around({points});
    ASSERT_TRUE(circle.has_value());
    EXPECT_NEAR(circle->radius, 1.0, 1e-13);
}

// One side of the minimum-area box is parallel to the line through two of the points; the oracle tries all
// pairs.
TEST(OrientedBoxes, AreTheSmallestAlongAnyTwoPoints) {
    Generator random(13);
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE("seed 13, case " + std::to_string(i));
        std::vector<Vec2d> points = random_points(random.rng.integer(2, 20), random);
        const double radius = random.rng.next_bool() ? random.uniform_double(0.0, 1.0) : 0.0;
        double min_area = 1e300;
        for (const Vec2d a : points) {
            for (const Vec2d b : points) {
                const Vec2d u = normalized(b - a);
                if (u == Vec2d{}) continue;
                Vec2d lower{1e300, 1e300};
                Vec2d upper = -lower;
                for (const Vec2d point : points) {
                    const Vec2d local{dot(u, point), cross(u, point)};
                    lower = min(lower, local);
                    upper = max(upper, local);
                }
                const Vec2d size = upper - lower + Vec2d{2.0 * radius, 2.0 * radius};
                min_area = size.x * size.y < min_area ? size.x * size.y : min_area;
            }
        }
        EXPECT_NEAR(area_around<OrientedBox>({points, radius}), min_area, 1e-12);
    }
}

// Shapes with a gap of more than 1e-9 m must be reported as separated, all others as overlapping.
TEST(BoundingHulls, AreExactForConvexShapes) {
    Generator random(14);
    int near_misses = 0;
    for (int i = 0; i < 3000; ++i) {
        SCOPED_TRACE("seed 14, case " + std::to_string(i));
        const ConvexProxyBuffer a(random.shape(1.0f));
        const ConvexProxyBuffer b(random.shape(1.0f));
        const Transformd pose_a = random.transform_double(1.0);
        const Transformd pose_b = random.transform_double(1.0);
        const auto gap =
            oracle::distance(oracle::placed(a.proxy(), pose_a, {}), oracle::placed(b.proxy(), pose_b, {}))
                .distance -
            oracle::Real(a.proxy().radius) - oracle::Real(b.proxy().radius);
        const auto hull_a = BoundingHull::around(a.proxy());
        const auto hull_b = BoundingHull::around(b.proxy());
        ASSERT_TRUE(hull_a && hull_b);
        EXPECT_EQ(overlaps(moved(*hull_a, pose_a), moved(*hull_b, pose_b)), gap <= 1e-9L);
        near_misses += gap > 0 && gap < 0.1L ? 1 : 0;
    }
    EXPECT_GT(near_misses, 20);
}

}  // namespace
}  // namespace toibox
