// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <span>
#include <vector>

namespace toibox {

/// A simple polygon (either winding, possibly concave) as convex pieces that cover it without overlap.
/// Ears are clipped into triangles, which are then merged across diagonals while the union stays convex: at
/// most four times the least possible number of pieces. Rays do not see the seams between them
/// (World::ray_cast_all). Decisions are exact; a piece thinner than tuning::vertex_merge of its length is
/// left out. Errors: SelfIntersecting with the index of the edge's first vertex, also where an outline only
/// touches itself; TooManyVertices beyond tuning::max_outline_vertices. Cost: O(n²). Source: S. Hertel, K.
/// Mehlhorn, "Fast triangulation of simple polygons", FCT 1983.
Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> vertices, float radius = 0.0f);

}  // namespace toibox
