// SPDX-License-Identifier: MIT

// Which pairs need no cast, because nothing that moves as they do can come deep. Seen along a face of what
// stands, fixed in the world, no point of the mover comes nearer than the gap along the face less the way of
// the centre along it and the way of the turn. That holds at every time of the step, so what slides along a
// floor or skims a wall is let go for the price of a few products, where a cast needs distance queries.
// Depth is only left to the step's own contact where the mover stays over the face from first to last: what
// comes from beside it, or is past it at the end, could be that deep in the obstacle's side and never be
// sampled in it. A chain has no side where it goes on towards the mover: whatever is past that end of a link
// is over the next one, and at least as deep in it, if it did not have to cross it first. So a crowd that
// whirls in a drum is not stopped at each link, body by body, with its neighbours going on into it. (Half of
// the deep overlaps of a stirred crowd came of that.)

#include "toibox/dynamics/tuning.h"

#include "continuous.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

/// What the two motions are to one another.
struct RelativeMotion {
    Vec2d offset{};                ///< From centre to centre at the beginning, world.
    Vec2d displacement{};          ///< Of the mover's centre, world, metres.
    double rotation_travel = 0.0;  ///< Longest way of a point about that centre, metres.
};

RelativeMotion relative_motion_of(const Sweep& obstacle_sweep, const Sweep& mover_sweep,
                                  const ConvexProxy& mover) {
    double farthest = 0.0;
    for (const Vec2d& point : mover.points)
        farthest = std::max(farthest, length_squared(point - mover_sweep.local_center));
    return {.offset = mover_sweep.c0 - obstacle_sweep.c0,
            .displacement = mover_sweep.c1 - mover_sweep.c0,
            .rotation_travel = std::sqrt(farthest) * std::min(std::abs(mover_sweep.delta_angle), 2.0)};
}

/// From the least to the greatest component of the shape's points along a direction, from the centre that
/// they turn about.
struct Extent {
    double least = 0.0;
    double greatest = 0.0;
};
Extent extent_along(Vec2d direction, const ConvexProxy& shape, Vec2d center) {
    const double first = dot(direction, shape.points[0] - center);
    Extent extent{first, first};
    for (const Vec2d& point : shape.points.subspan(1)) {
        const double along = dot(direction, point - center);
        extent = {std::min(extent.least, along), std::max(extent.greatest, along)};
    }
    return extent;
}

/// Beyond which ends of a face the obstacle goes on along its line or in front of it.
struct Ends {
    bool start = false;
    bool end = false;
};
/// `forwards`: from a to b of a link.
Ends continued_ends(const Shape& obstacle, Vec2d on_face, Vec2d normal, bool forwards) {
    const auto* link = std::get_if<Segment>(&obstacle);
    if (link == nullptr) return {};
    const auto is_in_front = [&](Vec2 ghost) { return dot(normal, widen(ghost) - on_face) >= 0.0; };
    const bool at_a = link->has_ghost_a && is_in_front(link->ghost_a);
    const bool at_b = link->has_ghost_b && is_in_front(link->ghost_b);
    return forwards ? Ends{at_a, at_b} : Ends{at_b, at_a};
}

}  // namespace

bool proves_shallow(const ToiInput& input, bool a_is_obstacle, const Shape& obstacle,
                    const AllowedDepths& allowed) {
    const Sweep& obstacle_sweep = a_is_obstacle ? input.sweep_a : input.sweep_b;
    const Sweep& mover_sweep = a_is_obstacle ? input.sweep_b : input.sweep_a;
    const std::span<const Vec2d> face = (a_is_obstacle ? input.a : input.b).points;
    const ConvexProxy& mover = a_is_obstacle ? input.b : input.a;
    const RelativeMotion motion = relative_motion_of(obstacle_sweep, mover_sweep, mover);
    for (std::size_t i = 0; face.size() > 1 && i < face.size(); ++i) {
        const Vec2d along = face[i + 1 < face.size() ? i + 1 : 0] - face[i];
        const double size = length(along);
        if (!(size > 0.0)) continue;
        const Vec2d forwards = (1.0 / size) * along;
        const auto interval_along = [&](Vec2d direction) {
            const Vec2d world = rotate(obstacle_sweep.q0, direction);
            const Extent extent =
                extent_along(inv_rotate(mover_sweep.q0, world), mover, mover_sweep.local_center);
            const double start =
                dot(world, motion.offset) - dot(direction, face[i] - obstacle_sweep.local_center);
            const double displacement = dot(world, motion.displacement);
            const double room = mover.radius + motion.rotation_travel;
            return Extent{start + extent.least + std::min(displacement, 0.0) - room,
                          start + extent.greatest + std::max(displacement, 0.0) + room};
        };
        const Vec2d normal = right_perp(forwards);
        const double depth = (a_is_obstacle ? input.a : input.b).radius - interval_along(normal).least;
        if (depth <= allowed.anywhere) return true;
        if (depth > allowed.over_face) continue;
        const Extent beside = interval_along(forwards);
        const Ends continues = continued_ends(obstacle, face[i], normal, i == 0);
        if ((continues.start || beside.least >= 0.0) && (continues.end || beside.greatest <= size))
            return true;
    }
    return false;
}

}  // namespace toibox
