// SPDX-License-Identifier: MIT
#include "app/studies/distance/gjk_study.h"

#include "toibox/narrow/penetration.h"

#include <algorithm>
#include <array>

namespace toibox::app {

namespace {

constexpr std::array lines{GjkLine::Start,    GjkLine::Closest, GjkLine::Reduce,
                           GjkLine::Enclosed, GjkLine::Support, GjkLine::Repeated,
                           GjkLine::SmallGap, GjkLine::Stuck,   GjkLine::Continue};

GjkLine line_of(const GjkIteration& iteration) {
    if (!iteration.last) return GjkLine::Continue;
    switch (iteration.exit) {
        case GjkExit::Enclosed:
            return GjkLine::Enclosed;
        case GjkExit::RepeatedSupport:
            return GjkLine::Repeated;
        case GjkExit::DualityGap:
            return GjkLine::SmallGap;
        case GjkExit::NoProgress:
        case GjkExit::IterationLimit:
            break;
    }
    return GjkLine::Stuck;
}

bool contains(const std::vector<GjkVertex>& vertices, const GjkVertex& vertex) {
    return std::ranges::any_of(vertices, [&](const GjkVertex& entry) { return entry.is_same_as(vertex); });
}

/// The vertices of the simplex at the start of the next iteration, before its reduction.
std::vector<GjkVertex> unreduced_vertices(const GjkStudy& study, const SimplexSeed& seed) {
    if (!study.steps.empty()) {
        std::vector<GjkVertex> vertices = study.steps.back().kept;
        vertices.push_back(*study.steps.back().support);
        return vertices;
    }
    std::vector<GjkVertex> vertices;
    for (std::size_t i = 0; i < seed.count; ++i)
        vertices.push_back(vertex_of(study.pair, seed.index_a[i], seed.index_b[i]));
    return vertices;
}

SimplexStep step_of(const GjkIteration& iteration, const std::vector<GjkVertex>& unreduced) {
    SimplexStep step{.closest = -iteration.closest,
                     .upper = iteration.upper,
                     .lower = iteration.lower,
                     .tolerance = iteration.tolerance,
                     .deciding_line = line_of(iteration)};
    for (std::size_t i = 0; i < static_cast<std::size_t>(iteration.count); ++i) {
        const GjkVertex vertex = in_a_minus_b(iteration.simplex[i]);
        step.witness_a += vertex.weight * vertex.point_a;
        step.witness_b += vertex.weight * vertex.point_b;
        step.kept.push_back(vertex);
    }
    for (GjkVertex vertex : unreduced) {
        vertex.weight = 0.0;
        if (!contains(step.kept, vertex)) step.dropped.push_back(vertex);
    }
    if (step.deciding_line != GjkLine::Enclosed) step.support = in_a_minus_b(iteration.support);
    return step;
}

}  // namespace

GjkVertex vertex_of(const PairCase& pair, int a, int b) {
    const Vec2d point_a = world_vertex_a(pair, a);
    const Vec2d point_b = world_vertex_b(pair, b);
    return {a, b, point_a, point_b, point_a - point_b};
}

GjkVertex in_a_minus_b(const GjkIteration::Vertex& vertex) {
    return {vertex.index_a, vertex.index_b, vertex.point_a, vertex.point_b, -vertex.w, vertex.weight};
}

std::span<const GjkLine> gjk_lines() {
    return lines;
}

std::string_view text_of(GjkLine line) {
    switch (line) {
        case GjkLine::Start:
            return "S ← last simplex, or one point";
        case GjkLine::Closest:
            return "p ← point of S nearest to 0";
        case GjkLine::Reduce:
            return "S ← vertices of S that span p";
        case GjkLine::Enclosed:
            return "if S contains 0: overlap";
        case GjkLine::Support:
            return "s ← support of A − B along −p";
        case GjkLine::Repeated:
            return "if s is in S: exact";
        case GjkLine::SmallGap:
            return "if |p| − s·p/|p| ≤ ε: bounds met";
        case GjkLine::Stuck:
            return "if no bound improved: rounding";
        case GjkLine::Continue:
            break;
    }
    return "S ← S + s, repeat";
}

GjkStudy study_gjk(const PairCase& pair, const SimplexSeed& seed) {
    GjkStudy study{.pair = pair, .seed = seed};
    TraceRecorder<GjkIteration> recorder;
    study.result = gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b, seed, recorder);
    for (const GjkIteration& iteration : recorder.events)
        study.steps.push_back(step_of(iteration, unreduced_vertices(study, seed)));
    study.difference = minkowski_difference(pair);
    const Penetration penetration_result =
        penetration(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b);
    study.separation = -penetration_result.depth;
    study.normal = penetration_result.normal;
    return study;
}

std::string_view label(GjkExit exit) {
    switch (exit) {
        case GjkExit::RepeatedSupport:
            return "exact";
        case GjkExit::DualityGap:
            return "bounds met";
        case GjkExit::NoProgress:
            return "rounding";
        case GjkExit::Enclosed:
            return "overlap";
        case GjkExit::IterationLimit:
            break;
    }
    return "limit";
}

std::string_view reason(const SimplexStep& step) {
    switch (step.deciding_line) {
        case GjkLine::Enclosed:
            return step.kept.size() == 3 ? "The simplex contains the origin: the cores overlap."
                                         : "The simplex touches the origin: the cores touch.";
        case GjkLine::Repeated:
            return "The support point is already in the simplex: p is the nearest point.";
        case GjkLine::SmallGap:
            return "The bounds agree up to rounding.";
        case GjkLine::Stuck:
            return "Rounding errors prevent progress: the simplex with the smallest gap is the result.";
        default:
            break;
    }
    return "The support point is farther along −p: it is added to the simplex.";
}

}  // namespace toibox::app
