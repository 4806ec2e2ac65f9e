// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/manifold.h"
#include "toibox/narrow/sat.h"

namespace toibox {

/// The incident edge in the coordinates of the reference face: x runs along it from its first vertex to its
/// second, y along its normal.
struct FaceCoordinates {
    float length = 0.0f;  ///< Of the face.
    float slack = 0.0f;   ///< Lengths that count as nothing here (tuning::clip_slack).
    Vec2 first;  ///< The incident edge's first vertex. Both loops run counter-clockwise, so it is the
                 ///< one nearer to the face's second.
    Vec2 second;
};

/// A face of the reference shape and the edge of the incident shape that looks at it most. Refers to the
/// caller's.
struct FacePair {
    const ConvexCore& reference;
    const ConvexCore& incident;
    const FaceAxis& axis;   ///< The face, the deepest vertex and its separation.
    int incident_edge = 0;  ///< One of the two edges at that vertex.
    bool reference_is_b = false;
    FaceCoordinates at;
};
FaceCoordinates face_coordinates(const ConvexCore& reference, int face, const ConvexCore& incident, int edge);

/// The part of the incident edge in front of or behind the reference face and between its sides: up to two
/// points with a separation (radii taken off) of at most `margin`.
/// An end that stands out by no more than the slack is kept as it is, under its own id: two equal boxes, one
/// exactly on the other, keep the same ids whatever the rounding.
/// Frame: that of the cores. The normal points from A to B.
/// Source: lecture PA199, slides 31–34; E. Catto, "Understanding Constraints", GDC 2014 (clipping, ids).
Manifold clip_to_face(const FacePair& faces, float margin);

/// The deepest vertex alone, or the end of the incident edge that is nearer to the face if that one is beside
/// it: for a face kept by hysteresis whose clipping leaves nothing.
Manifold deepest_vertex(const FacePair& faces, float margin);

}  // namespace toibox
