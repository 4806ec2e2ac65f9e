// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/convex_proxy.h"
#include "toibox/math/transform.h"

namespace toibox {

/// How two convex shapes overlap.
struct Penetration {
    double depth = 0.0;  ///< Metres; if negative, minus the distance between the surfaces.
    Vec2d normal{};      ///< Unit, from A to B: moving B along it by the depth makes them just touch.
};

/// Penetration depth of two convex point sets with radii. It computes in double, for any number of points,
/// whereas sat_polygons is for contacts of polygons. EPA finds the same face of the Minkowski difference
/// without testing all faces.
///
/// Units: metres. Frame: the frame of the poses. Exact up to rounding (1e-15 of the coordinates), since in 2D
/// every face of the difference B − A is a face of A or of B. Degenerate: two coincident points are separated
/// along x. Cost: O(n m).
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section 5.
Penetration penetration(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                        const Transformd& pose_b);

/// The distance that B must move back along −`direction` until it at most touches A: the depth along a
/// motion, or along any line. It is at least the depth of penetration(), and equal if `direction` is opposite
/// to the normal of penetration(); 0 for separated shapes.
///
/// Units: metres. `direction` may have any length; the result is 0 if it is zero or not finite. Error: 1e-14
/// of the coordinates and of the distance moved back. Cutting planes: starting from a separated position,
/// each distance query gives a plane that bounds the result. Cost: a few distance queries, at most 65.
/// Source: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Defining Penetration Depth";
/// G. van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous Collision
/// Detection", 2004.
double penetration_along(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                         const Transformd& pose_b, Vec2d direction);

}  // namespace toibox
