// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/gjk_pictures.h"

#include <span>
#include <string>
#include <vector>

namespace toibox::app {

// What the two pictures of the GJK panel share.

/// Of labels: what is told of an iteration comes before what never changes.
inline constexpr int simplex_priority = 10;
inline constexpr int name_priority = 1;
inline constexpr float arrow_points = 46.0f;  ///< Length of an arrow that only tells a direction.

struct PictureBounds {
    Vec2d low{1e300, 1e300};
    Vec2d high{-1e300, -1e300};

    void add(Vec2d at, double radius);
};

/// How far a point lies outside a shape, metres.
double distance_outside(const ToiCase::Points& shape, const Transformd& pose, Vec2d at);

/// The one of some points that is nearest to the mouse, within reach; −1: none.
int nearest(const Inset& inset, std::span<const Vec2d> points);

/// For scripts, which point at places by name.
void name_point(const Inset& inset, const std::string& name, Vec2d at);

/// A drag moves the shape that the mouse holds, else the view. What is moved is not followed by the view.
void drag(DistanceInspector& gjk, GjkPictures& pictures, InsetView& view, Inset& inset);

}  // namespace toibox::app
