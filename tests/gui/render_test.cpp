// SPDX-License-Identifier: MIT
#include "tests/gui/offscreen.h"

#include <cmath>
#include <vector>

namespace toibox::app {
namespace {

constexpr Color white{255, 255, 255, 255};
constexpr Color none{0, 0, 0, 0};
constexpr Style solid{.fill = white, .outline = none, .width = 0.0f};
constexpr double pi_value = 3.141592653589793;

class Render : public test::Offscreen {};

/// The drawn area in pixels: the sum of all coverages.
double area(const Picture& picture) {
    double sum = 0.0;
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
        sum += picture.rgb[i] / 255.0;
    return sum;
}

std::vector<Vec2> regular_polygon(int count, float radius) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
        points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}

TEST_F(Render, CirclesCoverTheirArea) {
    // Radii from 5 to 220 pixels, at 100 pixels per metre.
    for (const float radius : {0.05f, 0.2f, 1.0f, 2.2f}) {
        DrawBatch batch;
        batch.begin(view(100.0));
        batch.circle({}, radius, {}, solid);
        const double pixels = 100.0 * static_cast<double>(radius);
        const double exact = pi_value * pixels * pixels;
        EXPECT_NEAR(area(draw(batch)), exact, 0.01 * exact) << radius;
    }
}

TEST_F(Render, CirclesAreSymmetricAndSmooth) {
    DrawBatch batch;
    batch.begin(view(100.0));
    batch.circle({}, 1.503f, {}, solid);
    const Picture picture = draw(batch);
    int partial_count = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int value = picture.at(x, y).r;
            ASSERT_NEAR(value, picture.at(width - 1 - x, y).r, 1) << x << ", " << y;
            ASSERT_NEAR(value, picture.at(x, height - 1 - y).r, 1) << x << ", " << y;
            partial_count += value > 0 && value < 255 ? 1 : 0;
        }
    }
    // The antialiased edge is one pixel wide, so about 2·π·150 = 940 pixels are partly covered.
    EXPECT_GT(partial_count, 600);
}

TEST_F(Render, PolygonsCoverTheirAreaAtAnyAngle) {
    // A triangle with sharp and with rounded corners, rotated in steps of 0.35 rad, at 100 pixels per metre.
    // A convex shape of area A that is inflated by r has the area A + perimeter·r + π·r².
    const Vec2 triangle[] = {{-1.0f, -0.7f}, {1.2f, -0.5f}, {0.1f, 1.3f}};
    double triangle_area = 0.0;
    double perimeter = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec2d a = widen(triangle[i]);
        const Vec2d b = widen(triangle[(i + 1) % 3]);
        triangle_area += 0.5 * cross(a, b);
        perimeter += length(b - a);
    }
    for (int k = 0; k < 6; ++k) {
        const float angle = 0.35f * static_cast<float>(k);
        const Transform turned{{}, {std::cos(angle), std::sin(angle)}};
        for (const float radius : {0.0f, 0.25f}) {
            DrawBatch batch;
            batch.begin(view(100.0));
            batch.polygon(triangle, turned, radius, solid);
            const double r = static_cast<double>(radius);
            const double exact = 1e4 * (triangle_area + perimeter * r + pi_value * r * r);
            EXPECT_NEAR(area(draw(batch)), exact, 0.01 * exact) << "angle " << angle << ", radius " << radius;
        }
    }
}

TEST_F(Render, BoxAndPolygonPipelinesAgree) {
    // The same box drawn by the box pipeline, and by the polygon pipeline with a fifth vertex on an edge.
    const Style style{.fill = with_alpha(white, 0.4f), .outline = white, .width = 3.0f};
    const Transform turned{{0.3f, -0.2f}, {0.8f, 0.6f}};
    const Vec2 four[] = {{-1.0f, -0.5f}, {1.0f, -0.5f}, {1.0f, 0.5f}, {-1.0f, 0.5f}};
    const Vec2 five[] = {{-1.0f, -0.5f}, {0.0f, -0.5f}, {1.0f, -0.5f}, {1.0f, 0.5f}, {-1.0f, 0.5f}};
    DrawBatch by_box;
    by_box.begin(view(100.0));
    by_box.polygon(four, turned, 0.0f, style);
    DrawBatch by_polygon;
    by_polygon.begin(view(100.0));
    by_polygon.polygon(five, turned, 0.0f, style);
    ASSERT_EQ(by_box.boxes().size(), 1u);
    ASSERT_EQ(by_polygon.polygons().size(), 1u);
    const Picture a = draw(by_box);
    const Picture b = draw(by_polygon);
    int max_difference = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i)
        max_difference = std::max(max_difference, std::abs(a.rgb[i] - b.rgb[i]));
    EXPECT_LE(max_difference, 2);
}

TEST_F(Render, LargePolygonsLookLikeTheCircleTheyApproximate) {
    // The polygon has 256 vertices and a radius of 200 pixels: its edges are within 0.016 pixels of the
    // circle.
    const Style style{.fill = with_alpha(white, 0.3f), .outline = white, .width = 2.0f};
    DrawBatch circle;
    circle.begin(view(100.0));
    circle.circle({}, 2.0f, {}, style);
    DrawBatch polygon;
    polygon.begin(view(100.0));
    polygon.polygon(regular_polygon(256, 2.0f), {}, 0.0f, style);
    const Picture a = draw(circle);
    const Picture b = draw(polygon);
    int max_difference = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i)
        max_difference = std::max(max_difference, std::abs(a.rgb[i] - b.rgb[i]));
    EXPECT_LE(max_difference, 8);
}

TEST_F(Render, LargePolygonsCoverTheirArea) {
    // A regular dodecagon with a circumradius of 1.5 m, with sharp corners and inflated by 0.5 m.
    const double side = 2.0 * 1.5 * std::sin(pi_value / 12.0);
    const double dodecagon_area = 6.0 * 2.25 * std::sin(pi_value / 6.0);
    for (const float radius : {0.0f, 0.5f}) {
        DrawBatch batch;
        batch.begin(view(100.0));
        batch.polygon(regular_polygon(12, 1.5f), {{0.2f, 0.1f}, {0.6f, 0.8f}}, radius, solid);
        const double r = static_cast<double>(radius);
        const double exact = 1e4 * (dodecagon_area + 12.0 * side * r + pi_value * r * r);
        EXPECT_NEAR(area(draw(batch)), exact, 0.01 * exact) << radius;
    }
}

TEST_F(Render, LineWidthsDoNotChangeWithTheZoom) {
    // A line across the window, 1.5 pixels wide, covers 1.5·640·√1.09 pixels at 5 and at 500 pixels per
    // metre.
    for (const double scale : {5.0, 500.0}) {
        DrawBatch batch;
        batch.begin(view(scale));
        batch.line({-1000.0f, -300.0f}, {1000.0f, 300.0f}, white, 1.5f);
        const double length = width * std::sqrt(1.0 + 0.09);
        EXPECT_NEAR(area(draw(batch)), 1.5 * length, 0.02 * 1.5 * length) << scale;
    }
}

TEST_F(Render, OutlinesAreNotClippedByTheirQuad) {
    // A circle with a radius of 100 pixels and an outline 8 pixels wide. The area of the ring is 2·π·r·w.
    DrawBatch batch;
    batch.begin(view(100.0));
    batch.circle({}, 1.0f, {}, {.outline = white, .width = 8.0f});
    const double exact = 2.0 * pi_value * 100.0 * 8.0;
    EXPECT_NEAR(area(draw(batch)), exact, 0.01 * exact);
}

TEST_F(Render, TinyShapesStayVisible) {
    // A circle with a radius of 5 cm has a radius of a quarter of a pixel at 5 pixels per metre. Its outline
    // must still be visible.
    DrawBatch batch;
    batch.begin(view(5.0));
    batch.circle({}, 0.05f, {}, {.fill = white, .outline = white, .width = 1.5f});
    EXPECT_GT(area(draw(batch)), 1.5);
}

TEST_F(Render, StaysSharpFarFromTheOrigin) {
    // The picture must be the same at the origin and 2²⁰ metres away, because positions are relative to the
    // camera.
    DrawBatch here;
    here.begin(view(64.0));
    here.box({0.25f, 0.5f}, {1.0f, 0.5f}, {0.8f, 0.6f}, 0.0f, {.outline = white, .width = 1.5f});
    View far_view = view(64.0);
    far_view.camera.center = {1048576.0, -1048576.0};
    DrawBatch far;
    far.begin(far_view);
    far.box({1048576.25f, -1048575.5f}, {1.0f, 0.5f}, {0.8f, 0.6f}, 0.0f, {.outline = white, .width = 1.5f});
    EXPECT_EQ(draw(here).rgb, draw(far).rgb);
}

TEST_F(Render, ClipsToItsViewport) {
    View small_view = view(100.0);
    small_view.viewport = {100.0f, 60.0f, 200.0f, 120.0f};
    DrawBatch batch;
    batch.begin(small_view);
    batch.box({}, {50.0f, 50.0f}, {}, 0.0f, solid);
    const Picture picture = draw(batch);
    EXPECT_EQ(picture.at(100, 60).r, 255);
    EXPECT_EQ(picture.at(299, 179).r, 255);
    EXPECT_EQ(picture.at(99, 60).r, 0);
    EXPECT_EQ(picture.at(300, 100).r, 0);
    EXPECT_EQ(picture.at(200, 59).r, 0);
    EXPECT_EQ(picture.at(200, 180).r, 0);
}

TEST_F(Render, TwoPixelsPerPointDoubleAllSizes) {
    DrawBatch batch;
    batch.begin(view(50.0, 2.0f));
    batch.circle({}, 1.0f, {}, {.outline = white, .width = 2.0f});
    const double exact = 2.0 * pi_value * 100.0 * 4.0;
    EXPECT_NEAR(area(draw(batch)), exact, 0.01 * exact);
}

TEST_F(Render, PatternsAreVisibleWithoutColor) {
    // The same box in four patterns: a plain fill is uniform, all other fills vary.
    std::vector<double> deviations;
    for (const Pattern pattern : {Pattern::Plain, Pattern::Hatch, Pattern::CrossHatch, Pattern::Dots}) {
        DrawBatch batch;
        batch.begin(view(100.0));
        batch.box({}, {1.0f, 1.0f}, {}, 0.0f,
                  {.fill = with_alpha(white, 0.2f), .outline = white, .width = 0.0f, .pattern = pattern});
        const Picture picture = draw(batch);
        double sum = 0.0;
        double squares = 0.0;
        for (int y = height / 2 - 80; y < height / 2 + 80; ++y) {
            for (int x = width / 2 - 80; x < width / 2 + 80; ++x) {
                const double value = picture.at(x, y).r;
                sum += value;
                squares += value * value;
            }
        }
        const double count = 160.0 * 160.0;
        deviations.push_back(std::sqrt(squares / count - sum / count * sum / count));
    }
    EXPECT_LT(deviations[0], 1.0);
    for (std::size_t i = 1; i < deviations.size(); ++i)
        EXPECT_GT(deviations[i], 8.0) << "pattern " << i;
}

TEST_F(Render, DrawsTheSamePictureTwice) {
    DrawBatch batch;
    batch.begin(view(80.0));
    batch.circle({0.5f, 0.25f}, 1.0f, {0.6f, 0.8f},
                 {.fill = with_alpha(white, 0.3f), .outline = white, .spoke = true});
    batch.polygon(regular_polygon(7, 1.1f), {{-1.0f, 0.0f}, {0.6f, 0.8f}}, 0.1f,
                  {.outline = white, .dashed = true});
    batch.polygon(regular_polygon(100, 1.3f), {{1.0f, -1.0f}, {}}, 0.0f,
                  {.fill = with_alpha(white, 0.3f), .outline = white});
    batch.arrow({0.0f, 0.0f}, {1.0f, 1.0f}, white, 1.5f);
    EXPECT_EQ(draw(batch).rgb, draw(batch).rgb);
}

}  // namespace
}  // namespace toibox::app
