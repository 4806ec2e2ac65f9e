// SPDX-License-Identifier: MIT

// Study of boolean GJK: shows the simplex and the support point in A − B, and which of the three proofs ended
// the search.

#include "app/studies/distance/method_studies.h"

#include <algorithm>
#include <array>

namespace toibox::app::method_studies {

namespace {

enum class BooleanLine : std::uint8_t {
    Start,
    Closest,
    OverlapFound,
    Support,
    SeparationFound,
    NearestFound,
    Repeat
};
constexpr std::array<std::string_view, 7> boolean_lines{
    "S ← one point of A − B",        "p ← point of S nearest to 0", "if |p| ≤ r: overlap",
    "s ← support of A − B along −p", "if s·p/|p| > r: apart",       "if |p|² − p·s ≤ ε²: p is nearest",
    "S ← reduced S + s, repeat",
};

std::string_view reason_of(BooleanLine line, bool is_triangle) {
    switch (line) {
        case BooleanLine::OverlapFound:
            return is_triangle
                       ? "The simplex contains 0, which proves overlap."
                       : "The distance from 0 to the simplex is at most the radii, which proves overlap.";
        case BooleanLine::SeparationFound:
            return "All of A − B is beyond the line through s, which proves separation.";
        case BooleanLine::NearestFound:
            return "s is no farther along −p than p: p is the point of A − B nearest to 0.";
        default:
            break;
    }
    return "No proof yet: s is added to the simplex.";
}

/// The tolerance in each iteration of GJK. Boolean GJK visits the same simplices with the same tolerances,
/// but does not trace them.
std::vector<double> tolerances_of(const PairCase& pair) {
    TraceRecorder<GjkIteration> recorder;
    gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b, {}, recorder);
    std::vector<double> tolerances;
    for (const GjkIteration& iteration : recorder.events)
        tolerances.push_back(iteration.tolerance);
    return tolerances;
}

BooleanLine boolean_line_of(const MethodTrace& trace, std::size_t i) {
    const DistanceEvent& event = trace.events[i];
    if (event.index_a < 0) return BooleanLine::OverlapFound;
    if (!trace.is_last(i)) return BooleanLine::Repeat;
    return event.lower > trace.pair.sum_of_radii() ? BooleanLine::SeparationFound : BooleanLine::NearestFound;
}

SimplexStep simplex_of(const MethodTrace& trace, std::size_t i, double tolerance) {
    const DistanceEvent& event = trace.events[i];
    SimplexStep step{.upper = event.upper, .lower = event.lower, .tolerance = tolerance};
    for (std::size_t k = 0; k < static_cast<std::size_t>(event.count); ++k) {
        const GjkIteration::Vertex& v = event.vertex[k];
        step.kept.push_back({v.index_a, v.index_b, v.point_a, v.point_b, -v.w, v.weight});
        step.witness_a += v.weight * v.point_a;
        step.witness_b += v.weight * v.point_b;
        step.closest -= v.weight * v.w;
    }
    if (event.index_a >= 0) {
        const Vec2d a = world_vertex_a(trace.pair, event.index_a);
        const Vec2d b = world_vertex_b(trace.pair, event.index_b);
        step.support = GjkVertex{event.index_a, event.index_b, a, b, a - b};
    } else if (!(event.upper > tolerance)) {
        step.deciding_line = GjkLine::Enclosed;  // p is 0, so there is no search direction to draw
    }
    return step;
}

/// Adds to step.dropped the vertices of the previous simplex and its support point, except those that are in
/// the simplex of `step`.
void add_dropped(SimplexStep& step, const SimplexStep& previous) {
    std::vector<GjkVertex> unreduced = previous.kept;
    if (previous.support) unreduced.push_back(*previous.support);
    for (GjkVertex vertex : unreduced) {
        vertex.weight = 0.0;
        const auto is_same_vertex = [&](const GjkVertex& kept) { return kept.is_same_as(vertex); };
        if (std::ranges::none_of(step.kept, is_same_vertex)) step.dropped.push_back(vertex);
    }
}

std::vector<TraceCheck> checks_of(const SimplexStep& step, BooleanLine line, double radii) {
    std::vector<TraceCheck> checks{{.label = "|p|",
                                    .value = step.upper,
                                    .relation = line == BooleanLine::OverlapFound ? "≤" : ">",
                                    .bound = radii > 0.0 ? "r" : "ε",
                                    .limit = radii > 0.0 ? radii : step.tolerance,
                                    .holds = line == BooleanLine::OverlapFound,
                                    .verdict = "overlap"}};
    if (line == BooleanLine::OverlapFound) return checks;
    checks.push_back({.label = "s·p/|p|",
                      .value = step.lower,
                      .relation = line == BooleanLine::SeparationFound ? ">" : "≤",
                      .bound = "r",
                      .limit = radii,
                      .holds = line == BooleanLine::SeparationFound,
                      .verdict = "apart"});
    if (line == BooleanLine::SeparationFound) return checks;
    // The engine divides both sides by |p| and compares with step.tolerance, so ε² is step.tolerance · |p|.
    checks.push_back({.label = "|p|² − p·s",
                      .value = step.upper * step.gap(),
                      .relation = line == BooleanLine::NearestFound ? "≤" : ">",
                      .bound = "ε²",
                      .limit = step.upper * step.tolerance,
                      .is_squared = true,
                      .holds = line == BooleanLine::NearestFound,
                      .verdict = "nearest"});
    return checks;
}

}  // namespace

std::span<const std::string_view> boolean_gjk_pseudocode() {
    return boolean_lines;
}

std::vector<TraceStep> boolean_gjk_steps(const MethodTrace& trace) {
    const std::vector<double> tolerances = tolerances_of(trace.pair);
    std::vector<TraceStep> steps;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const BooleanLine line = boolean_line_of(trace, i);
        TraceStep step{.event = trace.events[i], .line = line_index(line)};
        step.simplex = simplex_of(trace, i, tolerances[std::min(i, tolerances.size() - 1)]);
        if (i > 0) add_dropped(*step.simplex, *steps.back().simplex);
        step.reason = reason_of(line, step.event.count == 3);
        step.checks = checks_of(*step.simplex, line, trace.pair.sum_of_radii());
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace toibox::app::method_studies
