// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/math/vec2.h"

namespace toibox::app {

/// The rectangle of the window that shows a world. Units: points, y down.
struct Viewport {
    float x = 0.0f;
    float y = 0.0f;
    float width = 1.0f;
    float height = 1.0f;

    friend constexpr bool operator==(const Viewport&, const Viewport&) = default;
};

/// Position and zoom of the view. Positions are made relative to `center` in double precision before they are
/// drawn, so that nothing jitters far from the origin.
struct Camera {
    Vec2d center;         ///< World position at the centre of the viewport.
    double scale = 50.0;  ///< Points per metre.

    friend constexpr bool operator==(const Camera&, const Camera&) = default;
};

inline constexpr double min_camera_scale = 1e-2;  ///< 10 points per kilometre.
/// 1 µm per point, the resolution of float coordinates at 10 m.
inline constexpr double max_camera_scale = 1e6;

/// A camera with its viewport. Points are measured as in ImGui: origin at the top left, y down.
struct View {
    Camera camera;
    Viewport viewport;
    float pixel_ratio = 1.0f;  ///< Pixels per point.
    float mark_scale = 1.0f;   ///< Scales line widths and marks whose size is given in points.

    /// From world (metres) to window (points).
    [[nodiscard]] Vec2 to_points(Vec2d world) const;
    [[nodiscard]] Vec2 to_points(Vec2 world) const { return to_points(widen(world)); }
    [[nodiscard]] Vec2d to_world(Vec2 points) const;
    /// Position relative to the camera centre, metres, for the shaders.
    [[nodiscard]] Vec2 relative(Vec2 world) const { return narrow(widen(world) - camera.center); }
    /// The length of `points` on the screen, metres.
    [[nodiscard]] float meters(float points) const {
        return static_cast<float>(static_cast<double>(points) / camera.scale);
    }
    /// The visible part of the world.
    [[nodiscard]] Aabb visible() const;
};

/// The camera of `view`, zoomed by `factor` (> 1 zooms in) about the cursor.
Camera zoomed_at(const View& view, Vec2 cursor_points, double factor);

/// The camera of `view`, panned so that the world moves by `delta_points` on the screen.
Camera panned(const View& view, Vec2 delta_points);

/// A camera that shows the whole box with a margin. Keeps the scale for a box without extent, and the camera
/// for an invalid box.
Camera fit_to_box(const View& view, const Aabb& box, float margin_points = 48.0f);

/// A camera that shows `height` metres around `center`. A height of 0 keeps the scale.
Camera looking_at(const View& view, Vec2d center, double height);

}  // namespace toibox::app
