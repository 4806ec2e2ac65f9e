// SPDX-License-Identifier: MIT

// Which pairs need no cast, because nothing that moves as they do can come deep. Seen along a face of what
// stands, fixed in the world, no point of the mover comes nearer than the gap along the face less the way of
// the centre along it and the way of the turn. That holds at every time of the step, so what slides along a
// floor or skims a wall is let go for the price of a few products, where a cast needs distance queries.
// Depth is only left to the step's own contact where the mover stays over the face from first to last: what
// comes from beside it, or is past it at the end, could be that deep in the obstacle's side and never be
// sampled in it.

#include "toibox/dynamics/tuning.h"

#include "continuous.h"

#include <algorithm>
#include <cmath>

namespace toibox {

namespace {

/// What the two motions are to one another.
struct Approach {
    Vec2d apart{};      ///< From centre to centre at the beginning, world.
    Vec2d way{};        ///< Of the mover's centre, world, metres.
    double turn = 0.0;  ///< Longest way of a point about that centre, metres.
};

Approach approach_of(const Sweep& stands, const Sweep& moves, const ConvexProxy& mover) {
    double farthest = 0.0;
    for (const Vec2d& point : mover.points)
        farthest = std::max(farthest, length_squared(point - moves.local_center));
    return {.apart = moves.c0 - stands.c0,
            .way = moves.c1 - moves.c0,
            .turn = std::sqrt(farthest) * std::min(std::abs(moves.delta_angle), 2.0)};
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

}  // namespace

bool stays_shallow(const ToiInput& input, bool a_stands, const Depths& allowed) {
    const Sweep& stands = a_stands ? input.sweep_a : input.sweep_b;
    const Sweep& moves = a_stands ? input.sweep_b : input.sweep_a;
    const std::span<const Vec2d> face = (a_stands ? input.a : input.b).points;
    const ConvexProxy& mover = a_stands ? input.b : input.a;
    const Approach approach = approach_of(stands, moves, mover);
    for (std::size_t i = 0; face.size() > 1 && i < face.size(); ++i) {
        const Vec2d along = face[i + 1 < face.size() ? i + 1 : 0] - face[i];
        const double size = length(along);
        if (!(size > 0.0)) continue;
        const Vec2d forwards = (1.0 / size) * along;
        const auto seen_along = [&](Vec2d direction) {
            const Vec2d world = rotate(stands.q0, direction);
            const Extent extent = extent_along(inv_rotate(moves.q0, world), mover, moves.local_center);
            const double start = dot(world, approach.apart) - dot(direction, face[i] - stands.local_center);
            const double way = dot(world, approach.way);
            const double room = mover.radius + approach.turn;
            return Extent{start + extent.least + std::min(way, 0.0) - room,
                          start + extent.greatest + std::max(way, 0.0) + room};
        };
        const double depth = (a_stands ? input.a : input.b).radius - seen_along(right_perp(forwards)).least;
        if (depth <= allowed.anywhere) return true;
        if (depth > allowed.over_face) continue;
        const Extent beside = seen_along(forwards);
        if (beside.least >= 0.0 && beside.greatest <= size) return true;
    }
    return false;
}

}  // namespace toibox
