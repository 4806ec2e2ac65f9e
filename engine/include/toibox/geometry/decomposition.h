// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <span>
#include <vector>

namespace toibox {

/// A simple polygon (either winding, possibly concave) less its holes, as convex pieces that cover it without
/// overlap. Holes (either winding) lie in the outline and touch neither it nor one another. Bridges join them
/// to the outline, ears are clipped into triangles, and these are merged across diagonals while the union
/// stays convex: without holes at most four times the least possible number of pieces. Rays do not see the
/// seams between them (World::ray_cast_all). Decisions are exact; a piece thinner than tuning::vertex_merge
/// of its length is left out. Errors name the ring and a vertex of it: SelfIntersecting with
/// the first vertex of the edge; SelfTouching with the vertex that lies on an edge, also where an outline
/// folds back on itself, and the first vertex of that edge; what begins with Hole;
/// TooManyVertices beyond tuning::max_outline_vertices, where each hole counts two more. Cost: O(n²). Source:
/// S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", FCT 1983.
Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> outline,
                                                     std::span<const std::vector<Vec2>> holes,
                                                     float radius = 0.0f);
/// The same without holes.
Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> vertices, float radius = 0.0f);

}  // namespace toibox
