// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/manifold.h"

#include "narrow/collide/polygon_sat.h"

namespace toibox {

/// The incident edge in the coordinates of the reference face: x runs along the face from its first vertex to
/// its second, y along the normal of the face.
struct FaceCoordinates {
    float length = 0.0f;  ///< Length of the face.
    float slack = 0.0f;   ///< Lengths below this are negligible (tuning::clip_slack).
    Vec2 first;   ///< First vertex of the incident edge. Both loops are counter-clockwise, so it is closer to
                  ///< the second vertex of the face.
    Vec2 second;  ///< Second vertex of the incident edge.
};

/// A face of the reference shape and the edge of the incident shape that faces it most. References the
/// caller's data.
struct FacePair {
    const ConvexCore& reference;
    const ConvexCore& incident;
    const FaceAxis& axis;   ///< The face, the deepest vertex and its separation.
    int incident_edge = 0;  ///< One of the two edges at the deepest vertex.
    bool reference_is_b = false;
    FaceCoordinates local;
};
FaceCoordinates face_coordinates(const ConvexCore& reference, int face, const ConvexCore& incident, int edge);

/// Clips the incident edge to the sides of the reference face: up to two points with a separation of the
/// surfaces of at most `margin`.
/// An end outside by no more than the slack is kept with its own id, so two equal, exactly aligned boxes keep
/// the same ids despite rounding.
/// Frame: the frame of the cores. The normal points from A to B.
/// Source: M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024, slides 31–34 (ids); E.
/// Catto, "Understanding Constraints", GDC 2014 (clipping, ids).
Manifold clip_to_face(const FacePair& faces, float margin);

/// Returns only the deepest vertex, or the other end of the incident edge if the deepest one is beside the
/// face. Used when clipping against a face kept by hysteresis leaves nothing.
Manifold deepest_vertex(const FacePair& faces, float margin);

}  // namespace toibox
