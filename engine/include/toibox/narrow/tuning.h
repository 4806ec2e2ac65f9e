// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

/// The tolerances of the narrow phase. Each is relative to a length at hand where there is one, so that a
/// world of millimetres behaves like one of metres.
namespace toibox::tuning {

/// Metres. Two contact points nearer than this are one and the same to the matchings by distance. A body that
/// slides further in a step loses its impulses; larger mixes the corners of small boxes up.
inline constexpr float match_radius = 0.02f;

/// Share of the shorter edge. The reference face of the last manifold is kept as long as no face is better by
/// more than this; two new faces within it are told apart by length and index. Rounding is 1e-7 of the
/// coordinates, so a resting box never changes its face; smaller flickers, larger keeps a worse axis and
/// leaves as much overlap.
inline constexpr float face_hysteresis = 1e-3f;

/// Share of the shorter edge. A vertex may stand out of the reference face's slab by this much before it is
/// cut off, so that two equal boxes, one exactly on the other, do not change between "vertex" and "cut".
/// Vertices nearer to each other than this have no direction worth using: the face's normal is taken.
inline constexpr float clip_slack = 1e-3f;

/// Difference of cosines. The incident edge of the last manifold is kept as long as its neighbour is not
/// turned more towards the reference face by this.
inline constexpr float incident_hysteresis = 1e-3f;

/// Metres. Points nearer than this have no direction: their difference squared loses digits in float.
inline constexpr float coincident = 1e-15f;

/// Cosine-like bound on how far a normal may lean back over the neighbour of a chain's segment: rounding of
/// a unit normal, times ten.
inline constexpr float ghost_normal_slack = 1e-6f;

/// Product of the numbers of vertices up to which the separating axis test tries each face against each
/// vertex; beyond, it walks round both at once, but for the two faces of a line. Covers all pairs of
/// PolygonRecords, whose kernel knows only the first way. Measured for a whole manifold, tried against
/// walked: octagons 110 and 118 ns, 16-gons 336 and 217 ns.
inline constexpr int sat_brute_force = 64;

/// GJK, relative to |point of A| + |point of B| about A's origin. A vertex of the Minkowski difference
/// carries up to about 4 roundings of that; within 16 a distance counts as touching, and two bounds as one.
inline constexpr double gjk_rounding = 16.0 * std::numeric_limits<double>::epsilon();

/// Metres, for measure_distance. Covers every float; GJK multiplies six coordinates, which double holds up to
/// 1e51.
inline constexpr double max_distance_coordinate = 1e40;

}  // namespace toibox::tuning
