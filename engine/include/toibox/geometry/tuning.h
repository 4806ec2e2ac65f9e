// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Tolerances of the geometry layer.
namespace toibox::tuning {

/// Share of a polygon's extent (the longer side of its box): vertices closer than this are one, and a vertex
/// closer than this to the line of its neighbours is none. About eight roundings of float; larger values
/// would change shapes visibly.
inline constexpr double vertex_merge = 1e-6;

/// Share of the extents of two polygons together, up to which a gap between them is a seam that no ray enters
/// through. Where pieces of an outline meet, each may have dropped vertices within vertex_merge of its edge,
/// or a sliver as thin. Larger would close gaps that can be seen.
inline constexpr double seam_share = 2.0 * vertex_merge;

/// Share of the greatest coordinate by which a box is grown before it is rounded outward: placing a point
/// takes seven roundings of double. Far below the rounding to float that follows, so it costs no tightness.
inline constexpr double placement_slack = 0x1p-48;

/// Share of a shape's extent: a rotation kept in float is off unit length by up to 1e-7, and moves points by
/// as much of their distance from the centre.
inline constexpr double rotation_slack = 2e-7;

/// Share of the greatest coordinate by which a bounding volume is grown whenever it is computed, and of the
/// terms of an overlap test that is given away: moving one and finding its corners takes up to some thirty
/// roundings of double. Less, and shapes that touch could be called apart.
inline constexpr double volume_slack = 0x1p-46;

/// … and at least so much, metres: products of shorter lengths would underflow.
inline constexpr double volume_floor = 1e-140;

/// Coordinates that a bounding volume takes, metres: products of four differences stay finite.
inline constexpr double max_volume_coordinate = 1e70;

/// Pivots of the smallest circle at most. A few are needed; after that the circle is right but for rounding,
/// and contains all points wherever it ends.
inline constexpr int max_circle_pivots = 64;

/// Vertices of an outline that is decomposed. The work is quadratic: at this many about a tenth of a second,
/// so that no file can hang the program.
inline constexpr std::size_t max_outline_vertices = 4096;

}  // namespace toibox::tuning
