// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <span>
#include <vector>

namespace toibox {

/// Decomposes a simple polygon (either winding, possibly concave) with holes into convex pieces that cover it
/// without overlap. Holes (either winding) must be inside the outline and touch neither the outline nor each
/// other. Holes are joined to the outline by bridges, ears are clipped into triangles, and triangles are
/// merged across diagonals while the union stays convex. Without holes this gives at most four times the
/// minimum number of pieces. Rays ignore the seams between pieces (World::ray_cast_all). Decisions are exact;
/// a piece thinner than tuning::vertex_merge of its length is dropped.
///
/// Errors name a ring and a vertex of the ring. SelfIntersecting: the first vertex of an edge that crosses
/// another. SelfTouching (also if an outline folds back on itself): the vertex that is on another edge, and
/// the first vertex of that edge. TooManyVertices: more than tuning::max_outline_vertices, where each hole
/// counts as two more vertices. Cost: O(n²). Source: S. Hertel, K. Mehlhorn, "Fast triangulation of simple
/// polygons", FCT 1983.
Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> outline,
                                                     std::span<const std::vector<Vec2>> holes,
                                                     float radius = 0.0f);
/// The same for a polygon without holes.
Result<std::vector<Polygon>, PolygonError> decompose(std::span<const Vec2> vertices, float radius = 0.0f);

}  // namespace toibox
