// SPDX-License-Identifier: MIT

// GJK as a yes/no test: the same iteration as gjk.cpp, but ended as soon as the result is proven. A simplex
// within the radii of the origin proves an overlap; a support beyond the radii proves a separating line. If
// neither is proven before the closest point is found, the iteration ends at ‖p‖² − p·s ≤ ε² (Trtík), divided
// by ‖p‖ so that the bound is a length.
// Sources: G. van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex
// Objects", 1999, section 4 (separating axes); M. Trtík, "Collision detection", lecture PA199, Masaryk
// University 2024, slide 28 (termination).

#include "toibox/narrow/tuning.h"

#include "narrow/distance/distance_methods.h"

#include <limits>

namespace toibox::narrow_methods {

namespace {

/// The evaluation of one simplex.
struct SimplexEvaluation {
    gjk::Closest closest;
    gjk::Vertex next;    ///< The next support; not computed if the simplex reaches the origin.
    double upper = 0.0;  ///< Bounds of the core distance.
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
    const double sum_of_radii = radii(input);
    const int limit =
        options.max_iterations < gjk_max_iterations ? options.max_iterations : gjk_max_iterations;
    double scale = 0.0;
    double min_upper = std::numeric_limits<double>::infinity();
    double min_gap = min_upper;
    gjk::Simplex simplex;
    simplex.push(pair.vertex(pair.support_against(pair.offset), scale));
    DistanceResult result = make_core_overlap_result(input);
    while (result.iterations < limit) {
        const SimplexEvaluation evaluation = evaluate_simplex(simplex, pair, sum_of_radii, scale);
        if constexpr (Trace::enabled) trace(event_of(input, simplex, evaluation, result.iterations));
        ++result.iterations;
        if (evaluation.touches) {
            result.cores_overlap = !(evaluation.upper > evaluation.tolerance);
            result.separation = result.cores_overlap ? -sum_of_radii : evaluation.upper - sum_of_radii;
            return result;
        }
        const double gap = evaluation.upper - evaluation.lower;
        const bool is_separated = evaluation.lower > sum_of_radii;
        const bool is_closest = gap <= evaluation.tolerance || simplex.contains(evaluation.next.id) ||
                                (!(evaluation.upper < min_upper) && !(gap < min_gap));
        if (is_separated || is_closest) {
            result.state = DistanceState::Apart;
            result.cores_overlap = false;
            result.normal = evaluation.normal;
            result.separation = (is_separated ? evaluation.lower : evaluation.upper) - sum_of_radii;
            return result;
        }
        min_upper = evaluation.upper < min_upper ? evaluation.upper : min_upper;
        min_gap = gap < min_gap ? gap : min_gap;
        simplex.push(evaluation.next);
    }
    result.state = DistanceState::Exhausted;
    return result;
}

template DistanceResult boolean_gjk(const DistanceInput&, const DistanceOptions&, NoTrace&);
template DistanceResult boolean_gjk(const DistanceInput&, const DistanceOptions&, DistanceRecorder&);

}  // namespace toibox::narrow_methods
