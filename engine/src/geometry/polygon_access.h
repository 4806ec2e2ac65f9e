// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"

#include <optional>
#include <span>

namespace toibox {

/// The only code that writes a Polygon, used by the functions of hull.h and by deserialization.
struct PolygonAccess {
    /// Makes a polygon from counter-clockwise, strictly convex vertices; computes normals and centroid.
    static Polygon from_hull(std::span<const Vec2> vertices, float radius);

    /// Restores every member as given. Requires: spans of equal length, 3 … Polygon::max_vertices (asserted).
    static Polygon restore(std::span<const Vec2> vertices, std::span<const Vec2> normals, Vec2 centroid,
                           float radius);
    /// Like restore(), for untrusted data; nullopt unless a function of hull.h could have made the data:
    /// convex, counter-clockwise, unit normals, finite.
    static std::optional<Polygon> restore_checked(std::span<const Vec2> vertices,
                                                  std::span<const Vec2> normals, Vec2 centroid, float radius);
};

}  // namespace toibox
