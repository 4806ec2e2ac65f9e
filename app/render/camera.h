// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/math/vec2.h"

namespace toibox::app {

/// A rectangle of the window in points, y down, where a world is shown.
struct Viewport {
    float x = 0.0f;
    float y = 0.0f;
    float width = 1.0f;
    float height = 1.0f;

    friend constexpr bool operator==(const Viewport&, const Viewport&) = default;
};

/// What of the world is looked at. In double, so that nothing trembles far from the origin: everything that
/// is drawn is first made relative to `center`.
struct Camera {
    Vec2d center;         ///< World, in the middle of the viewport.
    double scale = 50.0;  ///< Points a metre.

    friend constexpr bool operator==(const Camera&, const Camera&) = default;
};

inline constexpr double min_camera_scale = 1e-2;  ///< A kilometre in 10 points.
inline constexpr double max_camera_scale = 1e6;   ///< A micrometre a point: float coordinates hold no more.

/// A camera in its place on the screen. Points are those of ImGui: origin top left, y down.
struct View {
    Camera camera;
    Viewport viewport;
    float pixel_ratio = 1.0f;  ///< Pixels a point.

    /// World, metres → window, points.
    [[nodiscard]] Vec2 to_points(Vec2d world) const;
    [[nodiscard]] Vec2 to_points(Vec2 world) const { return to_points(widen(world)); }
    [[nodiscard]] Vec2d to_world(Vec2 points) const;
    /// World relative to the camera's centre, metres: what the shaders get.
    [[nodiscard]] Vec2 relative(Vec2 world) const { return narrow(widen(world) - camera.center); }
    [[nodiscard]] float meters(float points) const {
        return static_cast<float>(static_cast<double>(points) / camera.scale);
    }
    /// What can be seen.
    [[nodiscard]] Aabb visible() const;
};

/// Zooms by `factor` (> 1 goes closer) so that the world under the cursor stays under it.
Camera zoomed_at(const View& view, Vec2 cursor_points, double factor);

/// Moves the world along with the hand: by `delta_points` on the screen.
Camera panned(const View& view, Vec2 delta_points);

/// Shows the whole box with `margin` points round it. A box without extent keeps the scale.
Camera fit_to_box(const View& view, const Aabb& box, float margin_points = 48.0f);

/// Shows `height` metres around `center`; a height of 0 keeps the scale.
Camera looking_at(const View& view, Vec2d center, double height);

}  // namespace toibox::app
