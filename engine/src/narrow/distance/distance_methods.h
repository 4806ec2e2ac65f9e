// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/distance_method.h"

#include "narrow/distance/gjk_pair.h"

namespace toibox::narrow_methods {

// Each method is in its own file and is instantiated there for NoTrace and DistanceRecorder. All methods have
// the same parameters. The input has been validated.

template <class Trace>
DistanceResult gjk(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

template <class Trace>
DistanceResult boolean_gjk(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

template <class Trace>
DistanceResult epa(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

template <class Trace>
DistanceResult feature_walk(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

template <class Trace>
DistanceResult separating_axes(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

template <class Trace>
DistanceResult cached_axis(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

template <class Trace>
DistanceResult vertex_inside(const DistanceInput& input, const DistanceOptions& options, Trace& trace);

inline gjk::Pair pair_of(const DistanceInput& input) {
    return {input.a, input.pose_a, input.b, input.pose_b};
}
inline double radii(const DistanceInput& input) {
    return input.a.radius + input.b.radius;
}
/// A vertex of B − A for the trace, in the frame of the poses.
GjkIteration::Vertex describe(const DistanceInput& input, const gjk::Vertex& vertex, double weight);

/// The result for cores at `distance` along `normal`, or for overlapping cores if `distance` is negative. The
/// core witnesses are relative to A's origin.
DistanceResult make_distance_result(const DistanceInput& input, double distance, Vec2d normal, Vec2d core_a,
                                    Vec2d core_b);
/// Like above, but cores closer than the rounding of their coordinates overlap, as for GJK: two vertices that
/// close define no direction.
DistanceResult make_separated_result(const DistanceInput& input, double distance, Vec2d normal, Vec2d core_a,
                                     Vec2d core_b);
/// The result for overlapping cores of unknown depth.
DistanceResult make_core_overlap_result(const DistanceInput& input);

}  // namespace toibox::narrow_methods
