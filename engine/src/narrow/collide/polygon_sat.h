// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

#include <limits>
#include <span>

namespace toibox {

/// A convex loop of edges with a radius, as used by the contact algorithms: a polygon, or the core of a
/// capsule as a loop of two opposite edges. Float, in the frame of the call. Does not own its data.
struct ConvexCore {
    std::span<const Vec2> vertices;  ///< Counter-clockwise, at least 2.
    std::span<const Vec2> normals;   ///< normals[i]: outward unit normal of the edge from vertex i to i + 1.
    float radius = 0.0f;

    [[nodiscard]] int count() const { return static_cast<int>(vertices.size()); }
    [[nodiscard]] Vec2 vertex(int i) const { return vertices[static_cast<std::size_t>(i)]; }
    [[nodiscard]] Vec2 normal(int i) const { return normals[static_cast<std::size_t>(i)]; }
    [[nodiscard]] int next(int i) const { return i + 1 < count() ? i + 1 : 0; }
    [[nodiscard]] int previous(int i) const { return i > 0 ? i - 1 : count() - 1; }
};
inline ConvexCore core_of(const Polygon& polygon) {
    return {polygon.vertices(), polygon.normals(), polygon.radius()};
}

/// Separation of a shape from one face of another, without radii.
struct FaceAxis {
    int edge = 0;             ///< The face.
    int support = 0;          ///< The deepest vertex of the other shape; the smallest index on a tie.
    float separation = 0.0f;  ///< Of this vertex along the face normal; negative behind the face.
};

/// Tests one face of `core` against `other`. Cost: O(m).
FaceAxis face_axis(const ConvexCore& core, int edge, const ConvexCore& other);

/// The face of `core` with the largest separation from `other`: among the faces of `core`, the axis of
/// separation or of minimum penetration. Ties go to the lower edge. Stops early at a face with a separation
/// above `stop_above`. Cost: O(nm) for small shapes, O(n + m) for large ones.
FaceAxis max_separation(const ConvexCore& core, const ConvexCore& other,
                        float stop_above = std::numeric_limits<float>::infinity());

/// Result of the separating axis test.
struct SatResult {
    bool separated = false;  ///< The other shape is in front of some face of a shape.
    bool face_is_b = false;  ///< Whether the best axis is a face of B.
    FaceAxis axis;
    Vec2 normal;  ///< Unit, from A to B, in A's frame: moving B along it by −separation separates the shapes.
    /// Between the surfaces. Exact if the cores overlap; a lower bound of the distance if not, because the
    /// axis between two vertices is not tested.
    float separation = 0.0f;
};

/// Separating axis test over face normals: two convex shapes are disjoint if one is entirely in front of a
/// face of the other. If they overlap, the face of least depth gives the direction of minimum penetration.
/// Unlike GJK it gives the depth; unlike EPA it tests every face. Frame: `b_in_a` is the transform of B
/// relative to A. Units: metres. Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section
/// 5; J. McCutchan, "Introduction to Collision Detection", McMaster University 2006, "Test for intersection"
/// (edge normals).
SatResult sat_polygons(const Polygon& a, const Polygon& b, const Transform& b_in_a);

}  // namespace toibox
