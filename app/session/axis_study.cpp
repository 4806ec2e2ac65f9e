// SPDX-License-Identifier: MIT

// The cached separating axis as a picture: the axis that is tried, and how far each shape reaches along it
// towards the other. All axes at once, with their intervals, are in the view of the separating axis test.

#include "app/session/method_studies.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace toibox::app::method_studies {

namespace {

enum class AxisLine : std::uint8_t { Witness, WitnessSeparates, ForEachAxis, Gap, Best, Apart, Overlap };
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
constexpr double extent_line_ratio = 0.35;

double separation_of_event(const MethodTrace& trace, const DistanceEvent& event) {
    return event.lower - trace.pair.a.radius - trace.pair.b.radius;
}

/// Of a shape, the vertex that reaches furthest along a direction.
Vec2d support_point(const PairCase& pair, bool of_a, Vec2d direction) {
    const ToiCase::Points& shape = of_a ? pair.a : pair.b;
    const int i = support(shape.points, inv_rotate((of_a ? pair.pose_a : pair.pose_b).q, direction));
    return (of_a ? placed_a(pair, i) : placed_b(pair, i)) + shape.radius * direction;
}

/// Where each shape ends along the axis: two lines across it, side by side if it parts them.
void draw_extents(TraceStep& step, const MethodTrace& trace, const DistanceEvent& event) {
    const Vec2d n = event.direction;
    const Vec2d a = support_point(trace.pair, true, n);
    const Vec2d b = support_point(trace.pair, false, -n);
    const double reach =
        extent_line_ratio * length(trace.pair.pose_b.p - trace.pair.pose_a.p) + length(b - a);
    const auto front = [&](Vec2d at, MarkColor color, const char* name) {
        const Vec2d across = reach * left_perp(n);
        step.world.push_back({TraceMark::Kind::Line, color, at - across, at + across, name});
    };
    const bool parts = separation_of_event(trace, event) > 0.0;
    front(a, MarkColor::A, "A ends");
    front(b, MarkColor::B, "B begins");
    step.world.push_back({TraceMark::Kind::Line, parts ? MarkColor::Good : MarkColor::Bad, a,
                          a + separation_of_event(trace, event) * n, "d"});
    step.world.push_back({TraceMark::Kind::Arrow, MarkColor::Accent, a, a + n, "n"});
}

/// Whether the first event is the witness: an axis without length is not tried.
bool has_witness(const MethodTrace& trace) {
    NoTrace no_trace;
    const PairCase& pair = trace.pair;
    return test_separating_axis(trace.from.axis, pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b,
                                no_trace)
               .tried > 0;
}

TraceStep step_of(const MethodTrace& trace, std::size_t i, bool starts_with_witness) {
    const DistanceEvent& event = trace.events[i];
    const double gap = separation_of_event(trace, event);
    const auto tried_axes = trace.events.first(i + 1).subspan(starts_with_witness && i > 0 ? 1 : 0);
    const auto is_less = [](const DistanceEvent& p, const DistanceEvent& q) { return p.lower < q.lower; };
    const auto best = std::ranges::max_element(tried_axes, is_less);
    const bool is_best = best == tried_axes.end() - 1;
    TraceStep step{.event = event};
    draw_extents(step, trace, event);
    step.numbers.push_back(
        {"d, B in front of A", gap, "Of the surfaces along n; below 0 they overlap there."});
    step.checks.push_back({.what = "d",
                           .value = gap,
                           .relation = ">",
                           .bound = "0",
                           .holds = gap > 0.0,
                           .verdict = "and so apart"});
    if (starts_with_witness && i == 0) {
        step.line = line_index(gap > 0.0 ? AxisLine::WitnessSeparates : AxisLine::Witness);
        step.reason = gap > 0.0 ? "The first axis parts them: that is a proof, and all there is to do."
                                : "The first axis does not part them: all axes must be tried.";
        return step;
    }
    step.numbers.push_back(
        {"best d so far", separation_of_event(trace, *best), "Of the axes tried since the witness failed."});
    if (trace.is_last(i)) {
        const bool apart = trace.answer.state == DistanceState::Apart;
        step.line = line_index(apart ? AxisLine::Apart : AxisLine::Overlap);
        step.reason = apart ? "All axes are tried: the best is the distance, and the next witness."
                            : "No axis parts them: they overlap, and the best has the depth.";
        return step;
    }
    step.line = line_index(is_best ? AxisLine::Best : AxisLine::Gap);
    step.reason = is_best ? "Better than all before." : "Not better than one before.";
    return step;
}

}  // namespace

std::span<const std::string_view> cached_axis_pseudocode() {
    return axis_lines;
}

std::vector<TraceStep> cached_axis_steps(const MethodTrace& trace) {
    std::vector<TraceStep> steps;
    const bool starts_with_witness = has_witness(trace);
    for (std::size_t i = 0; i < trace.events.size(); ++i)
        steps.push_back(step_of(trace, i, starts_with_witness));
    if (steps.empty()) steps.push_back({.reason = "Both cores are one point, and in one place: no axis."});
    return steps;
}

}  // namespace toibox::app::method_studies
