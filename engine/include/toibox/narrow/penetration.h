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
/// and for any number of points, where separating_axis is for the polygons of contacts; EPA finds the same
/// face of the difference set without trying all.
///
/// Units: metres. Frame: that of the transforms. Exact but for rounding (1e-15 of the coordinates), since in
/// the plane every face of the difference B − A is a face of A or of B. Degenerate: two points on one
/// another are parted along x. Cost: O(n m).
/// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996, section 5.
Penetration penetration(const ConvexProxy& a, const Transformd& pose_a, const ConvexProxy& b,
                        const Transformd& pose_b);

}  // namespace toibox
