// SPDX-License-Identifier: MIT
#include "app/views/swept_view.h"

#include "toibox/geometry/hull.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr Color orange{230, 159, 0, 255};
constexpr double pi = 3.141592653589793;

/// 100 points per metre.
DrawBatch new_swept_batch() {
    DrawBatch batch;
    batch.begin({{{0.0, 0.0}, 100.0}, {0.0f, 0.0f, 800.0f, 800.0f}, 1.0f});
    return batch;
}

/// Area of the filled rows, m².
double swept_area(const DrawBatch& batch) {
    double area = 0.0;
    for (const Aabb& row : batch.rows())
        area += static_cast<double>((row.upper.x - row.lower.x) * (row.upper.y - row.lower.y));
    return area;
}

TEST(SweptView, AStraightCircleIsACapsule) {
    DrawBatch batch = new_swept_batch();
    draw_swept_shape(batch, Circle{{}, 0.05f}, {.c0 = {-1.9, 0.0}, .c1 = {1.43, 0.0}}, orange);
    ASSERT_EQ(batch.boxes().size(), 1u);
    const RoundedBoxInstance& capsule = batch.boxes()[0];
    EXPECT_NEAR(capsule.center.x, -0.235f, 1e-6f);
    EXPECT_NEAR(capsule.half_size.x, 1.665f, 1e-6f);
    EXPECT_EQ(capsule.half_size.y, 0.0f);
    EXPECT_EQ(capsule.radius, 0.05f);
    EXPECT_EQ(capsule.style.fill.a, 33);      // 13 %
    EXPECT_EQ(capsule.style.outline.a, 140);  // 55 %
    EXPECT_NE(capsule.style.flags & 4u, 0u) << "dashed";
}

// A circle turns about its centre without moving: nothing is swept. A quarter of a point is no motion either.
TEST(SweptView, DrawsNothingWithoutVisibleMotion) {
    DrawBatch batch = new_swept_batch();
    draw_swept_shape(batch, Circle{{}, 0.5f}, {.delta_angle = 4.0}, orange);
    draw_swept_shape(batch, make_box({0.5f, 0.5f}), {.c1 = {0.0025, 0.0}}, orange);
    EXPECT_TRUE(batch.boxes().empty() && batch.polygons().empty() && batch.fills().empty());
}

// A unit square that moves along its diagonal sweeps a hexagon.
TEST(SweptView, AStraightPolygonIsTheHullOfItsEndPoses) {
    DrawBatch batch = new_swept_batch();
    draw_swept_shape(batch, make_box({0.5f, 0.5f}), {.c1 = {2.0, 2.0}}, orange);
    ASSERT_EQ(batch.polygons().size(), 1u);
    EXPECT_EQ(batch.polygons()[0].style.flags >> 8u, 6u);
}

// A thin rod of length 2 turns about its middle: by 90° it sweeps two quarters of a disc, by 270° all of it.
TEST(SweptView, ATurningRodSweepsSectors) {
    for (const auto& [turn, area] : {std::pair{0.5 * pi, 0.5 * pi}, std::pair{1.5 * pi, pi}}) {
        DrawBatch batch = new_swept_batch();
        draw_swept_shape(batch, make_box({1.0f, 0.001f}), {.delta_angle = turn}, orange);
        EXPECT_NEAR(swept_area(batch), area, 0.03 * area);
        EXPECT_EQ(batch.regions().size(), 1u);
    }
}

// A circle of radius 0.25 whose centre goes once around the centre of mass at a distance of 1 leaves a hole.
TEST(SweptView, ACircleOffTheCentreSweepsARing) {
    DrawBatch batch = new_swept_batch();
    draw_swept_shape(batch, Circle{{1.0f, 0.0f}, 0.25f}, {.delta_angle = 2.0 * pi}, orange);
    const double area = pi * (1.25 * 1.25 - 0.75 * 0.75);
    EXPECT_NEAR(swept_area(batch), area, 0.02 * area);
}

}  // namespace
}  // namespace toibox::app
