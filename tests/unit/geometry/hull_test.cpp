// SPDX-License-Identifier: MIT
#include "toibox/geometry/hull.h"

#include "toibox/geometry/tuning.h"

#include "geometry/polygon_access.h"
#include "tests/support/generators.h"
#include "tests/support/print.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using Reason = PolygonError::Reason;
using testing_support::Generator;

/// Expects every vertex strictly to the left of every edge it is not on, computed in double.
void expect_strictly_convex(const Polygon& polygon) {
    const auto v = polygon.vertices();
    const std::size_t n = v.size();
    ASSERT_GE(n, 3u);
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2d a = widen(v[i]);
        const Vec2d b = widen(v[(i + 1) % n]);
        for (std::size_t j = 2; j < n; ++j) {
            EXPECT_GT(cross(b - a, widen(v[(i + j) % n]) - a), 0.0)
                << "edge " << i << ::testing::PrintToString(polygon);
        }
        const Vec2d normal = widen(polygon.normals()[i]);
        EXPECT_NEAR(length(normal), 1.0, 1e-7);
        EXPECT_NEAR(dot(normal, b - a) / length(b - a), 0.0, 2e-7);
        EXPECT_GT(cross(b - a, -normal), 0.0) << "the normal points outward";
    }
}

void expect_no_polygon(const std::vector<Vec2>& vertices, Reason reason, int index, float radius = 0.0f) {
    const auto result = make_polygon(vertices, radius);
    ASSERT_FALSE(result.has_value()) << ::testing::PrintToString(*result);
    EXPECT_EQ(result.error().reason, reason) << describe(result.error());
    EXPECT_EQ(result.error().index, index) << describe(result.error());
}

/// The star polygon {points / skip}: all its turns are to the left.
std::vector<Vec2> star(int points, int skip) {
    std::vector<Vec2> vertices;
    for (int i = 0; i < points; ++i) {
        const Rotd q = make_rotd(2.0 * pi * i * skip / points);
        vertices.push_back({static_cast<float>(q.c), static_cast<float>(q.s)});
    }
    return vertices;
}

TEST(MakePolygon, AcceptsEitherWinding) {
    const std::vector<Vec2> square{{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    std::vector<Vec2> clockwise(square.rbegin(), square.rend());
    for (const auto& input : {square, clockwise}) {
        const auto polygon = make_polygon(input);
        ASSERT_TRUE(polygon.has_value());
        EXPECT_EQ(polygon->count(), 4);
        expect_strictly_convex(*polygon);
        EXPECT_EQ(polygon->centroid(), (Vec2{1.0f, 0.5f}));
    }
}

TEST(MakePolygon, KeepsVerticesExactly) {
    Generator generator(1);
    for (int n = 3; n <= Polygon::max_vertices; n += n < 20 ? 1 : 59) {
        const Polygon polygon = generator.convex_polygon(n, 1.0f);
        ASSERT_EQ(polygon.count(), n);
        expect_strictly_convex(polygon);
        const std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
        const auto again = make_polygon(vertices, polygon.radius());
        ASSERT_TRUE(again.has_value());
        EXPECT_EQ(*again, polygon);
    }
}

// A square with duplicate vertices, a repeated first vertex at the end, and vertices on its sides.
TEST(MakePolygon, MergesRepeatedAndCollinearVertices) {
    const auto polygon = make_polygon(std::vector<Vec2>{
        {0, 0}, {1, 0}, {2, 0}, {2, 1e-7f}, {2, 1}, {2, 2}, {2, 2}, {0, 2}, {0, 1e-7f}, {0, 0}});
    ASSERT_TRUE(polygon.has_value()) << describe(polygon.error());
    EXPECT_EQ(polygon->count(), 4);
    expect_strictly_convex(*polygon);
}

// On a flat arc most vertices are within the tolerance of the line through their neighbours, but not of the
// line that remains once those neighbours are removed.
TEST(MakePolygon, KeepsAFinelyDividedArc) {
    std::vector<Vec2> vertices{{-1.0f, 0.0f}, {-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 0.0f}};
    constexpr int steps = 200;
    for (int i = 1; i < steps; ++i) {
        const double x = 1.0 - 2.0 * i / steps;
        vertices.push_back(narrow(Vec2d{x, 0.003 * (1.0 - x * x)}));
    }
    const auto polygon = make_polygon(vertices);
    ASSERT_TRUE(polygon.has_value()) << describe(polygon.error());
    for (const Vec2 given : vertices) {
        double outside = -1.0;
        const auto v = polygon->vertices();
        for (std::size_t i = 0; i < v.size(); ++i) {
            const Vec2d a = widen(v[i]);
            const Vec2d edge = widen(v[(i + 1) % v.size()]) - a;
            outside = std::max(outside, -cross(edge, widen(given) - a) / length(edge));
        }
        EXPECT_LE(outside, 2.0 * tuning::vertex_merge) << "extent is 2";
    }
}

TEST(MakePolygon, RejectsStarsWithLeftTurnsOnly) {
    expect_no_polygon(star(5, 2), Reason::SelfIntersecting, 0);
    expect_no_polygon(star(7, 3), Reason::SelfIntersecting, 0);
    expect_no_polygon(star(101, 50), Reason::SelfIntersecting, 0);
    std::vector<Vec2> clockwise = star(5, 2);
    std::reverse(clockwise.begin(), clockwise.end());
    expect_no_polygon(clockwise, Reason::SelfIntersecting, 0);
}

// A square traversed twice, a bow tie (zero area), and an outline whose edge 1 → 2 crosses edge 3 → 4.
TEST(MakePolygon, RejectsSelfIntersectingOutlines) {
    expect_no_polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}},
                      Reason::SelfIntersecting, 0);
    expect_no_polygon({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, Reason::SelfIntersecting, 0);
    expect_no_polygon({{5, -5}, {0, 0}, {2, 1}, {2, 0}, {0, 3}, {3, 5}}, Reason::SelfIntersecting, 1);
}

TEST(MakePolygon, ErrorNamesTheConcaveVertex) {
    expect_no_polygon({{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}, Reason::NotConvex, 3);
    expect_no_polygon({{0, 4}, {2, 1}, {4, 4}, {4, 0}, {0, 0}}, Reason::NotConvex, 1);
}

TEST(MakePolygon, ErrorNamesOtherProblems) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    expect_no_polygon({}, Reason::TooFewVertices, 0);
    expect_no_polygon({{0, 0}, {1, 0}}, Reason::TooFewVertices, 2);
    expect_no_polygon({{0, 0}, {1, 0}, {0, nan}}, Reason::NotFinite, 2);
    expect_no_polygon({{0, 0}, {infinity, 0}, {0, 1}}, Reason::NotFinite, 1);
    expect_no_polygon({{0, 0}, {1, 0}, {2, 0}}, Reason::NoArea, 0);
    expect_no_polygon({{3, 3}, {3, 3}, {3, 3}}, Reason::NoArea, 0);
    expect_no_polygon({{0, 0}, {1, 0}, {0, 1}}, Reason::BadRadius, 0, -1.0f);
    expect_no_polygon({{0, 0}, {1, 0}, {0, 1}}, Reason::BadRadius, 0, nan);
    expect_no_polygon(star(257, 1), Reason::TooManyVertices, 256);
}

TEST(MakePolygon, RejectsAMillionVertices) {
    expect_no_polygon(std::vector<Vec2>(1'000'000, Vec2{1, 1}), Reason::TooManyVertices, 256);
}

TEST(MakePolygon, WorksAtAllScales) {
    for (const float scale : {1e-18f, 1e-6f, 1e-3f, 1.0f, 1e4f, 1e15f}) {
        Generator generator(2);
        for (int i = 0; i < 20; ++i) {
            expect_strictly_convex(generator.convex_polygon(scale));
        }
        expect_strictly_convex(generator.sliver(scale, 1e-4f));
    }
}

// Points on a coarse grid, with many duplicates and collinear points. The oracle tries every pair as an edge,
// in integers.
TEST(MakeHull, MatchesBruteForceOnAGrid) {
    Generator generator(3);
    SCOPED_TRACE(generator.seed);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::pair<int, int>> grid;
        std::vector<Vec2> points;
        const int count = generator.rng.integer(3, 30);
        const int side = generator.rng.integer(2, 50);
        for (int i = 0; i < count; ++i) {
            const int x = generator.rng.integer(-side, side);
            const int y = generator.rng.integer(-side, side);
            grid.emplace_back(x, y);
            points.push_back({static_cast<float>(x), static_cast<float>(y)});
        }
        std::vector<std::pair<int, int>> expected;
        const auto side_of = [](auto a, auto b, auto c) {
            return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
        };
        for (const auto& a : grid) {
            for (const auto& b : grid) {
                const bool is_edge =
                    a != b && std::all_of(grid.begin(), grid.end(), [&](const auto& c) {
                        const int c_side = side_of(a, b, c);
                        const int projection = (b.first - a.first) * (c.first - a.first) +
                                               (b.second - a.second) * (c.second - a.second);
                        const int length_squared_ab = (b.first - a.first) * (b.first - a.first) +
                                                      (b.second - a.second) * (b.second - a.second);
                        return c_side > 0 ||
                               (c_side == 0 && projection >= 0 && projection <= length_squared_ab);
                    });
                if (is_edge) expected.push_back(a);
            }
        }
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        const auto hull = make_hull(points);
        if (expected.size() < 3) {
            ASSERT_FALSE(hull.has_value());
            continue;
        }
        ASSERT_TRUE(hull.has_value()) << describe(hull.error());
        std::vector<std::pair<int, int>> actual;
        for (const Vec2 v : hull->vertices()) {
            actual.emplace_back(static_cast<int>(v.x), static_cast<int>(v.y));
        }
        std::sort(actual.begin(), actual.end());
        ASSERT_EQ(actual, expected) << "round " << round;
        expect_strictly_convex(*hull);
    }
}

TEST(MakeHull, DoesNotDependOnTheOrder) {
    Generator generator(4);
    std::vector<Vec2> points;
    for (int i = 0; i < 50; ++i) {
        points.push_back(generator.point(1.0f));
    }
    const auto hull = make_hull(points);
    ASSERT_TRUE(hull.has_value());
    for (int round = 0; round < 20; ++round) {
        std::swap(points[generator.rng.below(50)], points[generator.rng.below(50)]);
        const auto again = make_hull(points);
        ASSERT_TRUE(again.has_value());
        EXPECT_EQ(*again, *hull);
    }
}

TEST(MakeHull, HandlesAMillionPoints) {
    Generator generator(5);
    std::vector<Vec2> points;
    for (int i = 0; i < 1'000'000; ++i) {
        points.push_back(generator.point(1.0f));
    }
    const auto hull = make_hull(points);
    ASSERT_TRUE(hull.has_value());
    expect_strictly_convex(*hull);
    for (Vec2& p : points) {
        const Vec2d d = generator.direction();
        p = narrow(d);
    }
    const auto circle = make_hull(points);
    ASSERT_FALSE(circle.has_value());
    EXPECT_EQ(circle.error().reason, Reason::TooManyVertices);
}

TEST(MakeHull, RejectsPointsWithoutArea) {
    EXPECT_EQ(make_hull(std::vector<Vec2>{{0, 0}, {1, 1}, {2, 2}, {0.5f, 0.5f}}).error().reason,
              Reason::NoArea);
    EXPECT_EQ(make_hull(std::vector<Vec2>{{1, 1}, {1, 1}, {1, 1}}).error().reason, Reason::NoArea);
    EXPECT_EQ(make_hull(std::vector<Vec2>{{0, 0}, {1, std::numeric_limits<float>::quiet_NaN()}, {1, 1}})
                  .error()
                  .index,
              1);
}

TEST(MakeBox, HasTheGivenPositionAndSize) {
    const Polygon box = make_box({2.0f, 1.0f}, {10.0f, 20.0f}, static_cast<float>(pi / 2), 0.25f);
    expect_strictly_convex(box);
    EXPECT_EQ(box.radius(), 0.25f);
    EXPECT_LE(distance(box.centroid(), {10.0f, 20.0f}), 2e-6f);
    for (const Vec2 v : box.vertices()) {
        EXPECT_NEAR(std::abs(v.x - 10.0f), 1.0f, 1e-6f);
        EXPECT_NEAR(std::abs(v.y - 20.0f), 2.0f, 2e-6f);
    }
}

TEST(MakeRegularPolygon, HasItsVerticesOnTheCircle) {
    for (const int n : {3, 4, 8, 9, 256}) {
        const Polygon polygon = make_regular_polygon(n, 2.0f, {1.0f, -1.0f});
        ASSERT_EQ(polygon.count(), n);
        expect_strictly_convex(polygon);
        EXPECT_EQ(polygon.vertices()[0], (Vec2{3.0f, -1.0f}));
        for (const Vec2 v : polygon.vertices()) {
            EXPECT_NEAR(distance(v, {1.0f, -1.0f}), 2.0f, 1e-6f);
        }
    }
}

TEST(Polygon, IsAUnitBoxByDefault) {
    EXPECT_EQ(Polygon(), make_box({0.5f, 0.5f}));
}

TEST(PolygonAccess, RestoresEveryMember) {
    Generator generator(6);
    for (int i = 0; i < 100; ++i) {
        const Polygon polygon = i % 2 == 0 ? generator.convex_polygon(1.0f) : generator.rounded_polygon(3.0f);
        EXPECT_EQ(PolygonAccess::restore(polygon.vertices(), polygon.normals(), polygon.centroid(),
                                         polygon.radius()),
                  polygon);
    }
}

TEST(PolygonError, HasADescription) {
    for (const Reason reason :
         {Reason::TooFewVertices, Reason::TooManyVertices, Reason::NotFinite, Reason::NotConvex,
          Reason::SelfIntersecting, Reason::SelfTouching, Reason::NoArea, Reason::BadRadius,
          Reason::HoleMeetsOutline, Reason::HoleOutside, Reason::HoleMeetsHole, Reason::HoleInHole}) {
        const std::string text = describe({reason, 3});
        EXPECT_FALSE(text.empty());
        EXPECT_NE(text.back(), '.');
    }
    EXPECT_EQ(describe({Reason::NotConvex, 3}), "vertex 3 makes the polygon concave");
    EXPECT_EQ(describe({Reason::SelfTouching, 3, 1, 0}),
              "vertex 3 of hole 1 touches the edge that begins at vertex 0");
}

}  // namespace
}  // namespace toibox
