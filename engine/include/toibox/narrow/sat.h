// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

#include <limits>
#include <span>

namespace toibox {

/// A convex loop of edges with a radius, as the contact algorithms see it: a polygon, or the core of a
/// capsule as a loop of two edges, there and back. Float, in the frame of the call. Nothing is owned.
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

/// How far a shape lies in front of one face of the other, radii left out.
struct FaceAxis {
    int edge = 0;     ///< The face.
    int support = 0;  ///< Vertex of the other shape that is deepest behind it; the least index of a tie.
    float separation = 0.0f;  ///< Of that vertex, along the face's normal; negative behind the face.
};

/// One face of `core` against `other`. Cost: O(m).
FaceAxis face_axis(const ConvexCore& core, int edge, const ConvexCore& other);

/// The face of `core` that `other` lies furthest in front of, or least behind: of the faces, the axis of
/// separation or of least penetration. Ties go to the lower edge. Stops early at a face with a separation
/// above `stop_above`. Cost: O(nm) for small shapes, O(n + m) for large ones.
FaceAxis max_separation(const ConvexCore& core, const ConvexCore& other,
                        float stop_above = std::numeric_limits<float>::infinity());

/// Outcome of the separating axis test.
struct SatResult {
    bool separated = false;  ///< Some face of either shape has the other in front of it.
    bool face_is_b = false;  ///< Whose face the best axis belongs to.
    FaceAxis axis;
    Vec2 normal;  ///< Unit, from A to B, in A's frame: push B along it by −separation to part them.
    float separation =
        0.0f;  ///< With the radii taken off. Exact on overlap of the cores, a lower bound of the
               ///< distance otherwise (vertices that face each other have no axis of their own).
};

/// Two convex shapes do not meet if and only if a face of one of them has the other in front of it; if they
/// do meet, the face with the least depth says how to part them. It differs from GJK in that it knows the
/// depth, and from EPA in that it tries every face. Frame: `b_in_a` is B's placement as seen from A. Units:
/// metres. Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section 5; lecture "Collision
/// detection" (separating axis test).
SatResult sat_polygons(const Polygon& a, const Polygon& b, const Transform& b_in_a);

}  // namespace toibox
