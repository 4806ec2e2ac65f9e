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
struct SimplexEvaluation {
    gjk::Closest closest;
    gjk::Vertex next;    ///< The support; not looked for if the simplex reaches the origin.
    double upper = 0.0;  ///< Bounds of the distance of the cores.
    double lower = 0.0;
    double tolerance = 0.0;
    bool touches = false;
    Vec2d normal{};
};

SimplexEvaluation evaluate_simplex(gjk::Simplex& simplex, const gjk::Pair& pair, double radii,
                                   double& scale) {
    SimplexEvaluation evaluation;
    evaluation.closest = gjk::solve(simplex);
    const double size = length(evaluation.closest.outward);
    evaluation.tolerance = tuning::gjk_rounding * scale;
    evaluation.upper = evaluation.closest.enclosed || !(size > 0.0) ? 0.0 : evaluation.closest.reach / size;
    evaluation.touches = !(evaluation.upper > evaluation.tolerance) || !(evaluation.upper > radii);
    if (evaluation.touches) return evaluation;
    evaluation.normal = (1.0 / size) * evaluation.closest.outward;
    evaluation.next = pair.vertex(pair.support_against(evaluation.closest.outward), scale);
    evaluation.lower = dot(evaluation.closest.outward, evaluation.next.w) / size;
    return evaluation;
}

DistanceEvent event_of(const DistanceInput& input, const gjk::Simplex& simplex,
                       const SimplexEvaluation& evaluation, int index) {
    DistanceEvent event{.kind = DistanceEvent::Kind::Simplex, .iteration = index, .count = simplex.count};
    const std::array<double, 3> weight = gjk::weights(simplex);
    const std::array<gjk::Vertex, 3> vertices{simplex.v0, simplex.v1, simplex.v2};
    for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i)
        event.vertex[i] = describe(input, vertices[i], weight[i]);
    event.direction = evaluation.normal;
    event.lower = evaluation.lower;
    event.upper = evaluation.upper;
    if (evaluation.touches) return event;
    event.index_a = index_a(evaluation.next.id);
    event.index_b = index_b(evaluation.next.id);
    return event;
}

}  // namespace

template <class Trace>
DistanceResult boolean_gjk(const DistanceInput& input, const DistanceOptions& options, Trace& trace) {
    const gjk::Pair pair = pair_of(input);
    const double reach = radii(input);
    const int limit =
        options.max_iterations < gjk_max_iterations ? options.max_iterations : gjk_max_iterations;
    double scale = 0.0;
    double least_upper = std::numeric_limits<double>::infinity();
    double least_gap = least_upper;
    gjk::Simplex simplex;
    simplex.push(pair.vertex(pair.support_against(pair.offset), scale));
    DistanceResult answer = make_core_overlap_result(input);
    while (answer.iterations < limit) {
        const SimplexEvaluation evaluation = evaluate_simplex(simplex, pair, reach, scale);
        if constexpr (Trace::enabled) trace(event_of(input, simplex, evaluation, answer.iterations));
        ++answer.iterations;
        if (evaluation.touches) {
            answer.cores_overlap = !(evaluation.upper > evaluation.tolerance);
            answer.separation = answer.cores_overlap ? -reach : evaluation.upper - reach;
            return answer;
        }
        const double gap = evaluation.upper - evaluation.lower;
        const bool is_parted = evaluation.lower > reach;
        const bool is_closest = gap <= evaluation.tolerance || simplex.contains(evaluation.next.id) ||
                                (!(evaluation.upper < least_upper) && !(gap < least_gap));
        if (is_parted || is_closest) {
            answer.state = DistanceState::Apart;
            answer.cores_overlap = false;
            answer.normal = evaluation.normal;
            answer.separation = (is_parted ? evaluation.lower : evaluation.upper) - reach;
            return answer;
        }
        least_upper = evaluation.upper < least_upper ? evaluation.upper : least_upper;
        least_gap = gap < least_gap ? gap : least_gap;
        simplex.push(evaluation.next);
    }
    answer.state = DistanceState::Exhausted;
    return answer;
}

template DistanceResult boolean_gjk(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult boolean_gjk(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
