// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/collide.h"
#include "toibox/narrow/manifold.h"

namespace toibox {

/// Input of a pair function besides the shapes.
struct CollideInput {
    Transform b_in_a;
    float margin = 0.0f;
};

// The implemented half of the table in collide.cpp, one function per pair, in A's frame; the other half swaps
// the arguments.

// collide_circle.cpp
Manifold collide_circles(const Circle& a, const Circle& b, const CollideInput& input, CollideCache& cache);
Manifold collide_capsule_circle(const Capsule& a, const Circle& b, const CollideInput& input,
                                CollideCache& cache);
Manifold collide_segment_circle(const Segment& a, const Circle& b, const CollideInput& input,
                                CollideCache& cache);
Manifold collide_polygon_circle(const Polygon& a, const Circle& b, const CollideInput& input,
                                CollideCache& cache);

// collide_capsule.cpp
Manifold collide_capsules(const Capsule& a, const Capsule& b, const CollideInput& input, CollideCache& cache);
Manifold collide_capsule_segment(const Capsule& a, const Segment& b, const CollideInput& input,
                                 CollideCache& cache);
Manifold collide_polygon_capsule(const Polygon& a, const Capsule& b, const CollideInput& input,
                                 CollideCache& cache);

// collide_polygon.cpp
Manifold collide_polygons(const Polygon& a, const Polygon& b, const CollideInput& input, CollideCache& cache);
Manifold collide_polygon_segment(const Polygon& a, const Segment& b, const CollideInput& input,
                                 CollideCache& cache);

}  // namespace toibox
