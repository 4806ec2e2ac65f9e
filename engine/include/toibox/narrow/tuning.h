// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

/// Tolerances of the narrow phase. Each is relative to a length if there is a suitable one, so that a world
/// of millimetres behaves like one of metres.
namespace toibox::tuning {

/// Metres. Two contact points closer than this match by distance. A body that slides further in a step loses
/// its impulses; a larger value confuses the corners of small boxes.
inline constexpr float match_radius = 0.02f;

/// Fraction of the shorter edge. The reference face of the last manifold is kept unless another face is
/// better by more than this; two new faces within this are ordered by length and index. Rounding is 1e-7 of
/// the coordinates, so a resting box never changes its face. With a smaller value the face would flicker; a
/// larger value keeps a worse axis, which leaves that much more overlap.
inline constexpr float face_hysteresis = 1e-3f;

/// Fraction of the shorter edge. A vertex may be outside the slab of the reference face by this much before
/// it is clipped, so that two equal boxes, exactly aligned, do not alternate between "vertex" and "clipped".
/// Two vertices closer than this define no useful direction: the normal of the face is used.
inline constexpr float clip_slack = 1e-3f;

/// Difference of cosines. The incident edge of the last manifold is kept unless its neighbour is more nearly
/// antiparallel to the reference normal, by at least this.
inline constexpr float incident_hysteresis = 1e-3f;

/// Metres. Points closer than this have no direction. Origin: far below the resolution of coordinates, and
/// its square is still a normal float (that of 1e-19 m is not).
inline constexpr float coincident = 1e-15f;

/// Maximum |cosine| between a contact normal and the direction of its chain segment at which the normal
/// counts as a normal of the segment, whatever its neighbours: ten times the rounding of a unit normal.
inline constexpr float ghost_normal_slack = 1e-6f;

/// Maximum product of vertex counts for which the separating axis test checks each face against each vertex.
/// Above it, rotating calipers are used, except for cores of two vertices (segments, capsules). Covers all
/// pairs of PolygonRecords, whose kernel only implements brute force. Measured for a whole manifold, brute
/// force and calipers: octagons 110 and 118 ns, 16-gons 336 and 217 ns.
inline constexpr int max_sat_brute_force = 64;

/// GJK, relative to the largest |a.x| + |a.y| + |b.x| + |b.y| of the points a, b of a vertex, about A's
/// origin. A vertex of the Minkowski difference carries up to about 4 roundings of this sum; within 16
/// roundings, a distance counts as touching and two bounds as equal.
inline constexpr double gjk_rounding = 16.0 * std::numeric_limits<double>::epsilon();

/// Metres, for measure_distance. Covers every float; GJK multiplies six coordinates, which double supports up
/// to 1e51.
inline constexpr double max_distance_coordinate = 1e40;

}  // namespace toibox::tuning
