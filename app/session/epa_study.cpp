// SPDX-License-Identifier: MIT

// EPA as a picture: of its polytope the trace tells only the edge that is nearest and what lies beyond it;
// the rest is rebuilt from where GJK ended and from what the edges were split with.

#include "app/session/method_studies.h"

#include <algorithm>
#include <array>
#include <utility>

namespace toibox::app::method_studies {

namespace {

enum class EpaLine : std::uint8_t { Start, Apart, Nearest, Support, Final, Split };
constexpr std::array<std::string_view, 6> epa_lines{
    "P ← last simplex of GJK",       "if 0 is not in P: apart",       "e ← edge of P nearest to 0",
    "s ← support of A − B beyond e", "if s is no farther: depth |e|", "P ← P with s within e, again",
};

using Loop = std::vector<GjkVertex>;

/// Where the edge begins in the loop; its size if it has no such edge.
std::size_t find_edge(const Loop& loop, const GjkVertex& first, const GjkVertex& second) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
        if (loop[i].is(first) && loop[(i + 1) % loop.size()].is(second)) return i;
    }
    return loop.size();
}

/// GJK's last simplex, without doubled vertices; where EPA began otherwise (two shapes whose origins are
/// one), its first edge, there and back.
Loop first_loop(const PairCase& pair, const DistanceEvent& event) {
    const SimplexSeed seed = gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b).seed;
    Loop loop;
    for (std::size_t i = 0; i < seed.count; ++i) {
        const GjkVertex vertex = vertex_of(pair, seed.index_a[i], seed.index_b[i]);
        if (std::ranges::none_of(loop, [&](const GjkVertex& known) { return known.w == vertex.w; }))
            loop.push_back(vertex);
    }
    if (loop.size() == 3 && cross(loop[1].w - loop[0].w, loop[2].w - loop[0].w) < 0.0)
        std::swap(loop[1], loop[2]);
    const GjkVertex first = mirrored(event.vertex[0]);
    const GjkVertex second = mirrored(event.vertex[1]);
    if (find_edge(loop, first, second) == loop.size()) loop = {first, second};
    return loop;
}

/// The edge as the simplex that carries the nearest point, and the support as what comes next.
GjkStep simplex_of(const PairCase& pair, const DistanceEvent& event) {
    GjkStep step{.support = vertex_of(pair, event.index_a, event.index_b),
                 .closest = -event.upper * event.direction,
                 .upper = -event.upper,
                 .lower = -event.lower};
    for (std::size_t i = 0; i < 2; ++i) {
        const GjkVertex vertex = mirrored(event.vertex[i]);
        step.witness_a += vertex.weight * vertex.point_a;
        step.witness_b += vertex.weight * vertex.point_b;
        step.kept.push_back(vertex);
    }
    return step;
}

void draw(MethodStep& step, const PairCase& pair, bool is_last) {
    const GjkStep& edge = *step.simplex;
    const Vec2d n = step.event.direction;
    step.difference = {
        {StepMark::Kind::Line, is_last ? Ink::Good : Ink::Accent, edge.kept[0].w, edge.kept[1].w},
        {StepMark::Kind::Line, Ink::Bad, {}, edge.closest, "depth"},
        {StepMark::Kind::Arrow, Ink::Plain, edge.closest, edge.closest + n, "n"},
        {StepMark::Kind::Ring, Ink::Good, edge.support->w, {}, "s"},
    };
    mark_gap(step, pair, edge.witness_a, edge.witness_b, n);
    step.world.push_back({StepMark::Kind::Arrow, Ink::Plain, edge.witness_a, edge.witness_a + n, "n"});
}

MethodStep step_of(const Story& story, std::size_t i, const Loop& loop) {
    const DistanceEvent& event = story.events[i];
    const bool is_last = story.is_last(i);
    MethodStep step{.event = event,
                    .line = place_of(is_last ? EpaLine::Final : EpaLine::Split),
                    .reason = is_last ? "Nothing lies beyond: the edge is one of A − B, the shortest way out."
                                      : "s lies beyond the edge: it splits it in two.",
                    .simplex = simplex_of(story.pair, event),
                    .polytope = loop};
    draw(step, story.pair, is_last);
    step.numbers = {
        {"|e|, 0 to the edge", -event.upper, "The cores are at least this deep in each other."},
        {"s·n, 0 to the support", -event.lower, "The cores are at most this deep in each other."}};
    if (story.pair.radii() > 0.0)
        step.numbers.push_back({"|e| and the radii", -event.upper + story.pair.radii(),
                                "The surfaces are at least this deep in each other."});
    step.checks = {{.what = "s·n − |e|",
                    .value = event.upper - event.lower,
                    .relation = is_last ? "≤" : ">",
                    .bound = "ε",
                    .holds = is_last,
                    .verdict = "final"}};
    return step;
}

MethodStep without_events(const Story& story) {
    MethodStep step;
    if (story.answer.cores_overlap) {
        step.line = place_of(EpaLine::Final);
        step.reason = "Both cores are one and the same point: every way out is as short.";
        return step;
    }
    step.line = place_of(EpaLine::Apart);
    step.reason = "GJK never reached 0.";
    mark_gap(step, story.pair, story.answer.point_a - story.pair.a.radius * story.answer.normal,
             story.answer.point_b + story.pair.b.radius * story.answer.normal, story.answer.normal);
    return step;
}

}  // namespace

std::span<const std::string_view> epa_code() {
    return epa_lines;
}

std::vector<MethodStep> epa_steps(const Story& story) {
    if (story.events.empty()) return {without_events(story)};
    std::vector<MethodStep> steps;
    Loop loop = first_loop(story.pair, story.events[0]);
    for (std::size_t i = 0; i < story.events.size(); ++i) {
        steps.push_back(step_of(story, i, loop));
        const GjkStep& edge = *steps.back().simplex;
        const std::size_t at = find_edge(loop, edge.kept[0], edge.kept[1]);
        if (at < loop.size()) loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(at) + 1, *edge.support);
    }
    return steps;
}

}  // namespace toibox::app::method_studies
