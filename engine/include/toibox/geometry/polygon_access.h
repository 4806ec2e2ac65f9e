// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <optional>
#include <span>

namespace toibox {

/// The only writers of a Polygon: its makers in hull.cpp, and whoever restores one that a maker has made.
struct PolygonAccess {
    /// From counter-clockwise, strictly convex vertices: normals and centroid are computed.
    static Polygon from_hull(std::span<const Vec2> vertices, float radius);

    /// Every member as it was; the spans are of equal length, 3 … Polygon::max_vertices (asserted).
    static Polygon restore(std::span<const Vec2> vertices, std::span<const Vec2> normals, Vec2 centroid,
                           float radius);
    /// The same from parts that may be anything; nothing unless they could be those that a maker made:
    /// convex, counter-clockwise, unit normals, finite.
    static std::optional<Polygon> restore_checked(std::span<const Vec2> vertices,
                                                  std::span<const Vec2> normals, Vec2 centroid, float radius);
};

}  // namespace toibox
