// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <span>

namespace toibox {

/// Makes a convex polygon from its vertices in order, either winding. Vertices closer than
/// tuning::vertex_merge × extent are merged, and collinear ones are removed. Errors name the first offending
/// input vertex. Cost: O(n) if nothing is removed and there is no error, else up to O(n²).
Result<Polygon, PolygonError> make_polygon(std::span<const Vec2> vertices, float radius = 0.0f);

/// The convex hull of points in any order. A hull of more than Polygon::max_vertices is an error; the number
/// of points is not limited. Cost: O(n log n). Source: A. M. Andrew, "Another efficient algorithm for convex
/// hulls in two dimensions", Inf. Proc. Letters 9, 1979.
Result<Polygon, PolygonError> make_hull(std::span<const Vec2> points, float radius = 0.0f);

/// A box with the given half extents (> 0), centred at `center` and rotated by `angle` radians in the body
/// frame.
Polygon make_box(Vec2 half_extents, Vec2 center = {}, float angle = 0.0f, float radius = 0.0f);

/// A regular polygon on a circle of `circumradius`; vertex 0 is in the direction of +x. Requires: 3 ≤ n ≤
/// Polygon::max_vertices, circumradius > 0 (asserted).
Polygon make_regular_polygon(int n, float circumradius, Vec2 center = {});

}  // namespace toibox
