// SPDX-License-Identifier: MIT

// Results of gjk_distance: features, radii, witness points and the trace of the iterations.

#include "toibox/narrow/gjk.h"

#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

const std::vector<Vec2d> unit_box{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
const std::vector<Vec2d> diamond{{-0.5, 0.0}, {0.0, -0.5}, {0.5, 0.0}, {0.0, 0.5}};
const std::vector<Vec2d> point{{0.0, 0.0}};

Transformd at(double x, double y) {
    return {{x, y}, {}};
}

// The diamond's left corner is in front of the box's right face.
TEST(GjkDistanceResult, NamesTheFaceOfA) {
    const GjkResult r = gjk_distance({unit_box, 0.0}, at(0.0, 0.0), {diamond, 0.0}, at(2.0, 0.25));
    EXPECT_EQ(r.feature, ClosestFeature::FaceA);
    EXPECT_EQ(r.distance, 1.0);
    EXPECT_EQ(r.normal, (Vec2d{1.0, 0.0}));
    EXPECT_EQ(r.point_a, (Vec2d{0.5, 0.25}));
    EXPECT_EQ(r.point_b, (Vec2d{1.5, 0.25}));
    EXPECT_EQ(r.seed.count, 2);
    EXPECT_EQ(r.seed.index_b[0], r.seed.index_b[1]);
}

TEST(GjkDistanceResult, NamesTheFaceOfB) {
    const GjkResult r = gjk_distance({diamond, 0.0}, at(2.0, 0.25), {unit_box, 0.0}, at(0.0, 0.0));
    EXPECT_EQ(r.feature, ClosestFeature::FaceB);
    EXPECT_EQ(r.normal, (Vec2d{-1.0, 0.0}));
    EXPECT_EQ(r.seed.index_a[0], r.seed.index_a[1]);
}

// Two boxes corner to corner: 3-4-5.
TEST(GjkDistanceResult, NamesTwoVertices) {
    const GjkResult r = gjk_distance({unit_box, 0.0}, at(0.0, 0.0), {unit_box, 0.0}, at(4.0, 5.0));
    EXPECT_EQ(r.feature, ClosestFeature::VertexVertex);
    EXPECT_EQ(r.distance, 5.0);
    EXPECT_EQ(r.seed.count, 1);
    EXPECT_EQ(r.seed.index_a[0], 2);
    EXPECT_EQ(r.seed.index_b[0], 0);
}

// Radii reduce the distance and move the witness points to the surfaces; the distance of the cores does not
// change.
TEST(GjkDistanceResult, SubtractsRadii) {
    const GjkResult r = gjk_distance({point, 0.5}, at(0.0, 0.0), {point, 1.0}, at(3.0, 4.0));
    EXPECT_DOUBLE_EQ(r.core_distance, 5.0);
    EXPECT_DOUBLE_EQ(r.distance, 3.5);
    EXPECT_NEAR(length(r.point_a - Vec2d{0.3, 0.4}), 0.0, 1e-15);
    EXPECT_NEAR(length(r.point_b - Vec2d{2.4, 3.2}), 0.0, 1e-15);
}

// The surfaces overlap but the cores do not: the distance is 0, but there is still a normal.
TEST(GjkDistanceResult, KeepsItsNormalWhenOnlyTheRadiiOverlap) {
    const GjkResult r = gjk_distance({point, 3.0}, at(0.0, 0.0), {point, 3.0}, at(0.0, 2.0));
    EXPECT_EQ(r.distance, 0.0);
    EXPECT_EQ(r.core_distance, 2.0);
    EXPECT_EQ(r.feature, ClosestFeature::VertexVertex);
    EXPECT_EQ(r.normal, (Vec2d{0.0, 1.0}));
}

TEST(GjkDistanceResult, GivesACommonPointOnOverlap) {
    const GjkResult r = gjk_distance({unit_box, 0.0}, at(7.0, 0.0), {diamond, 0.0}, at(7.75, 0.0));
    EXPECT_EQ(r.feature, ClosestFeature::Overlap);
    EXPECT_EQ(r.exit, GjkExit::Enclosed);
    EXPECT_EQ(r.normal, Vec2d{});
    EXPECT_EQ(r.point_a, r.point_b);
    // The point is inside both shapes: x is between the diamond's corner and the box's face.
    EXPECT_TRUE(r.point_a.x >= 7.25 && r.point_a.x <= 7.5) << r.point_a.x;
    EXPECT_LE(std::abs(r.point_a.y), r.point_a.x - 7.25 + 1e-15);
}

// A rotation widened from float is not quite of unit length and scales its shape. The distance is that of the
// scaled shape.
TEST(GjkDistanceResult, DoesNotNormaliseRotations) {
    const double scale = 1.0 + 1e-7;
    const GjkResult r =
        gjk_distance({unit_box, 0.0}, {{}, {scale, 0.0}}, {unit_box, 0.0}, {{3.0, 0.25}, {1.0, 0.0}});
    EXPECT_NEAR(r.distance, 3.0 - 0.5 - 0.5 * scale, 1e-15);
}

// In every iteration the bounds enclose the result and the weights sum to one; the last bounds agree.
TEST(GjkDistanceResult, TracesItsIterations) {
    TraceRecorder<GjkIteration> recorder;
    const Transformd turned{{3.0, 1.0}, {0.8, 0.6}};
    const GjkResult r = gjk_distance({unit_box, 0.0}, at(0.0, 0.0), {unit_box, 0.0}, turned, {}, recorder);
    ASSERT_EQ(recorder.events.size(), static_cast<std::size_t>(r.iterations));
    for (const GjkIteration& it : recorder.events) {
        EXPECT_GE(it.upper, r.distance - 1e-15);
        EXPECT_LE(it.lower, r.distance + 1e-15);
        double sum = 0.0;
        for (int i = 0; i < it.count; ++i)
            sum += it.simplex[static_cast<std::size_t>(i)].weight;
        EXPECT_NEAR(sum, 1.0, 1e-15);
        EXPECT_NEAR(length(it.closest), it.upper, 1e-15);
    }
    EXPECT_TRUE(recorder.events.back().last);
    EXPECT_NEAR(recorder.events.back().upper, recorder.events.back().lower, 1e-15);
}

}  // namespace
}  // namespace toibox
