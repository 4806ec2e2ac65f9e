// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

namespace toibox {

/// How two convex shapes overlap.
struct Penetration {
    double depth = 0.0;  ///< Metres; negative: the distance between the surfaces.
    Vec2d normal{};      ///< Unit, from A to B: B moved along it by the depth just touches A.
};

/// Depth of overlap of two convex point sets with radii: what distance is to shapes that are apart. In double
/// and for any number of points, where sat_polygons is for the polygons of contacts; EPA finds the same
/// face of the difference set without trying all.
///
/// Units: metres. Frame: that of the transforms. Exact but for rounding (1e-15 of the coordinates), since in
/// the plane every face of the difference B − A is a face of A or of B. Degenerate: two points on one
/// another are parted along x. Cost: O(n m).
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section 5.
Penetration penetration(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                        const Transformd& pose_b);

/// How far B must go back along `way`, from which it came, until it no more than touches A: the depth along
/// the path of a motion, or along any line that is asked for. At least penetration's depth, which it is along
/// the opposite of that normal; 0 of shapes that are apart.
///
/// Units: metres; `way` may have any length but 0 (then 0, as for one that is not finite). Error: 1e-14 of
/// the coordinates and of the way back. Cutting planes from beyond: each distance query gives a plane that
/// the answer does not lie behind. Cost: a few distance queries, at most 64. Source: lecture 003, "Defining
/// Penetration Depth"; G. van den Bergen, "Ray Casting against General Convex Objects with Application to
/// Continuous Collision Detection", 2004.
double penetration_along(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                         const Transformd& pose_b, Vec2d direction);

}  // namespace toibox
