// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/trace.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include <cstdint>
#include <limits>

namespace toibox {

/// One tested axis, and the intervals of the two shapes on it.
struct SatAxis {
    enum class Kind : std::uint8_t {
        FaceA,     ///< The normal of an edge of A.
        FaceB,     ///< The negated normal of an edge of B.
        Vertices,  ///< The line through the closest pair of vertices.
    };
    Kind kind = Kind::Vertices;
    int index = 0;       ///< First vertex of the edge; Vertices: the vertex of A.
    int support = 0;     ///< The deepest vertex of the other shape; Vertices: the vertex of B.
    Vec2d direction{};   ///< Unit, from A to B, in the frame of the call.
    double low_a = 0.0;  ///< Interval of A along `direction` from A's origin, including its radius, metres.
    double high_a = 0.0;
    double low_b = 0.0;
    double high_b = 0.0;
    double separation = 0.0;  ///< low_b − high_a, metres.
    bool better = false;      ///< Whether this is the best axis so far.
};

/// An axis identified by its features, so that the axis rotates with the shapes.
struct SatAxisId {
    SatAxis::Kind kind = SatAxis::Kind::Vertices;
    std::uint8_t index = 0;    ///< As in SatAxis.
    std::uint8_t support = 0;  ///< Vertices: the vertex of B. Faces: the last deepest vertex.

    friend bool operator==(const SatAxisId&, const SatAxisId&) = default;
};

/// The axis of maximum separation.
struct SatSeparation {
    double separation = -std::numeric_limits<double>::infinity();  ///< Between the surfaces, metres.
    Vec2d normal{};  ///< Unit, from A to B; zero if there is no axis.
    SatAxis::Kind kind = SatAxis::Kind::Vertices;
    int index = 0;
    int support = 0;
    int tried = 0;  ///< Number of axes tested.
};

/// The separating axis test for any two convex point sets with radii, in double. It tests the normals of all
/// faces and the line through the closest vertices. Unlike sat_polygons, which is for contacts, it tests all
/// axes one by one, includes vertex pairs, and can be traced. Unlike GJK it gives the depth, at the cost of
/// testing every axis.
///
/// Units: metres. Frame: the frame of the poses, whose rotations may be off unit length. Result: the distance
/// if positive, minus the depth if negative. Both are exact up to rounding (1e-15 of the coordinates),
/// because in 2D the closest features are a face and a vertex, or two vertices. Degenerate: edges of zero
/// length are skipped; two coincident points have no axis, and their separation is minus the radii. Cost: O(n
/// m). Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section 5; C. Ericson, "Real-Time
/// Collision Detection", 2005, section 5.2.1.
SatSeparation separating_axes(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                              const Transformd& pose_b);

/// Like above, but calls `trace(SatAxis)` for each axis; the result is bit-identical. Instantiated for
/// NoTrace and TraceRecorder<SatAxis>.
template <class Trace>
SatSeparation separating_axes(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                              const Transformd& pose_b, Trace& trace);

/// Tests a single axis like separating_axes. A positive result is a lower bound of the distance; any other
/// result proves nothing. An axis that these shapes do not have, or of zero length, is not tested (`tried` is
/// 0). Requirements and instantiations: as for separating_axes. Cost: O(n + m).
template <class Trace>
SatSeparation test_separating_axis(const SatAxisId& id, const ConvexProxy& a, const Transformd& pose_a,
                                   const ConvexProxy& b, const Transformd& pose_b, Trace& trace);

}  // namespace toibox
