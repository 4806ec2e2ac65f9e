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

/// The joined surface of flush obstacles that a moving shape meets. Frame: world axes, origin at the centre
/// of mass of the moving body, for precision far from the world's origin.

/// Signed distance of a point from the line of the face, metres; positive in front.
inline float height_above(const Face& face, Vec2 point) {
    return dot(face.normal, point - face.start);
}

/// A contact of the moving shape with an obstacle.
struct EdgeContact {
    const Shape& obstacle;
    Transform frame;               ///< Of the obstacle.
    Vec2 normal;                   ///< From the obstacle to the moving shape.
    std::array<Vec2, 2> points{};  ///< On the surface of the obstacle.
    std::array<float, 2> gaps{};   ///< From each point to the moving shape along the normal, ≥ 0, metres.
    std::size_t count = 0;
};

/// How the joined surface responds to a contact.
struct EdgeResponse {
    enum class Kind : std::uint8_t {
        Keep,      ///< The joined surface has the contact's normal there.
        Ignore,    ///< Contact at an inner edge. The covering face has a contact of its own.
        Redirect,  ///< Contact at an inner edge of an obstacle that rises in front of the covering face: use
                   ///< the normal of `target_face`.
    };
    Kind kind = Kind::Keep;
    Face cover{};  ///< The face that covers the edge; not set for Keep.
    Face target_face{};
};

/// The obstacle's face whose normal is the contact's normal (within tuning::face_cosine); nullopt at a vertex
/// or a round part.
std::optional<Face> contact_face(const EdgeContact& edge_contact);

/// Classifies a contact whose points may be covered by a face of another obstacle.
///
/// `cover`: a face that the moving shape is in front of, or penetrates by `depth` (≥ 0, metres). Parts that
/// stick out of the face by at most `tolerance` (metres) count as flush. At an end of the face, normals that
/// lean away from the face belong to the joined surface; elsewhere on the face, only the face's normal does.
/// Cost: O(faces).
/// Source: E. Catto, "Ghost Collisions", box2d.org 2020 (Voronoi regions of the joined surface).
EdgeResponse classify_edge(const EdgeContact& edge_contact, const Face& cover, float depth, float tolerance);

/// A moving shape and its frame.
struct Mover {
    const Shape& shape;
    Transform frame;
};
/// classify_edge against all faces of another obstacle (`neighbour`) that the moving shape is in front of.
EdgeResponse classify_against_shape(const EdgeContact& edge_contact, const Mover& mover,
                                    const Shape& neighbour, const Transform& neighbour_frame,
                                    float tolerance);

/// The point on the surface of the moving shape that is farthest behind the line of the face.
Vec2 deepest_point(const Mover& mover, const Face& face);

}  // namespace toibox
