// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/sweep.h"
#include "toibox/math/transform.h"

namespace toibox {

/// The box round a shape placed at `transform`; contains the true shape in spite of rounding.
Aabb compute_aabb(const Shape& shape, const Transform& transform);

/// A box that contains the shape at every t of the sweep: the *whole arc*, not the union of the end poses
/// (a rod that turns half a turn sticks out of both). Two bounds are intersected: the shape's circle about
/// the centre of mass carried along the path, and the end boxes inflated by r(1 − cos(Δ/2)) for |Δ| < π.
Aabb swept_aabb(const Shape& shape, const Sweep& sweep);

/// Greatest distance of a point of the shape from `point` (body frame): bounds what a rotation about it can
/// move.
float max_extent(const Shape& shape, Vec2 point);

/// Radius of a large circle inside the shape, centred on its centroid: how thick the shape is. Zero for a
/// segment.
float inner_radius(const Shape& shape);

/// Centroid in the body's frame.
Vec2 centroid(const Shape& shape);

}  // namespace toibox
