// SPDX-License-Identifier: MIT

// Which pairs need no cast, because nothing that moves as they do can come deep. Seen along a face of what
// stands, fixed in the world, no point of the mover comes nearer than the gap along the face less the way of
// the centre along it and the way of the turn. That holds at every time of the step, so what slides along a
// floor or skims a wall is let go for the price of a few products, where a cast needs distance queries.

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

/// Least component of the shape's points along the normal, from the centre that they turn about.
double least_along(Vec2d normal, const ConvexProxy& shape, Vec2d center) {
    double least = dot(normal, shape.points[0] - center);
    for (const Vec2d& point : shape.points.subspan(1))
        least = std::min(least, dot(normal, point - center));
    return least;
}

}  // namespace

bool stays_shallow(const ToiInput& input, bool a_stands, double depth) {
    const Sweep& stands = a_stands ? input.sweep_a : input.sweep_b;
    const Sweep& moves = a_stands ? input.sweep_b : input.sweep_a;
    const std::span<const Vec2d> face = (a_stands ? input.a : input.b).points;
    const ConvexProxy& mover = a_stands ? input.b : input.a;
    const Approach approach = approach_of(stands, moves, mover);
    const double least = input.a.radius + input.b.radius + approach.turn - depth;
    for (std::size_t i = 0; face.size() > 1 && i < face.size(); ++i) {
        const Vec2d along = face[i + 1 < face.size() ? i + 1 : 0] - face[i];
        const double size = length(along);
        if (!(size > 0.0)) continue;
        const Vec2d outwards = (1.0 / size) * right_perp(along);
        const Vec2d normal = rotate(stands.q0, outwards);
        const double gap = dot(normal, approach.apart) - dot(outwards, face[i] - stands.local_center) +
                           least_along(inv_rotate(moves.q0, normal), mover, moves.local_center);
        if (gap + std::min(dot(normal, approach.way), 0.0) >= least) return true;
    }
    return false;
}

}  // namespace toibox
