// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/sweep.h"
#include "toibox/math/transform.h"

namespace toibox {

/// The axis-aligned box of a shape at `transform`; contains the true shape despite rounding.
Aabb compute_aabb(const Shape& shape, const Transform& transform);

/// A box that contains the shape at every t of the sweep: the *whole arc*, not the union of the end poses (a
/// rod that rotates by 180° extends beyond both). It is the intersection of two bounds: the box around a
/// bounding circle about the centre of mass that moves along the path; and, for |Δ| < π with Δ = delta_angle,
/// the union of the boxes at both end poses, inflated by r(1 − cos(Δ/2)), where r is the distance of the
/// farthest core point from the centre of mass.
Aabb swept_aabb(const Shape& shape, const Sweep& sweep);

/// Maximum distance from `point` (body frame) to a point of the shape, metres. Multiplied by an angle, it
/// bounds the motion of the shape due to a rotation about `point`.
float max_extent(const Shape& shape, Vec2 point);

/// Radius of the largest circle around the centroid that is inside the shape, metres: a measure of thickness.
/// Zero for a segment.
float inner_radius(const Shape& shape);

/// Centroid in the body frame.
Vec2 centroid(const Shape& shape);

}  // namespace toibox
