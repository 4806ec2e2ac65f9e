// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <span>
#include <vector>

namespace toibox::geometry {

/// The convex hull of finite points in any order, counter-clockwise from the leftmost: one point if they
/// coincide, the two ends if they are collinear. Computed in double, so a dropped point may be outside by a
/// few rounding errors of its distance from the others. Cost: O(n log n).
/// Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Inf. Proc. Letters
/// 9, 1979.
std::vector<Vec2d> convex_hull(std::span<const Vec2d> points);

}  // namespace toibox::geometry
