// SPDX-License-Identifier: MIT

// The cached separating axis as a picture: the axis that is tried, and how far each shape reaches along it
// towards the other. All axes at once, with their intervals, are in the view of the separating axis test.

#include "app/session/method_studies.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace toibox::app::method_studies {

namespace {

enum class AxisLine : std::uint8_t { Witness, Parts, Each, Gap, Best, Apart, Overlap };
constexpr std::array<std::string_view, 7> axis_lines{
    "n ← the axis from before, at first A0 to B0",
    "if they lie apart along n: apart",
    "else: for each axis n",
    "d ← how far B is in front of A along n",
    "if d > best: keep n as the witness",
    "after the last: apart if best > 0",
    "else: overlap by −best",
};

/// Half of a front's length, in distances of the two.
constexpr double front_share = 0.35;

double gap_of(const Story& story, const DistanceEvent& event) {
    return event.lower - story.pair.a.radius - story.pair.b.radius;
}

/// Of a shape, the vertex that reaches furthest along a direction.
Vec2d furthest(const PairCase& pair, bool of_a, Vec2d direction) {
    const ToiCase::Points& shape = of_a ? pair.a : pair.b;
    const int i = support(shape.points, inv_rotate((of_a ? pair.pose_a : pair.pose_b).q, direction));
    return (of_a ? placed_a(pair, i) : placed_b(pair, i)) + shape.radius * direction;
}

/// Where each shape ends along the axis: two lines across it, side by side if it parts them.
void draw_fronts(MethodStep& step, const Story& story, const DistanceEvent& event) {
    const Vec2d n = event.direction;
    const Vec2d a = furthest(story.pair, true, n);
    const Vec2d b = furthest(story.pair, false, -n);
    const double reach = front_share * length(story.pair.pose_b.p - story.pair.pose_a.p) + length(b - a);
    const auto front = [&](Vec2d at, Ink ink, const char* name) {
        const Vec2d across = reach * left_perp(n);
        step.world.push_back({StepMark::Kind::Line, ink, at - across, at + across, name});
    };
    const bool parts = gap_of(story, event) > 0.0;
    front(a, Ink::A, "A ends");
    front(b, Ink::B, "B begins");
    step.world.push_back(
        {StepMark::Kind::Line, parts ? Ink::Good : Ink::Bad, a, a + gap_of(story, event) * n, "d"});
    step.world.push_back({StepMark::Kind::Arrow, Ink::Accent, a, a + n, "n"});
}

/// Whether the first event is the witness: an axis without length is not tried.
bool has_witness(const Story& story) {
    NoTrace silent;
    const PairCase& pair = story.pair;
    return separating_axis_of(story.from.axis, pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b,
                              silent)
               .tried > 0;
}

MethodStep step_of(const Story& story, std::size_t i, bool starts_with_witness) {
    const DistanceEvent& event = story.events[i];
    const double gap = gap_of(story, event);
    const auto rest = story.events.first(i + 1).subspan(starts_with_witness && i > 0 ? 1 : 0);
    const auto is_less = [](const DistanceEvent& p, const DistanceEvent& q) { return p.lower < q.lower; };
    const auto best = std::ranges::max_element(rest, is_less);
    const bool is_best = best == rest.end() - 1;
    MethodStep step{.event = event};
    draw_fronts(step, story, event);
    step.numbers.push_back(
        {"d, B in front of A", gap, "Of the surfaces along n; below 0 they overlap there."});
    step.checks.push_back({.what = "d",
                           .value = gap,
                           .relation = ">",
                           .bound = "0",
                           .holds = gap > 0.0,
                           .verdict = "and so apart"});
    if (starts_with_witness && i == 0) {
        step.line = place_of(gap > 0.0 ? AxisLine::Parts : AxisLine::Witness);
        step.reason = gap > 0.0 ? "The first axis parts them: that is a proof, and all there is to do."
                                : "The first axis does not part them: all axes must be tried.";
        return step;
    }
    step.numbers.push_back(
        {"best d so far", gap_of(story, *best), "Of the axes tried since the witness failed."});
    if (story.is_last(i)) {
        const bool apart = story.answer.state == DistanceState::Apart;
        step.line = place_of(apart ? AxisLine::Apart : AxisLine::Overlap);
        step.reason = apart ? "All axes are tried: the best is the distance, and the next witness."
                            : "No axis parts them: they overlap, and the best has the depth.";
        return step;
    }
    step.line = place_of(is_best ? AxisLine::Best : AxisLine::Gap);
    step.reason = is_best ? "Better than all before." : "Not better than one before.";
    return step;
}

}  // namespace

std::span<const std::string_view> axis_code() {
    return axis_lines;
}

std::vector<MethodStep> axis_steps(const Story& story) {
    std::vector<MethodStep> steps;
    const bool starts_with_witness = has_witness(story);
    for (std::size_t i = 0; i < story.events.size(); ++i)
        steps.push_back(step_of(story, i, starts_with_witness));
    if (steps.empty()) steps.push_back({.reason = "Both cores are one point, and in one place: no axis."});
    return steps;
}

}  // namespace toibox::app::method_studies
