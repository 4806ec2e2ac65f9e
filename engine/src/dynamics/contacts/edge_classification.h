// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

#include "dynamics/contacts/obstacle_contacts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace toibox {

/// The joined surface of obstacles that lie flush, for contacts of one moving shape. Frame: axes of the
/// world, origin at the centre of the moving body, for precision far from the origin.

/// Signed distance of a point in front of the face's line, metres.
inline float height_above(const Face& face, Vec2 point) {
    return dot(face.normal, point - face.start);
}

/// A contact of the moving shape with an obstacle.
struct EdgeContact {
    const Shape& obstacle;
    Transform frame;
    Vec2 normal;                   ///< From the obstacle to the moving shape.
    std::array<Vec2, 2> points{};  ///< On the surface of the obstacle.
    std::array<float, 2> gaps{};   ///< From there to the moving shape along the normal, ≥ 0, metres.
    std::size_t count = 0;
};

/// How the joined surface responds to a contact.
struct EdgeResponse {
    enum class Kind : std::uint8_t {
        Keep,      ///< The surface has this normal there.
        Ignore,    ///< It does not: the edge is an inner one, and the face that covers it collides instead.
        Redirect,  ///< It does not, but the obstacle rises in front of the covering face: use `target_face`.
    };
    Kind kind = Kind::Keep;
    Face cover{};  ///< The face that covers the edge; not set for Keep.
    Face target_face{};
};

/// The obstacle's face with the normal of the contact; none at a vertex or a round part.
std::optional<Face> contact_face(const EdgeContact& edge_contact);

/// Classifies a contact whose points a face of another obstacle may cover.
///
/// `cover`: a face that the moving shape is in front of, or penetrates by `depth` (≥ 0, metres). Parts that
/// stick out of it by at most `tolerance` (metres) count as flush. At the end of the face, normals that lean
/// away from the face belong to the joined surface; elsewhere on the face only its own normal does.
/// Cost: O(faces).
/// Source: E. Catto, "Ghost Collisions", box2d.org 2020 (Voronoi regions of the joined surface).
EdgeResponse classify_edge(const EdgeContact& edge_contact, const Face& cover, float depth, float tolerance);

/// The moving shape.
struct Mover {
    const Shape& shape;
    Transform frame;
};
/// The same against all faces of another obstacle that the moving shape is in front of.
EdgeResponse classify_against_shape(const EdgeContact& edge_contact, const Mover& mover,
                                    const Shape& neighbour, const Transform& neighbour_frame,
                                    float tolerance);

/// The point on the surface of a shape that is furthest behind the face's line.
Vec2 deepest_point(const Mover& mover, const Face& face);

}  // namespace toibox
