// SPDX-License-Identifier: MIT
#include "app/studies/distance/minkowski.h"

#include "tests/property/collision/gjk_cases.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

PairCase pair_of(const gjk_cases::Case& c) {
    return {{c.a, 0.0}, {c.b, 0.0}, c.pose_a, c.pose_b};
}

double size_of(const PairCase& pair) {
    double size = 0.0;
    for (std::size_t i = 0; i < pair.a.points.size(); ++i) {
        for (std::size_t j = 0; j < pair.b.points.size(); ++j)
            size = std::max(size, length(world_vertex_a(pair, static_cast<int>(i)) -
                                         world_vertex_b(pair, static_cast<int>(j))));
    }
    return size;
}

// A and B are unit boxes, and B is 3 m to the right of A. A − B is a box with sides of 2 m about (−3, 0).
TEST(MinkowskiDifference, OfTwoBoxesIsABox) {
    const std::vector<Vec2d> box = gjk_cases::box(0.5, 0.5);
    const PairCase pair{{box, 0.0}, {box, 0.0}, {}, {{3.0, 0.0}, {}}};
    const std::vector<DifferenceVertex> hull = minkowski_difference(pair);
    ASSERT_EQ(hull.size(), 4u);
    EXPECT_EQ(hull[0].at, (Vec2d{-4.0, -1.0}));
    EXPECT_EQ(hull[1].at, (Vec2d{-2.0, -1.0}));
    EXPECT_EQ(hull[2].at, (Vec2d{-2.0, 1.0}));
    EXPECT_EQ(hull[3].at, (Vec2d{-4.0, 1.0}));
}

TEST(MinkowskiDifference, OfPointsAndSegmentsHasOneOrTwoVertices) {
    const std::vector<Vec2d> point{{1.0, 2.0}};
    const std::vector<Vec2d> segment{{0.0, 0.0}, {1.0, 0.0}};
    EXPECT_EQ(minkowski_difference({{point, 0.3}, {point, 0.2}, {}, {}}).size(), 1u);
    EXPECT_EQ(minkowski_difference({{point, 0.3}, {segment, 0.2}, {}, {}}).size(), 2u);
    EXPECT_EQ(minkowski_difference({{segment, 0.3}, {segment, 0.2}, {}, {}}).size(), 2u);
}

// Each hull vertex is the difference of the two vertices whose indices it has, and no difference of two
// vertices is outside the hull. The check has a tolerance, because rounding tilts edges of slivers and edges
// between duplicate vertices.
TEST(MinkowskiDifference, ContainsEveryVertexDifference) {
    for (const gjk_cases::KindInfo& kind : gjk_cases::kinds) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            SCOPED_TRACE(testing::Message() << kind.name << ", seed " << seed);
            gjk_cases::Random random(seed);
            const PairCase pair = pair_of(gjk_cases::make(kind.kind, random));
            const std::vector<DifferenceVertex> hull = minkowski_difference(pair);
            ASSERT_GE(hull.size(), 1u);
            ASSERT_LE(hull.size(), pair.a.points.size() + pair.b.points.size());
            const double rounding = 1e-14 * size_of(pair);
            for (std::size_t k = 0; k < hull.size(); ++k) {
                const DifferenceVertex& vertex = hull[k];
                EXPECT_EQ(vertex.at,
                          world_vertex_a(pair, vertex.index_a) - world_vertex_b(pair, vertex.index_b));
                const Vec2d edge = hull[(k + 1) % hull.size()].at - vertex.at;
                if (!(length(edge) > 0.0)) continue;
                for (std::size_t i = 0; i < pair.a.points.size(); ++i) {
                    for (std::size_t j = 0; j < pair.b.points.size(); ++j) {
                        const Vec2d w = world_vertex_a(pair, static_cast<int>(i)) -
                                        world_vertex_b(pair, static_cast<int>(j));
                        EXPECT_GE(cross(normalized(edge), w - vertex.at), -rounding);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace toibox::app
