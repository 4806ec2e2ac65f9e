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

/// Beyond which ends of a face the obstacle goes on along its line or in front of it.
struct Ends {
    bool start = false;
    bool end = false;
};
/// `forwards`: from a to b of a link.
Ends continued_ends(const Shape& standing, Vec2d on_face, Vec2d normal, bool forwards) {
    const auto* link = std::get_if<Segment>(&standing);
    if (link == nullptr) return {};
    const auto is_in_front = [&](Vec2 ghost) { return dot(normal, widen(ghost) - on_face) >= 0.0; };
    const bool at_a = link->has_ghost_a && is_in_front(link->ghost_a);
    const bool at_b = link->has_ghost_b && is_in_front(link->ghost_b);
    return forwards ? Ends{at_a, at_b} : Ends{at_b, at_a};
}

}  // namespace

bool stays_shallow(const ToiInput& input, bool a_stands, const Shape& standing, const Depths& allowed) {
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
        const Vec2d normal = right_perp(forwards);
        const double depth = (a_stands ? input.a : input.b).radius - seen_along(normal).least;
        if (depth <= allowed.anywhere) return true;
        if (depth > allowed.over_face) continue;
        const Extent beside = seen_along(forwards);
        const Ends goes_on = continued_ends(standing, face[i], normal, i == 0);
        if ((goes_on.start || beside.least >= 0.0) && (goes_on.end || beside.greatest <= size)) return true;
    }
    return false;
}

}  // namespace toibox
