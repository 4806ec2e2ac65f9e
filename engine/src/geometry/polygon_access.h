// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <optional>
#include <span>

namespace toibox {

/// The only access that writes a Polygon: for the make functions in hull.cpp and for deserialisation.
struct PolygonAccess {
    /// From counter-clockwise, strictly convex vertices; computes normals and centroid.
    static Polygon from_hull(std::span<const Vec2> vertices, float radius);

    /// Restores every member as given. Requires: spans of equal length, 3 … Polygon::max_vertices (asserted).
    static Polygon restore(std::span<const Vec2> vertices, std::span<const Vec2> normals, Vec2 centroid,
                           float radius);
    /// Like restore(), for untrusted data; nullopt unless the data could come from a make function: convex,
    /// counter-clockwise, unit normals, finite.
    static std::optional<Polygon> restore_checked(std::span<const Vec2> vertices,
                                                  std::span<const Vec2> normals, Vec2 centroid, float radius);
};

}  // namespace toibox
