// SPDX-License-Identifier: MIT

// Study of EPA: shows the polytope, its edge nearest to 0 and the support point beyond the edge. The trace
// contains only the edge and the support point, so the polytope is rebuilt from GJK's last simplex and the
// inserted vertices.

#include "app/studies/distance/method_studies.h"

#include <algorithm>
#include <array>
#include <utility>

namespace toibox::app::method_studies {

namespace {

enum class EpaLine : std::uint8_t { Start, Apart, Nearest, Support, Final, Split };
constexpr std::array<std::string_view, 6> epa_lines{
    "P ← last simplex of GJK",       "if 0 is not in P: apart",       "e ← edge of P nearest to 0",
    "s ← support of A − B beyond e", "if s is no farther: depth |e|", "P ← split e at s, repeat",
};

using Polytope = std::vector<GjkVertex>;

/// Index of vertex `first` of the edge from `first` to `second`; polytope.size() if there is no such edge.
std::size_t find_edge(const Polytope& polytope, const GjkVertex& first, const GjkVertex& second) {
    for (std::size_t i = 0; i < polytope.size(); ++i) {
        if (polytope[i].is_same_as(first) && polytope[(i + 1) % polytope.size()].is_same_as(second)) return i;
    }
    return polytope.size();
}

/// GJK's last simplex without duplicate vertices, counter-clockwise. If it does not contain EPA's first edge
/// (shapes whose origins coincide), a degenerate polytope: that edge in both directions.
Polytope initial_polytope(const PairCase& pair, const DistanceEvent& event) {
    const SimplexSeed seed = gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b).seed;
    Polytope polytope;
    for (std::size_t i = 0; i < seed.count; ++i) {
        const GjkVertex vertex = vertex_of(pair, seed.index_a[i], seed.index_b[i]);
        if (std::ranges::none_of(polytope, [&](const GjkVertex& entry) { return entry.w == vertex.w; }))
            polytope.push_back(vertex);
    }
    if (polytope.size() == 3 && cross(polytope[1].w - polytope[0].w, polytope[2].w - polytope[0].w) < 0.0)
        std::swap(polytope[1], polytope[2]);
    const GjkVertex first = in_a_minus_b(event.vertex[0]);
    const GjkVertex second = in_a_minus_b(event.vertex[1]);
    if (find_edge(polytope, first, second) == polytope.size()) polytope = {first, second};
    return polytope;
}

/// The edge nearest to 0 as a simplex, with the support point beyond the edge.
SimplexStep simplex_of(const PairCase& pair, const DistanceEvent& event) {
    SimplexStep step{.support = vertex_of(pair, event.index_a, event.index_b),
                     .closest = -event.upper * event.direction,
                     .upper = -event.upper,
                     .lower = -event.lower};
    for (std::size_t i = 0; i < 2; ++i) {
        const GjkVertex vertex = in_a_minus_b(event.vertex[i]);
        step.witness_a += vertex.weight * vertex.point_a;
        step.witness_b += vertex.weight * vertex.point_b;
        step.kept.push_back(vertex);
    }
    return step;
}

void draw(TraceStep& step, const PairCase& pair, bool is_last) {
    const SimplexStep& edge = *step.simplex;
    const Vec2d n = step.event.direction;
    step.difference_marks = {
        {TraceMark::Kind::Line, is_last ? MarkColor::Good : MarkColor::Accent, edge.kept[0].w,
         edge.kept[1].w},
        {TraceMark::Kind::Line, MarkColor::Bad, {}, edge.closest, "depth"},
        {TraceMark::Kind::Arrow, MarkColor::Plain, edge.closest, edge.closest + n, "n"},
        {TraceMark::Kind::Ring, MarkColor::Good, edge.support->w, {}, "s"},
    };
    add_gap_marks(step, pair, edge.witness_a, edge.witness_b, n);
    step.world_marks.push_back(
        {TraceMark::Kind::Arrow, MarkColor::Plain, edge.witness_a, edge.witness_a + n, "n"});
}

TraceStep step_of(const MethodTrace& trace, std::size_t i, const Polytope& polytope) {
    const DistanceEvent& event = trace.events[i];
    const bool is_last = trace.is_last(i);
    TraceStep step{.event = event,
                   .line = line_index(is_last ? EpaLine::Final : EpaLine::Split),
                   .reason = is_last ? "A − B does not extend beyond the edge, so the edge gives the depth."
                                     : "s is beyond the edge: the edge is split at s.",
                   .simplex = simplex_of(trace.pair, event),
                   .polytope = polytope};
    draw(step, trace.pair, is_last);
    step.numbers = {
        {"|e|, 0 to the edge", -event.upper, "Distance from 0 to the edge: lower bound of the cores' depth."},
        {"s·n, 0 to the support", -event.lower,
         "Distance from 0 to the support point along n: upper bound of the cores' depth."}};
    if (trace.pair.sum_of_radii() > 0.0)
        step.numbers.push_back({"|e| plus the radii", -event.upper + trace.pair.sum_of_radii(),
                                "Lower bound of the depth of the surfaces."});
    step.checks = {{.label = "s·n − |e|",
                    .value = event.upper - event.lower,
                    .relation = is_last ? "≤" : ">",
                    .bound = "ε",
                    .holds = is_last,
                    .verdict = "final"}};
    return step;
}

TraceStep step_without_events(const MethodTrace& trace) {
    TraceStep step;
    if (trace.answer.cores_overlap) {
        step.line = line_index(EpaLine::Final);
        step.reason = "Both cores are the same point: the depth is the same in all directions.";
        return step;
    }
    step.line = line_index(EpaLine::Apart);
    step.reason = "GJK's simplex does not contain 0.";
    add_gap_marks(step, trace.pair, trace.answer.point_a - trace.pair.a.radius * trace.answer.normal,
                  trace.answer.point_b + trace.pair.b.radius * trace.answer.normal, trace.answer.normal);
    return step;
}

}  // namespace

std::span<const std::string_view> epa_pseudocode() {
    return epa_lines;
}

std::vector<TraceStep> epa_steps(const MethodTrace& trace) {
    if (trace.events.empty()) return {step_without_events(trace)};
    std::vector<TraceStep> steps;
    Polytope polytope = initial_polytope(trace.pair, trace.events[0]);
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        steps.push_back(step_of(trace, i, polytope));
        const SimplexStep& edge = *steps.back().simplex;
        const std::size_t index = find_edge(polytope, edge.kept[0], edge.kept[1]);
        if (index < polytope.size())
            polytope.insert(polytope.begin() + static_cast<std::ptrdiff_t>(index) + 1, *edge.support);
    }
    return steps;
}

}  // namespace toibox::app::method_studies
