// SPDX-License-Identifier: MIT

// GJK as a question of yes or no: the same walk as gjk.cpp, which ends as soon as either answer is proven. A
// simplex that comes within the radii of the origin proves an overlap; a support that lies beyond the radii
// proves that a line parts the two. Where neither is proven before the closest point is found, the lecture's
// ‖p‖² − p·s ≤ ε² ends it, divided by ‖p‖ so that the bound is a length.
// Sources: G. van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex
// Objects", 1999, section 4 (separating axes); M. Trtík, PA199, "Collision detection", GJK termination.

#include "toibox/narrow/tuning.h"

#include "distance_methods.h"

#include <limits>

namespace toibox::narrow_methods {

namespace {

/// What one simplex tells.
struct Look {
    gjk::Closest closest;
    gjk::Vertex next;    ///< The support; not looked for if the simplex reaches the origin.
    double upper = 0.0;  ///< Bounds of the distance of the cores.
    double lower = 0.0;
    double tolerance = 0.0;
    bool reaches = false;
    Vec2d normal{};
};

Look look_from(gjk::Simplex& simplex, const gjk::Pair& pair, double radii, double& scale) {
    Look look;
    look.closest = gjk::solve(simplex);
    const double size = length(look.closest.outward);
    look.tolerance = tuning::gjk_rounding * scale;
    look.upper = look.closest.enclosed || !(size > 0.0) ? 0.0 : look.closest.reach / size;
    look.reaches = !(look.upper > look.tolerance) || !(look.upper > radii);
    if (look.reaches) return look;
    look.normal = (1.0 / size) * look.closest.outward;
    look.next = pair.vertex(pair.support_against(look.closest.outward), scale);
    look.lower = dot(look.closest.outward, look.next.w) / size;
    return look;
}

DistanceEvent event_of(const DistanceInput& input, const gjk::Simplex& simplex, const Look& look, int index) {
    DistanceEvent event{.kind = DistanceEvent::Kind::Simplex, .iteration = index, .count = simplex.count};
    const std::array<double, 3> weight = gjk::weights(simplex);
    const std::array<gjk::Vertex, 3> vertices{simplex.v0, simplex.v1, simplex.v2};
    for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i)
        event.vertex[i] = describe(input, vertices[i], weight[i]);
    event.direction = look.normal;
    event.lower = look.lower;
    event.upper = look.upper;
    if (look.reaches) return event;
    event.index_a = index_a(look.next.id);
    event.index_b = index_b(look.next.id);
    return event;
}

}  // namespace

template <class Trace>
DistanceAnswer boolean_gjk(const DistanceInput& input, const DistanceOptions& options, Trace& trace) {
    const gjk::Pair pair = pair_of(input);
    const double reach = radii(input);
    const int limit =
        options.max_iterations < gjk_max_iterations ? options.max_iterations : gjk_max_iterations;
    double scale = 0.0;
    double least_upper = std::numeric_limits<double>::infinity();
    double least_gap = least_upper;
    gjk::Simplex simplex;
    simplex.push(pair.vertex(pair.support_against(pair.offset), scale));
    DistanceAnswer answer = overlap_of_cores(input);
    while (answer.iterations < limit) {
        const Look look = look_from(simplex, pair, reach, scale);
        if constexpr (Trace::enabled) trace(event_of(input, simplex, look, answer.iterations));
        ++answer.iterations;
        if (look.reaches) {
            answer.cores_overlap = !(look.upper > look.tolerance);
            answer.separation = answer.cores_overlap ? -reach : look.upper - reach;
            return answer;
        }
        const double gap = look.upper - look.lower;
        const bool is_parted = look.lower > reach;
        const bool is_closest = gap <= look.tolerance || simplex.contains(look.next.id) ||
                                (!(look.upper < least_upper) && !(gap < least_gap));
        if (is_parted || is_closest) {
            answer.state = DistanceState::Apart;
            answer.cores_overlap = false;
            answer.normal = look.normal;
            answer.separation = (is_parted ? look.lower : look.upper) - reach;
            return answer;
        }
        least_upper = look.upper < least_upper ? look.upper : least_upper;
        least_gap = gap < least_gap ? gap : least_gap;
        simplex.push(look.next);
    }
    answer.state = DistanceState::Exhausted;
    return answer;
}

template DistanceAnswer boolean_gjk(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceAnswer boolean_gjk(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
