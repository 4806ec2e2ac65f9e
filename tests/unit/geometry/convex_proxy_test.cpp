// SPDX-License-Identifier: MIT
#include "toibox/geometry/convex_proxy.h"

#include "toibox/geometry/bounds.h"
#include "toibox/geometry/hull.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::Generator;

TEST(ConvexProxy, HasThePointsAndTheRadiusOfTheShape) {
    Generator generator(1);
    for (int i = 0; i < 1'000; ++i) {
        const Shape shape =
            i == 0 ? Shape{generator.convex_polygon(Polygon::max_vertices, 1.0f)} : generator.shape(1.0f);
        const ConvexProxyBuffer buffer(shape);
        const ConvexProxy proxy = buffer.proxy();
        const testing_support::Core core = testing_support::core_of(shape);
        ASSERT_EQ(static_cast<std::size_t>(proxy.count()), core.points.size());
        EXPECT_EQ(static_cast<long double>(proxy.radius), core.radius);
        for (std::size_t k = 0; k < core.points.size(); ++k) {
            EXPECT_EQ(static_cast<long double>(proxy.points[k].x), core.points[k].x);
            EXPECT_EQ(static_cast<long double>(proxy.points[k].y), core.points[k].y);
        }
    }
}

/// Depth of a point in a convex polygon: the minimum distance from the lines of its edges, negative outside.
double depth_in(std::span<const Vec2d> polygon, Vec2d point) {
    double min_depth = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2d edge = polygon[(i + 1) % polygon.size()] - polygon[i];
        min_depth = std::min(min_depth, cross(edge, point - polygon[i]) / length(edge));
    }
    return min_depth;
}

TEST(ConvexProxy, ErosionKeepsExactlyThePointsThatAreDeepEnough) {
    Generator generator(3);
    for (int i = 0; i < 2'000; ++i) {
        SCOPED_TRACE(i);
        const Polygon polygon = i % 4 == 0   ? generator.random_hull(12, 1.0f)
                                : i % 4 == 1 ? generator.sliver(1.0f, generator.uniform(0.001f, 0.1f))
                                : i == 2     ? generator.convex_polygon(Polygon::max_vertices, 1.0f)
                                             : generator.convex_polygon(1.0f);
        const Shape shape{polygon};
        const double inner = static_cast<double>(inner_radius(shape));
        const double depth = inner * static_cast<double>(generator.uniform(0.0f, 0.95f));
        const ConvexProxyBuffer buffer(shape);
        const ConvexProxy whole = buffer.proxy();
        const ConvexProxyBuffer eroded(whole, depth);
        const std::span<const Vec2d> core = eroded.proxy().points;
        ASSERT_GE(core.size(), 3u);
        ASSERT_LE(core.size(), whole.points.size());
        EXPECT_EQ(eroded.proxy().radius, 0.0);
        // The core contains no point that is less deep than `depth` …
        for (const Vec2d corner : core)
            EXPECT_NEAR(depth_in(whole.points, corner), depth, 1e-9);
        // … and every point that is deeper.
        for (int k = 0; k < 50; ++k) {
            const Vec2d point = widen(generator.point(1.0f));
            const double slack = depth_in(whole.points, point) - depth;
            if (std::abs(slack) > 1e-9) {
                EXPECT_EQ(slack > 0.0, depth_in(core, point) > 0.0);
            }
        }
    }
}

TEST(ConvexProxy, ErosionReducesTheRadiusFirst) {
    Generator generator(4);
    for (int i = 0; i < 200; ++i) {
        const Shape shape{generator.rounded_polygon(1.0f)};
        const ConvexProxyBuffer buffer(shape);
        const ConvexProxy whole = buffer.proxy();
        ASSERT_GT(whole.radius, 0.0);
        const ConvexProxyBuffer half_radius(whole, 0.5 * whole.radius);
        EXPECT_EQ(half_radius.proxy().radius, 0.5 * whole.radius);
        EXPECT_EQ(std::vector<Vec2d>(half_radius.proxy().points.begin(), half_radius.proxy().points.end()),
                  std::vector<Vec2d>(whole.points.begin(), whole.points.end()));
        const double extra_depth = 0.5 * (static_cast<double>(inner_radius(shape)) - whole.radius);
        const ConvexProxyBuffer sharp(whole, whole.radius + extra_depth);
        EXPECT_EQ(sharp.proxy().radius, 0.0);
        for (const Vec2d corner : sharp.proxy().points)
            EXPECT_NEAR(depth_in(whole.points, corner), extra_depth, 1e-9);
    }
}

TEST(ConvexProxy, ShrinksTowardsAPoint) {
    const Shape shape{make_box({2.0f, 1.0f}, {3.0f, 0.0f})};
    const ConvexProxyBuffer whole(shape);
    ConvexProxyBuffer half_size(whole.proxy(), 0.0);
    half_size.shrink({3.0, 0.0}, 0.5);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(half_size.proxy().points[i],
                  Vec2d(3.0, 0.0) + 0.5 * (whole.proxy().points[i] - Vec2d(3.0, 0.0)));
    half_size.shrink({3.0, 0.0}, 0.0);
    ASSERT_EQ(half_size.proxy().count(), 1);
    EXPECT_EQ(half_size.proxy().points[0], Vec2d(3.0, 0.0));
}

TEST(Support, IsTheFarthestPoint) {
    Generator generator(2);
    for (int i = 0; i < 1'000; ++i) {
        const ConvexProxyBuffer buffer{Shape{generator.convex_polygon(1.0f)}};
        const auto points = buffer.proxy().points;
        const Vec2d direction = generator.direction();
        const Vec2d support_point = points[static_cast<std::size_t>(support(points, direction))];
        for (const Vec2d p : points) {
            ASSERT_LE(dot(p, direction), dot(support_point, direction));
        }
    }
}

TEST(Support, TiesGoToTheLowestIndex) {
    const std::vector<Vec2d> square{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    EXPECT_EQ(support(square, {1, 0}), 0);
    EXPECT_EQ(support(square, {0, 1}), 1);
    EXPECT_EQ(support(square, {-1, 0}), 2);
    EXPECT_EQ(support(square, {0, 0}), 0);
}

}  // namespace
}  // namespace toibox
