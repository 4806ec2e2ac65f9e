// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/standing_contacts.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace toibox {

/// The surface that shapes which stand side by side have together, as one moving shape meets it. Frame of all
/// that follows: the axes of the world, about the centre of the moving body, so that nothing is lost far from
/// the origin.

/// How far a point lies in front of the face's line, metres.
inline float height_above(const Face& face, Vec2 point) {
    return dot(face.normal, point - face.start);
}

/// A shape that stands, and how the moving one meets it.
struct EdgeContact {
    const Shape& obstacle;
    Transform frame;
    Vec2 normal;                   ///< From the standing shape to the moving one.
    std::array<Vec2, 2> points{};  ///< On the surface of the standing shape.
    std::array<float, 2> gaps{};   ///< From there to the moving one along the normal, ≥ 0, metres.
    std::size_t count = 0;
};

/// What the joined surface makes of a meeting.
struct EdgeResponse {
    enum class Kind : std::uint8_t {
        Keep,      ///< The surface has this normal there.
        Ignore,    ///< It has not: the edge lies inside of it, and what covers it does the work.
        Redirect,  ///< It has not, but the standing shape goes on in front of what covers the edge: as
                   ///< `target_face`.
    };
    Kind kind = Kind::Keep;
    Face cover{};  ///< What covers the edge, unless it Meets.
    Face target_face{};
};

/// The face whose normal is that of the meeting; none where an edge or something round is met.
std::optional<Face> contact_face(const EdgeContact& edge_contact);

/// What becomes of a meeting where a face of another standing shape covers its points.
///
/// `over`: the face, which the moving shape has in front of it or reaches into by `depth` (≥ 0, metres). What
/// stands out of it by no more than `tolerance` (metres) counts as flush. A normal is the joined surface's
/// own at the face's end if it leans away from the face; elsewhere on the face only the face's normal is.
/// Cost: O(faces).
/// Source: E. Catto, "Ghost Collisions", box2d.org 2020 (Voronoi regions of the joined surface).
EdgeResponse classify_edge(const EdgeContact& edge_contact, const Face& cover, float depth, float tolerance);

/// The moving shape.
struct Mover {
    const Shape& shape;
    Transform frame;
};
/// The same against whatever faces of another standing shape the moving one is in front of.
EdgeResponse classify_against_shape(const EdgeContact& edge_contact, const Mover& mover, const Shape& beside,
                                    const Transform& beside_frame, float tolerance);

/// The point of a shape that is furthest behind the face's line, on its surface.
Vec2 deepest_point(const Mover& mover, const Face& face);

}  // namespace toibox
