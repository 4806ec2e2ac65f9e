// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/trace.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

#include <cstdint>
#include <limits>

namespace toibox {

/// One axis that the test tried, and what the two shapes cover of it.
struct SatAxis {
    enum class Kind : std::uint8_t {
        FaceA,     ///< The normal of an edge of A.
        FaceB,     ///< The normal of an edge of B, turned round.
        Vertices,  ///< The line through the two vertices that are nearest to each other.
    };
    Kind kind = Kind::Vertices;
    int index = 0;       ///< The edge, by its first vertex; Vertices: the vertex of A.
    int support = 0;     ///< The deepest vertex of the other shape; Vertices: that of B.
    Vec2d direction{};   ///< Unit, from A to B, in the frame of the call.
    double low_a = 0.0;  ///< What A covers along `direction`, its radius included, from A's origin, metres.
    double high_a = 0.0;
    double low_b = 0.0;
    double high_b = 0.0;
    double separation = 0.0;  ///< low_b − high_a: how far B lies in front of A, metres.
    bool better = false;      ///< Than all that were tried before.
};

/// An axis by the features that it hangs on, so that it turns with them.
struct SatAxisId {
    SatAxis::Kind kind = SatAxis::Kind::Vertices;
    std::uint8_t index = 0;  ///< As in SatAxis.
    std::uint8_t support =
        0;  ///< Vertices: that of B. Faces: the deepest vertex when it was last looked for.

    friend bool operator==(const SatAxisId&, const SatAxisId&) = default;
};

/// What parts the two shapes best.
struct SatSeparation {
    double separation = -std::numeric_limits<double>::infinity();  ///< Metres, radii taken off.
    Vec2d normal{};  ///< Unit, from A to B; zero if there is no axis at all.
    SatAxis::Kind kind = SatAxis::Kind::Vertices;
    int index = 0;
    int support = 0;
    int tried = 0;  ///< Axes.
};

/// The separating axis test for any two convex point sets with radii, in double: every face of either is
/// tried, and the line through the nearest vertices. It differs from sat_polygons, which serves the
/// contacts, in that it tries all axes one by one, knows corners, and can be watched; from GJK in that its
/// cost is that of every axis, and that it knows the depth.
///
/// Units: metres. Frame: that of the transforms, whose rotations may be off unit length. Result: above 0 the
/// distance, at or below 0 minus the depth, both exact but for rounding (1e-15 of the coordinates), because
/// in the plane the closest features are a face and a vertex, or two vertices. Degenerate: edges without
/// length are left out; two points on one another have no axis, and their separation is minus the radii.
/// Cost: O(n m). Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section 5; C. Ericson,
/// "Real-Time Collision Detection", 2005, section 5.2.1.
SatSeparation separating_axes(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                              const Transformd& pose_b);

/// The same, calling `trace(SatAxis)` for each axis; the result is bitwise equal. Instantiated for NoTrace
/// and TraceRecorder<SatAxis>.
template <class Trace>
SatSeparation separating_axes(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                              const Transformd& pose_b, Trace& trace);

/// One axis alone: what the test above would find on it. Above 0 it proves that the shapes are at least so
/// far apart; else it tells nothing. An axis that these shapes do not have, or that has no length, is not
/// tried (`tried` is 0). Requires and instantiated as above. Cost: O(n + m).
template <class Trace>
SatSeparation test_separating_axis(const SatAxisId& name, const ConvexProxy& a, const Transformd& pose_a,
                                   const ConvexProxy& b, const Transformd& pose_b, Trace& trace);

}  // namespace toibox
