// SPDX-License-Identifier: MIT
#include "app/render/draw_batch.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

DrawBatch new_batch() {
    DrawBatch batch;
    batch.begin({{{0.0, 0.0}, 50.0}, {0.0f, 0.0f, 640.0f, 480.0f}, 1.0f});
    return batch;
}

std::vector<Vec2> regular_polygon(int count, float radius) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
        points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}

constexpr Style filled{.fill = {255, 255, 255, 255}, .outline = {255, 255, 255, 255}, .width = 1.5f};

TEST(DrawBatch, DrawsRectanglesAsBoxes) {
    // A 2 × 1 rectangle, rotated by 0.6 radians.
    DrawBatch batch = new_batch();
    const Rot turn{0.825335615f, 0.564642473f};
    std::vector<Vec2> corners;
    for (const Vec2 corner : {Vec2{-1.0f, -0.5f}, Vec2{1.0f, -0.5f}, Vec2{1.0f, 0.5f}, Vec2{-1.0f, 0.5f}}) {
        corners.push_back(rotate(turn, corner));
    }
    batch.polygon(corners, {}, 0.1f, filled);
    ASSERT_EQ(batch.boxes().size(), 1u);
    EXPECT_TRUE(batch.polygons().empty());
    EXPECT_NEAR(batch.boxes()[0].half_size.x, 1.0f, 1e-6f);
    EXPECT_NEAR(batch.boxes()[0].half_size.y, 0.5f, 1e-6f);
    EXPECT_NEAR(batch.boxes()[0].rotation.s, turn.s, 1e-6f);
}

// In projector mode, outlines of 1.5 points are 2.5 points wide, and marks of a fixed size grow alike.
TEST(DrawBatch, MarkScaleEnlargesLinesAndMarksButNoShapes) {
    DrawBatch batch;
    batch.begin(
        {.camera = {{0.0, 0.0}, 50.0}, .viewport = {0.0f, 0.0f, 640.0f, 480.0f}, .mark_scale = 2.5f / 1.5f});
    batch.circle({}, 2.0f, {}, filled);
    batch.ring({}, 6.0f, {255, 255, 255, 255}, 1.5f);
    ASSERT_EQ(batch.boxes().size(), 2u);
    EXPECT_FLOAT_EQ(batch.boxes()[0].radius, 2.0f);
    EXPECT_FLOAT_EQ(batch.boxes()[1].radius, 10.0f / 50.0f);
    for (const RoundedBoxInstance& box : batch.boxes())
        EXPECT_EQ(box.style.width, 640);  // 1/256 point
}

TEST(DrawBatch, DrawsRhombusesAndTrapezoidsAsPolygons) {
    DrawBatch batch = new_batch();
    const Vec2 rhombus[] = {{1.0f, 0.0f}, {0.0f, 0.5f}, {-1.0f, 0.0f}, {0.0f, -0.5f}};
    const Vec2 trapezoid[] = {{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}};
    const Vec2 right_angled[] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    batch.polygon(rhombus, {}, 0.0f, filled);
    batch.polygon(trapezoid, {}, 0.0f, filled);
    batch.polygon(right_angled, {}, 0.0f, filled);
    EXPECT_TRUE(batch.boxes().empty());
    EXPECT_EQ(batch.polygons().size(), 3u);
}

TEST(DrawBatch, TriangulatesOnlyPolygonsOfMoreThanEightVertices) {
    DrawBatch batch = new_batch();
    batch.polygon(regular_polygon(8, 1.0f), {}, 0.0f, filled);
    EXPECT_TRUE(batch.fills().empty());
    // Each edge adds two triangles of the border strip and one triangle of the fan.
    batch.polygon(regular_polygon(9, 1.0f), {}, 0.0f, filled);
    EXPECT_EQ(batch.fills().size(), 9u * 9u);
}

TEST(DrawBatch, BoundsTheMitreOfASliver) {
    // The sliver has ten corners and is 2 m long and 1.8 mm wide. The mitre must stay near the tip.
    DrawBatch batch = new_batch();
    const std::vector<Vec2> sliver{{-1.0f, 0.0f},    {-0.5f, -0.0006f}, {-0.2f, -0.0009f}, {0.2f, -0.0009f},
                                   {0.5f, -0.0006f}, {1.0f, 0.0f},      {0.5f, 0.0006f},   {0.2f, 0.0009f},
                                   {-0.2f, 0.0009f}, {-0.5f, 0.0006f}};
    batch.polygon(sliver, {}, 0.0f, filled);
    for (const FillVertex& vertex : batch.fills())
        EXPECT_LT(std::abs(vertex.position.x), 1.2f);
}

TEST(DrawBatch, ArrowHeadsKeepTheirSizeOnScreen) {
    // At twice the zoom, the head has half the size in metres.
    DrawBatch normal = new_batch();
    normal.arrow({0.0f, 0.0f}, {5.0f, 0.0f}, {}, 1.5f);
    DrawBatch zoomed;
    zoomed.begin({{{0.0, 0.0}, 100.0}, {0.0f, 0.0f, 640.0f, 480.0f}, 1.0f});
    zoomed.arrow({0.0f, 0.0f}, {5.0f, 0.0f}, {}, 1.5f);
    ASSERT_EQ(normal.polygons().size(), 1u);
    EXPECT_NEAR(normal.polygons()[0].vertices[1].x, 2.0f * zoomed.polygons()[0].vertices[1].x, 1e-6f);
}

TEST(DrawBatch, DrawsNothingForAnArrowOfZeroLength) {
    DrawBatch batch = new_batch();
    batch.arrow({1.0f, 1.0f}, {1.0f, 1.0f}, {}, 1.5f);
    EXPECT_TRUE(batch.boxes().empty());
    EXPECT_TRUE(batch.polygons().empty());
}

using Polygons = std::vector<std::vector<Vec2>>;

/// Area of the filled rows, m².
float filled_area(const DrawBatch& batch) {
    float area = 0.0f;
    for (const Aabb& row : batch.rows())
        area += (row.upper.x - row.lower.x) * (row.upper.y - row.lower.y);
    return area;
}

/// Length of all lines, m.
float line_length(const DrawBatch& batch) {
    float sum = 0.0f;
    for (const RoundedBoxInstance& line : batch.boxes())
        sum += 2.0f * line.half_size.x;
    return sum;
}

std::vector<Vec2> rectangle(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

// Two 2 × 1 rectangles that overlap in a unit square, and one inside the union.
TEST(DrawBatch, FillsAUnionOnceAndOutlinesOnlyItsBorder) {
    const Polygons polygons{rectangle({0, 0}, {2, 1}), rectangle({1, 0.5f}, {3, 1.5f}),
                            rectangle({0.5f, 0.25f}, {1.5f, 0.75f})};
    DrawBatch batch = new_batch();
    batch.region(polygons, filled);
    EXPECT_NEAR(filled_area(batch), 3.5f, 0.05f);  // 50 rows per metre
    EXPECT_EQ(batch.fills().size(), 6 * batch.rows().size());
    EXPECT_NEAR(line_length(batch), 9.0f, 1e-4f);
    ASSERT_EQ(batch.regions().size(), 1u);
    EXPECT_EQ(batch.regions()[0].count, batch.rows().size());
}

// Squares side by side: their common edge is inside the union. Equal squares: one outline.
TEST(DrawBatch, CommonEdgesOfAUnionAreDrawnOnceOrNotAtAll) {
    DrawBatch batch = new_batch();
    batch.region(Polygons{rectangle({0, 0}, {1, 1}), rectangle({1, 0}, {2, 1})}, filled);
    EXPECT_NEAR(line_length(batch), 6.0f, 1e-4f);
    batch = new_batch();
    batch.region(Polygons{rectangle({0, 0}, {1, 1}), rectangle({0, 0}, {1, 1})}, filled);
    EXPECT_NEAR(line_length(batch), 4.0f, 1e-4f);
}

// Four bars around a square hole.
TEST(DrawBatch, AUnionMayHaveAHole) {
    DrawBatch batch = new_batch();
    batch.region(Polygons{rectangle({0, 0}, {3, 1}), rectangle({0, 2}, {3, 3}), rectangle({0, 0}, {1, 3}),
                          rectangle({2, 0}, {3, 3})},
                 filled);
    EXPECT_NEAR(filled_area(batch), 8.0f, 0.1f);
    EXPECT_NEAR(line_length(batch), 16.0f, 1e-4f);
}

TEST(DrawBatch, DashesOfAUnionGoOnAroundCorners) {
    DrawBatch batch = new_batch();
    Style dashed = filled;
    dashed.dashed = true;
    batch.region(Polygons{rectangle({0, 0}, {2, 1}), rectangle({1, 0.5f}, {3, 1.5f})}, dashed);
    EXPECT_NEAR(line_length(batch), 9.0f * 4.5f / 8.0f, 0.1f);
}

// Far above the view nothing is filled; a region larger than the view has at most one row per pixel.
TEST(DrawBatch, FillsOnlyTheVisibleRowsOfAUnion) {
    DrawBatch batch = new_batch();
    batch.region(Polygons{rectangle({0, 1e4f}, {1, 1.1e4f})}, filled);
    EXPECT_TRUE(batch.rows().empty());
    batch.region(Polygons{rectangle({-1e4f, -1e4f}, {1e4f, 1e4f})}, filled);
    EXPECT_EQ(batch.rows().size(), 480u);
}

}  // namespace
}  // namespace toibox::app
