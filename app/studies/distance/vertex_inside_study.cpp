// SPDX-License-Identifier: MIT

// Study of vertex-inside, which tests whether vertices are inside the other core: shows the tested vertex,
// and the face of the other core with the largest separation from the vertex.

#include "app/studies/distance/method_studies.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace toibox::app::method_studies {

namespace {

enum class VertexLine : std::uint8_t { ForEachVertex, Distance, Inside, Nearer, Next, Apart };
constexpr std::array<std::string_view, 6> vertex_lines{
    "for each vertex v of A, then B",
    "d ← distance of v to the other core",
    "if v is behind all faces: overlap",
    "if d < min: min ← d",
    "else: next v",
    "after the last: apart by min",
};

/// The face of a core with the largest separation from a vertex.
struct MaxSeparationFace {
    int first = -1;  ///< −1: the core has no faces.
    int second = -1;
    double height = 0.0;  ///< Height of the vertex above the face, metres; negative if it is behind the face.
};

MaxSeparationFace max_separation_face(const ToiCase::Points& shape, const Transformd& pose, Vec2d v) {
    MaxSeparationFace max_face{.height = -std::numeric_limits<double>::infinity()};
    for (int i = 0; i < static_cast<int>(shape.points.size()); ++i) {
        const int next = next_vertex(shape, i);
        if (next == i) continue;
        const Vec2d p = transform_point(pose, shape.points[static_cast<std::size_t>(i)]);
        const Vec2d q = transform_point(pose, shape.points[static_cast<std::size_t>(next)]);
        const double height = dot(normalized(right_perp(q - p)), v - p);
        if (height > max_face.height) max_face = {i, next, height};
    }
    return max_face;
}

Vec2d tested_point(const PairCase& pair, const DistanceEvent& event) {
    return event.index_a >= 0 ? world_vertex_a(pair, event.index_a) : world_vertex_b(pair, event.index_b);
}

Vec2d closest_point_on_other_core(const PairCase& pair, const DistanceEvent& event) {
    const double signed_distance = event.index_a >= 0 ? event.lower : -event.lower;
    return tested_point(pair, event) + signed_distance * event.direction;
}

std::string name_of(const DistanceEvent& event) {
    return event.index_a >= 0 ? vertex_name_a(event.index_a) : vertex_name_b(event.index_b);
}

void draw_previous_steps(TraceStep& step, const MethodTrace& trace, std::size_t i, std::size_t nearest) {
    for (std::size_t k = i > max_past_steps ? i - max_past_steps : 0; k < i; ++k) {
        const DistanceEvent& event = trace.events[k];
        step.world_marks.push_back({.kind = TraceMark::Kind::Dot,
                                    .color = event.index_a >= 0 ? MarkColor::A : MarkColor::B,
                                    .from = tested_point(trace.pair, event),
                                    .strength = 0.6f});
    }
    if (nearest == i) return;
    const DistanceEvent& event = trace.events[nearest];
    step.world_marks.push_back({TraceMark::Kind::Line, MarkColor::Good, tested_point(trace.pair, event),
                                closest_point_on_other_core(trace.pair, event), "min d"});
}

/// Index of the event with the smallest distance of its vertex.
std::size_t nearest_of(std::span<const DistanceEvent> events) {
    const auto is_nearer = [](const DistanceEvent& a, const DistanceEvent& b) { return a.lower < b.lower; };
    return static_cast<std::size_t>(std::ranges::min_element(events, is_nearer) - events.begin());
}

std::string reason_of(const MethodTrace& trace, std::size_t i, std::size_t nearest) {
    const DistanceEvent& event = trace.events[i];
    const std::string name = name_of(event);
    const std::string_view other = event.index_a >= 0 ? "B" : "A";
    if (!(event.lower > 0.0)) return fmt::format("{} is inside {}: the cores overlap.", name, other);
    if (nearest == i) return fmt::format("{} is outside {} and the nearest vertex so far.", name, other);
    return fmt::format("{} is outside {} and not nearer than {}.", name, other,
                       name_of(trace.events[nearest]));
}

void add_max_separation_face(TraceStep& step, const PairCase& pair, const DistanceEvent& event) {
    const bool is_of_a = event.index_a >= 0;
    const Vec2d v = tested_point(pair, event);
    const MaxSeparationFace face =
        is_of_a ? max_separation_face(pair.b, pair.pose_b, v) : max_separation_face(pair.a, pair.pose_a, v);
    if (face.first < 0) return;
    const auto at = [&](int k) { return is_of_a ? world_vertex_b(pair, k) : world_vertex_a(pair, k); };
    const auto name = [&](int k) { return is_of_a ? vertex_name_b(k) : vertex_name_a(k); };
    const bool is_behind = !(face.height > 0.0);
    step.world_marks.push_back({TraceMark::Kind::Line, is_behind ? MarkColor::Good : MarkColor::Plain,
                                at(face.first), at(face.second)});
    step.numbers.push_back(
        {"v above the face", face.height,
         "Height of v above the face with the largest separation; negative: v is behind all faces."});
    step.checks.push_back(
        {.label = fmt::format("{} behind face {}–{}", name_of(event), name(face.first), name(face.second)),
         .holds = is_behind,
         .verdict = "and behind all others"});
}

TraceStep step_of(const MethodTrace& trace, std::size_t i) {
    const DistanceEvent& event = trace.events[i];
    const std::size_t nearest = nearest_of(trace.events.first(i + 1));
    const bool is_of_a = event.index_a >= 0;
    const bool is_inside = !(event.lower > 0.0);
    const Vec2d v = tested_point(trace.pair, event);
    TraceStep step{.event = event};
    step.line = line_index(is_inside          ? VertexLine::Inside
                           : trace.is_last(i) ? VertexLine::Apart
                           : nearest == i     ? VertexLine::Nearer
                                              : VertexLine::Next);
    step.reason = reason_of(trace, i, nearest);
    draw_previous_steps(step, trace, i, nearest);
    add_max_separation_face(step, trace.pair, event);
    if (!is_inside) {
        const Vec2d foot = closest_point_on_other_core(trace.pair, event);
        step.world_marks.push_back({TraceMark::Kind::Dashed, MarkColor::Plain, v, foot, "d"});
        step.world_marks.push_back({TraceMark::Kind::Dot, is_of_a ? MarkColor::B : MarkColor::A, foot});
    }
    step.world_marks.push_back(
        {TraceMark::Kind::Ring, is_of_a ? MarkColor::A : MarkColor::B, v, {}, name_of(event)});
    step.numbers.push_back(
        {"d, v to the other core", event.lower, "Distance from v to the other core; 0 if v is inside."});
    step.numbers.push_back(
        {"min d so far", trace.events[nearest].lower, "Smallest distance of the vertices tested so far."});
    return step;
}

}  // namespace

std::span<const std::string_view> vertex_inside_pseudocode() {
    return vertex_lines;
}

std::vector<TraceStep> vertex_inside_steps(const MethodTrace& trace) {
    std::vector<TraceStep> steps;
    for (std::size_t i = 0; i < trace.events.size(); ++i)
        steps.push_back(step_of(trace, i));
    return steps;
}

}  // namespace toibox::app::method_studies
