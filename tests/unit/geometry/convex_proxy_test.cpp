// SPDX-License-Identifier: MIT
#include "toibox/geometry/convex_proxy.h"

#include "tests/support/generators.h"
#include "tests/support/print.h"
#include "tests/support/shape_oracle.h"

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

TEST(Support, IsTheFurthestPoint) {
    Generator generator(2);
    for (int i = 0; i < 1'000; ++i) {
        const ConvexProxyBuffer buffer{Shape{generator.convex_polygon(1.0f)}};
        const auto points = buffer.proxy().points;
        const Vec2d direction = generator.direction();
        const Vec2d found = points[static_cast<std::size_t>(support(points, direction))];
        for (const Vec2d p : points) {
            ASSERT_LE(dot(p, direction), dot(found, direction));
        }
    }
}

TEST(Support, TakesTheLeastIndexOfATie) {
    const std::vector<Vec2d> square{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    EXPECT_EQ(support(square, {1, 0}), 0);
    EXPECT_EQ(support(square, {0, 1}), 1);
    EXPECT_EQ(support(square, {-1, 0}), 2);
    EXPECT_EQ(support(square, {0, 0}), 0);
}

}  // namespace
}  // namespace toibox
