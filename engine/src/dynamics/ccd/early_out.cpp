// SPDX-License-Identifier: MIT

// Early out: a proof that a pair cannot penetrate deeply, so that it needs no cast. The distance of a point
// of the mover from the line of a face of the obstacle, which is at rest, is at least the initial gap, minus
// the displacement of the mover's centre towards the face, minus the travel due to the mover's rotation. This
// bound holds for the whole step: a body that slides along a floor or skims a wall costs a few dot products,
// where a cast needs distance queries. A larger depth is left to the discrete contact only if the mover stays
// over the face for the whole step. A mover that comes from beside the face, or ends beyond it, could be that
// deep in the obstacle's side, where detection may never find it. A segment of a chain has no side at an end
// where the chain continues straight or turns towards the mover: beyond that end the mover is over the next
// segment, and at least as deep in that segment, unless the mover had to cross it first. Without this rule,
// bodies that whirl in a drum stop one by one where segments meet, and their neighbours move into them (the
// cause of half of the deep overlaps of a stirred crowd).

#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

/// Motion of the mover relative to the obstacle.
struct RelativeMotion {
    Vec2d offset{};                ///< From the obstacle's centre to the mover's at the start, world, metres.
    Vec2d displacement{};          ///< Displacement of the mover's centre, world, metres.
    double rotation_travel = 0.0;  ///< Maximum travel of a point of the mover about this centre, metres.
};

RelativeMotion relative_motion_of(const Sweep& obstacle_sweep, const Sweep& mover_sweep,
                                  const ConvexProxy& mover) {
    double max_length_squared = 0.0;
    for (const Vec2d& point : mover.points)
        max_length_squared = std::max(max_length_squared, length_squared(point - mover_sweep.local_center));
    return {
        .offset = mover_sweep.c0 - obstacle_sweep.c0,
        .displacement = mover_sweep.c1 - mover_sweep.c0,
        .rotation_travel = std::sqrt(max_length_squared) * std::min(std::abs(mover_sweep.delta_angle), 2.0)};
}

/// Interval of the shape's points along a direction, relative to the centre of mass, metres.
struct Extent {
    double min = 0.0;
    double max = 0.0;
};
Extent extent_along(Vec2d direction, const ConvexProxy& shape, Vec2d center) {
    const double first = dot(direction, shape.points[0] - center);
    Extent extent{first, first};
    for (const Vec2d& point : shape.points.subspan(1)) {
        const double along = dot(direction, point - center);
        extent = {std::min(extent.min, along), std::max(extent.max, along)};
    }
    return extent;
}

/// Ends of a face at which the obstacle continues along the line of the face or in front of it.
struct ContinuedEnds {
    bool start = false;
    bool end = false;
};
/// `on_face`: a point on the face. `runs_a_to_b`: the face runs from a to b of a segment of a chain.
ContinuedEnds continued_ends(const Shape& obstacle, Vec2d on_face, Vec2d normal, bool runs_a_to_b) {
    const auto* segment = std::get_if<Segment>(&obstacle);
    if (segment == nullptr) return {};
    const auto is_in_front = [&](Vec2 ghost) { return dot(normal, widen(ghost) - on_face) >= 0.0; };
    const bool at_a = segment->has_ghost_a && is_in_front(segment->ghost_a);
    const bool at_b = segment->has_ghost_b && is_in_front(segment->ghost_b);
    return runs_a_to_b ? ContinuedEnds{at_a, at_b} : ContinuedEnds{at_b, at_a};
}

}  // namespace

bool proves_shallow(const ToiInput& input, bool a_is_obstacle, const Shape& obstacle,
                    const AllowedDepths& allowed) {
    const Sweep& obstacle_sweep = a_is_obstacle ? input.sweep_a : input.sweep_b;
    const Sweep& mover_sweep = a_is_obstacle ? input.sweep_b : input.sweep_a;
    const std::span<const Vec2d> vertices = (a_is_obstacle ? input.a : input.b).points;
    const ConvexProxy& mover = a_is_obstacle ? input.b : input.a;
    const RelativeMotion motion = relative_motion_of(obstacle_sweep, mover_sweep, mover);
    for (std::size_t i = 0; vertices.size() > 1 && i < vertices.size(); ++i) {
        const Vec2d along = vertices[i + 1 < vertices.size() ? i + 1 : 0] - vertices[i];
        const double size = length(along);
        if (!(size > 0.0)) continue;
        const Vec2d forwards = (1.0 / size) * along;
        const auto interval_along = [&](Vec2d direction) {
            const Vec2d world = rotate(obstacle_sweep.q0, direction);
            const Extent extent =
                extent_along(inv_rotate(mover_sweep.q0, world), mover, mover_sweep.local_center);
            const double start =
                dot(world, motion.offset) - dot(direction, vertices[i] - obstacle_sweep.local_center);
            const double displacement = dot(world, motion.displacement);
            const double margin = mover.radius + motion.rotation_travel;
            return Extent{start + extent.min + std::min(displacement, 0.0) - margin,
                          start + extent.max + std::max(displacement, 0.0) + margin};
        };
        const Vec2d normal = right_perp(forwards);
        const double depth = (a_is_obstacle ? input.a : input.b).radius - interval_along(normal).min;
        if (depth <= allowed.anywhere) return true;
        if (depth > allowed.over_face) continue;
        const Extent along_face = interval_along(forwards);
        const ContinuedEnds continues = continued_ends(obstacle, vertices[i], normal, i == 0);
        if ((continues.start || along_face.min >= 0.0) && (continues.end || along_face.max <= size))
            return true;
    }
    return false;
}

}  // namespace toibox
