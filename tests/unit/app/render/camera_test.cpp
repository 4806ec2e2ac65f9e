// SPDX-License-Identifier: MIT
#include "app/render/camera.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A view of 800 × 600 points, 100 points from the left and 50 from the top, looking at (3, 2) with 40 points
/// per metre.
View sample_view() {
    return {{{3.0, 2.0}, 40.0}, {100.0f, 50.0f, 800.0f, 600.0f}, 1.0f};
}

TEST(Camera, ShowsItsCenterAtTheCenterOfTheViewport) {
    EXPECT_EQ(sample_view().to_points(Vec2d{3.0, 2.0}), (Vec2{500.0f, 350.0f}));
}

TEST(Camera, FlipsTheYAxis) {
    // One metre right and one up: 40 points right, 40 points towards the top.
    EXPECT_EQ(sample_view().to_points(Vec2d{4.0, 3.0}), (Vec2{540.0f, 310.0f}));
}

TEST(Camera, MapsPointsBackToTheWorld) {
    const View view = sample_view();
    for (const Vec2 points : {Vec2{100.0f, 50.0f}, Vec2{512.5f, 99.0f}, Vec2{900.0f, 650.0f}}) {
        const Vec2 round_trip = view.to_points(view.to_world(points));
        EXPECT_NEAR(round_trip.x, points.x, 1e-4f);
        EXPECT_NEAR(round_trip.y, points.y, 1e-4f);
    }
}

TEST(Camera, ZoomKeepsTheWorldUnderTheCursor) {
    View view = sample_view();
    const Vec2 cursor{700.0f, 120.0f};
    const Vec2d before = view.to_world(cursor);
    // The point under the cursor must not drift when the view zooms in twice and then out.
    for (const double factor : {1.25, 7.0, 0.1}) {
        view.camera = zoomed_at(view, cursor, factor);
        EXPECT_NEAR(view.to_world(cursor).x, before.x, 1e-9);
        EXPECT_NEAR(view.to_world(cursor).y, before.y, 1e-9);
    }
    EXPECT_NEAR(view.camera.scale, 40.0 * 1.25 * 7.0 * 0.1, 1e-9);
}

TEST(Camera, ZoomStopsAtItsLimitsWithoutMoving) {
    View view = sample_view();
    const Vec2 cursor{200.0f, 500.0f};
    const Vec2d before = view.to_world(cursor);
    view.camera = zoomed_at(view, cursor, 1e30);
    EXPECT_EQ(view.camera.scale, max_camera_scale);
    EXPECT_NEAR(view.to_world(cursor).x, before.x, 1e-9);
    view.camera = zoomed_at(view, cursor, 1e-30);
    EXPECT_EQ(view.camera.scale, min_camera_scale);
}

TEST(Camera, PanMovesTheWorldWithTheCursor) {
    View view = sample_view();
    const Vec2d grabbed_point = view.to_world({300.0f, 300.0f});
    view.camera = panned(view, {25.0f, -60.0f});
    const Vec2 grabbed_on_screen = view.to_points(grabbed_point);
    EXPECT_NEAR(grabbed_on_screen.x, 325.0f, 1e-3f);
    EXPECT_NEAR(grabbed_on_screen.y, 240.0f, 1e-3f);
}

TEST(Camera, FitsABoxWithAMargin) {
    View view = sample_view();
    // The box is 20 × 2 metres, so the width decides: 800 − 2·50 points for 20 metres.
    view.camera = fit_to_box(view, {{-10.0f, 4.0f}, {10.0f, 6.0f}}, 50.0f);
    EXPECT_NEAR(view.camera.scale, 35.0, 1e-9);
    EXPECT_NEAR(view.to_points(Vec2{-10.0f, 5.0f}).x, 150.0f, 1e-3f);
    EXPECT_NEAR(view.to_points(Vec2{10.0f, 5.0f}).x, 850.0f, 1e-3f);
    EXPECT_NEAR(view.to_points(Vec2{0.0f, 5.0f}).y, 350.0f, 1e-3f);
}

TEST(Camera, FittingAPointKeepsTheScale) {
    const View view = sample_view();
    const Camera camera = fit_to_box(view, {{7.0f, 7.0f}, {7.0f, 7.0f}});
    EXPECT_EQ(camera.scale, 40.0);
    EXPECT_EQ(camera.center, (Vec2d{7.0, 7.0}));
}

TEST(Camera, DoesNotMoveForAnInvalidBox) {
    const View view = sample_view();
    EXPECT_EQ(fit_to_box(view, {{1.0f, 1.0f}, {-1.0f, -1.0f}}), view.camera);
    EXPECT_EQ(fit_to_box(view, {{NAN, 0.0f}, {1.0f, 1.0f}}), view.camera);
}

TEST(Camera, VisibleBoxCoversTheViewport) {
    const Aabb visible = sample_view().visible();
    EXPECT_NEAR(visible.lower.x, -7.0f, 1e-5f);
    EXPECT_NEAR(visible.upper.x, 13.0f, 1e-5f);
    EXPECT_NEAR(visible.lower.y, -5.5f, 1e-5f);
    EXPECT_NEAR(visible.upper.y, 9.5f, 1e-5f);
}

TEST(Camera, RelativeCoordinatesAreExactFarFromTheOrigin) {
    // The camera is a million metres from the origin. Both positions are exact as floats, so their difference
    // must be exact, too.
    View view = sample_view();
    view.camera.center = {1048576.0, 0.0};
    EXPECT_EQ(view.relative({1048576.5f, 0.25f}), (Vec2{0.5f, 0.25f}));
}

}  // namespace
}  // namespace toibox::app
