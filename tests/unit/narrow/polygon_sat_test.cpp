// SPDX-License-Identifier: MIT
#include "narrow/collide/polygon_sat.h"

#include "toibox/geometry/hull.h"

#include "narrow/collide/transformed_core.h"
#include "tests/property/collision/manifold_cases.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

// Unit boxes with an offset of (0.9, 0.2): the minimum depth is 0.1 along x.
TEST(PolygonSat, FindsTheAxisOfMinimumDepth) {
    const SatResult r = sat_polygons(make_box({0.5f, 0.5f}), make_box({0.5f, 0.5f}), {{0.9f, 0.2f}, {}});
    EXPECT_FALSE(r.separated);
    EXPECT_NEAR(static_cast<double>(r.separation), -0.1, 1e-6);
    EXPECT_NEAR(static_cast<double>(r.normal.x), 1.0, 1e-6);
}

// Random polygons of 3 to 256 vertices. If they overlap, the separation must equal the negative depth; if
// not, the separation along the axis must not exceed the distance.
TEST(PolygonSat, MatchesTheOracle) {
    testing_support::Generator random(31);
    const auto polygon = [&random] {
        return std::get<Polygon>(manifold_cases::shape_of(ShapeType::Polygon, 1.0f, random));
    };
    for (int i = 0; i < 3000; ++i) {
        const Polygon a = polygon();
        const Polygon b = polygon();
        const float max_distance = random.uniform(0.0f, 3.0f);
        const Transform pose{max_distance * narrow(random.direction()), random.rotation()};
        const SatResult r = sat_polygons(a, b, pose);
        const manifold_cases::PlacedShape placed_a(a, {});
        const manifold_cases::PlacedShape placed_b(b, pose);
        const oracle::Distance d = oracle::distance(placed_a.points, placed_b.points);
        if (d.depth > 0) {
            ASSERT_NEAR(static_cast<double>(r.separation),
                        static_cast<double>(-d.depth - placed_a.radius - placed_b.radius), 3e-6)
                << "case " << i;
        } else {
            ASSERT_GE(r.axis.separation, -1e-6f) << "case " << i;
            ASSERT_LE(static_cast<double>(r.axis.separation), static_cast<double>(d.distance) + 3e-6);
        }
        const oracle::Point n = oracle::exact(widen(r.normal));
        ASSERT_NEAR(static_cast<double>(oracle::separation_along(placed_a.points, placed_b.points, n)),
                    static_cast<double>(r.axis.separation), 3e-6);
    }
}

// Rotating calipers find the same axis as a search over all faces and vertices.
TEST(PolygonSat, CalipersMatchTheFullSearch) {
    const Polygon a = make_regular_polygon(100, 1.0f);
    const Polygon b = make_regular_polygon(37, 0.5f, {1.3f, 0.4f});
    const FaceAxis by_calipers = max_separation(core_of(a), core_of(b));
    FaceAxis searched = face_axis(core_of(a), 0, core_of(b));
    for (int i = 1; i < a.count(); ++i) {
        const FaceAxis axis = face_axis(core_of(a), i, core_of(b));
        if (axis.separation > searched.separation) searched = axis;
    }
    EXPECT_EQ(by_calipers.edge, searched.edge);
    EXPECT_NEAR(static_cast<double>(by_calipers.separation), static_cast<double>(searched.separation), 1e-6);
}

// The two faces of a segment have opposite normals. The polygon has an edge parallel to the segment, so that
// two vertices are equally deep behind the first face.
TEST(PolygonSat, FindsTheBetterOfTheTwoFacesOfASegment) {
    testing_support::Generator random(32);
    SCOPED_TRACE(random.seed);
    for (int i = 0; i < 2000; ++i) {
        const Polygon polygon = make_regular_polygon(random.rng.integer(33, Polygon::max_vertices), 1.0f);
        const ConvexCore shape = core_of(polygon);
        const int edge = random.rng.integer(0, polygon.count() - 1);
        const Vec2 half_vector = random.uniform(0.1f, 2.0f) * left_perp(shape.normal(edge));
        const Vec2 center = random.uniform(0.0f, 0.9f) * shape.normal(edge);
        const SegmentCore line(center - half_vector, center + half_vector, 0.0f);
        const FaceAxis first = face_axis(line.core(), 0, shape);
        const FaceAxis second = face_axis(line.core(), 1, shape);
        const FaceAxis best = max_separation(line.core(), shape);
        ASSERT_EQ(best.separation,
                  first.separation > second.separation ? first.separation : second.separation)
            << "case " << i << ", " << polygon.count() << " vertices, edge " << edge;
    }
}

}  // namespace
}  // namespace toibox
