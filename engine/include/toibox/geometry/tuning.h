// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Tolerances of the geometry layer.
namespace toibox::tuning {

/// Fraction of a polygon's extent (the longer side of its box): vertices closer than this are merged, and a
/// vertex closer than this to the line through its neighbours is removed. About eight roundings of float;
/// larger values would change shapes visibly.
inline constexpr double vertex_merge = 1e-6;

/// A gap between two polygons is a seam that rays do not enter if it is at most this fraction of their
/// combined extents. Where pieces of an outline meet, each may have lost vertices within vertex_merge of its
/// edge, or a whole sliver of that thickness. A larger value would close visible gaps.
inline constexpr double seam_fraction = 2.0 * vertex_merge;

/// Fraction of the largest coordinate by which a box is inflated before it is rounded outward: transforming a
/// point takes seven roundings of double. Far below the rounding to float that follows, so it costs no
/// tightness.
inline constexpr double placement_slack = 0x1p-48;

/// Inflation for rounded rotations, as a fraction of a shape's extent: a rotation stored as float is off unit
/// length by up to 1e-7, which moves a point by the same fraction of its distance from the centre.
inline constexpr double rotation_slack = 2e-7;

/// Fraction of the largest coordinate by which a computed bounding volume is inflated, and tolerance of the
/// terms of an overlap test: moving a volume and finding its corners takes up to about thirty roundings of
/// double. With less, touching shapes could be reported as separated.
inline constexpr double volume_slack = 0x1p-46;

/// Minimum inflation of a bounding volume, metres: products of shorter lengths would underflow.
inline constexpr double volume_floor = 1e-140;

/// Maximum coordinate of a bounding volume, metres: products of four differences stay finite.
inline constexpr double max_volume_coordinate = 1e70;

/// Maximum number of pivots for the smallest circle. A few are needed; further ones only follow rounding
/// errors. The circle contains all points wherever the loop stops.
inline constexpr int max_circle_pivots = 64;

/// Maximum number of vertices of an outline to decompose. The work is quadratic: at this number it takes
/// about 0.1 s, so that no file can hang the program.
inline constexpr std::size_t max_outline_vertices = 4096;

}  // namespace toibox::tuning
