// SPDX-License-Identifier: MIT

// Study of the cached separating axis: shows the tested axis, and how far each shape extends along the axis
// towards the other shape. (The SAT view shows all axes with the projections of both shapes.)

#include "app/studies/distance/method_studies.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace toibox::app::method_studies {

namespace {

enum class AxisLine : std::uint8_t {
    CachedAxis,
    CachedAxisSeparates,
    ForEachAxis,
    Gap,
    Best,
    Apart,
    Overlap
};
constexpr std::array<std::string_view, 7> axis_lines{
    "n ← cached axis (initially A0 to B0)",
    "if separated along n: apart",
    "else: for each axis n",
    "d ← separation along n",
    "if d > best: best ← d, cache n",
    "after the last: apart if best > 0",
    "else: overlap by −best",
};

/// Part of the half length of an extent line, as a fraction of the distance between the origins of the
/// shapes.
constexpr double extent_line_ratio = 0.35;

double separation_of_event(const MethodTrace& trace, const DistanceEvent& event) {
    return event.lower - trace.pair.a.radius - trace.pair.b.radius;
}

/// Support point on the surface of A (`is_of_a`) or B, world coordinates.
Vec2d support_point(const PairCase& pair, bool is_of_a, Vec2d direction) {
    const ToiCase::Points& shape = is_of_a ? pair.a : pair.b;
    const int i = support(shape.points, inv_rotate((is_of_a ? pair.pose_a : pair.pose_b).q, direction));
    return (is_of_a ? world_vertex_a(pair, i) : world_vertex_b(pair, i)) + shape.radius * direction;
}

/// Draws the axis, the separation along the axis, and two lines perpendicular to the axis: where A ends and
/// where B starts.
void draw_extents(TraceStep& step, const MethodTrace& trace, const DistanceEvent& event) {
    const Vec2d n = event.direction;
    const Vec2d a = support_point(trace.pair, true, n);
    const Vec2d b = support_point(trace.pair, false, -n);
    const double half_length =
        extent_line_ratio * length(trace.pair.pose_b.p - trace.pair.pose_a.p) + length(b - a);
    const auto extent_line = [&](Vec2d at, MarkColor color, const char* name) {
        const Vec2d half = half_length * left_perp(n);
        step.world_marks.push_back({TraceMark::Kind::Line, color, at - half, at + half, name});
    };
    const bool is_separated = separation_of_event(trace, event) > 0.0;
    extent_line(a, MarkColor::A, "A ends");
    extent_line(b, MarkColor::B, "B begins");
    step.world_marks.push_back({TraceMark::Kind::Line, is_separated ? MarkColor::Good : MarkColor::Bad, a,
                                a + separation_of_event(trace, event) * n, "d"});
    step.world_marks.push_back({TraceMark::Kind::Arrow, MarkColor::Accent, a, a + n, "n"});
}

/// Whether the first event is a test of the cached axis. A cached axis of zero length is not tested.
bool starts_with_cached_axis(const MethodTrace& trace) {
    NoTrace no_trace;
    const PairCase& pair = trace.pair;
    return test_separating_axis(trace.from.axis, pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b,
                                no_trace)
               .tried > 0;
}

TraceStep step_of(const MethodTrace& trace, std::size_t i, bool tests_cached_axis_first) {
    const DistanceEvent& event = trace.events[i];
    const double gap = separation_of_event(trace, event);
    const auto tried_axes = trace.events.first(i + 1).subspan(tests_cached_axis_first && i > 0 ? 1 : 0);
    const auto is_less = [](const DistanceEvent& p, const DistanceEvent& q) { return p.lower < q.lower; };
    const auto best = std::ranges::max_element(tried_axes, is_less);
    const bool is_best = best == tried_axes.end() - 1;
    TraceStep step{.event = event};
    draw_extents(step, trace, event);
    step.numbers.push_back(
        {"d, separation along n", gap, "Separation of the surfaces; negative if their projections overlap."});
    step.checks.push_back({.label = "d",
                           .value = gap,
                           .relation = ">",
                           .bound = "0",
                           .holds = gap > 0.0,
                           .verdict = "separated"});
    if (tests_cached_axis_first && i == 0) {
        step.line = line_index(gap > 0.0 ? AxisLine::CachedAxisSeparates : AxisLine::CachedAxis);
        step.reason = gap > 0.0 ? "The cached axis separates the shapes, so no other axis is tested."
                                : "The cached axis does not separate the shapes: all axes must be tested.";
        return step;
    }
    step.numbers.push_back({"best d so far", separation_of_event(trace, *best),
                            "Best of the axes tested after the cached axis."});
    if (trace.is_last(i)) {
        const bool apart = trace.answer.state == DistanceState::Apart;
        step.line = line_index(apart ? AxisLine::Apart : AxisLine::Overlap);
        step.reason = apart ? "All axes are tested: the best axis gives the separation and is cached."
                            : "No axis separates the shapes, so they overlap; the best axis gives the depth.";
        return step;
    }
    step.line = line_index(is_best ? AxisLine::Best : AxisLine::Gap);
    step.reason = is_best ? "The best axis so far." : "Not better than an earlier axis.";
    return step;
}

}  // namespace

std::span<const std::string_view> cached_axis_pseudocode() {
    return axis_lines;
}

std::vector<TraceStep> cached_axis_steps(const MethodTrace& trace) {
    std::vector<TraceStep> steps;
    const bool tests_cached_axis_first = starts_with_cached_axis(trace);
    for (std::size_t i = 0; i < trace.events.size(); ++i)
        steps.push_back(step_of(trace, i, tests_cached_axis_first));
    if (steps.empty()) steps.push_back({.reason = "Both cores are the same point: there is no axis."});
    return steps;
}

}  // namespace toibox::app::method_studies
