// SPDX-License-Identifier: MIT
#include "app/render/camera.h"

#include <algorithm>

namespace toibox::app {
namespace {

Vec2d center_of(const Viewport& viewport) {
    return {static_cast<double>(viewport.x) + 0.5 * static_cast<double>(viewport.width),
            static_cast<double>(viewport.y) + 0.5 * static_cast<double>(viewport.height)};
}

double clamped(double scale) {
    return std::clamp(scale, min_camera_scale, max_camera_scale);
}

}  // namespace

Vec2 View::to_points(Vec2d world) const {
    const Vec2d from_center = camera.scale * (world - camera.center);
    const Vec2d points = center_of(viewport) + Vec2d{from_center.x, -from_center.y};
    return narrow(points);
}

Vec2d View::to_world(Vec2 points) const {
    const Vec2d from_center = widen(points) - center_of(viewport);
    return camera.center + (1.0 / camera.scale) * Vec2d{from_center.x, -from_center.y};
}

Aabb View::visible() const {
    const Vec2 corner{viewport.x + viewport.width, viewport.y + viewport.height};
    return {narrow(to_world({viewport.x, corner.y})), narrow(to_world({corner.x, viewport.y}))};
}

Camera zoomed_at(const View& view, Vec2 cursor_points, double factor) {
    const Vec2d under_cursor = view.to_world(cursor_points);
    const double scale = clamped(view.camera.scale * factor);
    const double scale_ratio = view.camera.scale / scale;
    return {under_cursor + scale_ratio * (view.camera.center - under_cursor), scale};
}

Camera panned(const View& view, Vec2 delta_points) {
    const Vec2d delta = (1.0 / view.camera.scale) * widen(delta_points);
    return {view.camera.center - Vec2d{delta.x, -delta.y}, view.camera.scale};
}

Camera fit_to_box(const View& view, const Aabb& box, float margin_points) {
    if (!is_valid(box)) return view.camera;
    const Vec2d size = widen(box.upper) - widen(box.lower);
    // In a small viewport, the margins take at most half the extent.
    const auto room = [&](float extent) {
        return static_cast<double>(std::max(extent - 2.0f * margin_points, 0.5f * extent));
    };
    Camera camera{0.5 * (widen(box.lower) + widen(box.upper)), view.camera.scale};
    if (size.x > 0.0 || size.y > 0.0) {
        const double by_width = size.x > 0.0 ? room(view.viewport.width) / size.x : max_camera_scale;
        const double by_height = size.y > 0.0 ? room(view.viewport.height) / size.y : max_camera_scale;
        camera.scale = clamped(std::min(by_width, by_height));
    }
    return camera;
}

Camera looking_at(const View& view, Vec2d center, double height) {
    const double scale =
        height > 0.0 ? clamped(static_cast<double>(view.viewport.height) / height) : view.camera.scale;
    return {center, scale};
}

}  // namespace toibox::app
