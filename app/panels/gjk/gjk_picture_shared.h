// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/gjk/gjk_pictures.h"

#include <span>
#include <string>
#include <vector>

namespace toibox::app {

// Shared by the two pictures of the GJK panel.

// Label priorities: labels of the shown step take precedence over names that never change.
inline constexpr int simplex_priority = 10;
inline constexpr int name_priority = 1;
inline constexpr float arrow_points = 46.0f;  ///< Length of an arrow that only shows a direction, points.

struct PictureBounds {
    Vec2d low{1e300, 1e300};  ///< Above `high` while empty.
    Vec2d high{-1e300, -1e300};

    void add(Vec2d at, double radius);
};

/// Distance from a point to a shape, metres; negative inside.
double distance_outside(const ToiCase::Points& shape, const Transformd& pose, Vec2d at);

/// Index of the point nearest to the mouse; −1 if the mouse is near none.
int nearest(const Inset& inset, std::span<const Vec2d> points);

/// Names a position in the picture for UI scripts.
void name_point(const Inset& inset, const std::string& name, Vec2d at);

/// Moves the held shape with the mouse, and stops fitting the view to the shapes. Pans the view if no shape
/// is held.
void drag(DistanceInspector& inspector, GjkPictures& pictures, InsetView& view, Inset& inset);

}  // namespace toibox::app
