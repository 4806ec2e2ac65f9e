// SPDX-License-Identifier: MIT

// The test of vertices against faces as a picture: the vertex that is tried, and of the faces that it must
// lie behind the one that it is farthest from being behind.

#include "app/session/method_studies.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace toibox::app::method_studies {

namespace {

enum class VertexLine : std::uint8_t { ForEachVertex, Distance, Inside, Nearer, Next, Apart };
constexpr std::array<std::string_view, 6> vertex_lines{
    "for each vertex v of A, then B",
    "d ← how far v is outside",
    "if v is behind all faces: overlap",
    "if d < least: least ← d",
    "else: next v",
    "after the last: apart by least",
};

/// How a vertex lies to a core without area, or to a face.
struct DeepestFace {
    int first = -1;  ///< −1: the core has no faces.
    int second = -1;
    double height = 0.0;  ///< In front of it, metres.
};

DeepestFace deepest_face(const ToiCase::Points& shape, const Transformd& pose, Vec2d v) {
    DeepestFace deepest{.height = -std::numeric_limits<double>::infinity()};
    for (int i = 0; i < static_cast<int>(shape.points.size()); ++i) {
        const int next = next_vertex(shape, i);
        if (next == i) continue;
        const Vec2d p = transform_point(pose, shape.points[static_cast<std::size_t>(i)]);
        const Vec2d q = transform_point(pose, shape.points[static_cast<std::size_t>(next)]);
        const double height = dot(normalized(right_perp(q - p)), v - p);
        if (height > deepest.height) deepest = {i, next, height};
    }
    return deepest;
}

Vec2d tried_point(const PairCase& pair, const DistanceEvent& event) {
    return event.index_a >= 0 ? placed_a(pair, event.index_a) : placed_b(pair, event.index_b);
}

/// Where the other core is nearest to the vertex.
Vec2d closest_point_on_other_core(const PairCase& pair, const DistanceEvent& event) {
    const double signed_distance = event.index_a >= 0 ? event.lower : -event.lower;
    return tried_point(pair, event) + signed_distance * event.direction;
}

std::string name_of(const DistanceEvent& event) {
    return event.index_a >= 0 ? vertex_name_a(event.index_a) : vertex_name_b(event.index_b);
}

void draw_previous_steps(TraceStep& step, const MethodTrace& trace, std::size_t i, std::size_t nearest) {
    for (std::size_t k = i > max_past_steps ? i - max_past_steps : 0; k < i; ++k) {
        const DistanceEvent& event = trace.events[k];
        step.world.push_back({.kind = TraceMark::Kind::Dot,
                              .color = event.index_a >= 0 ? MarkColor::A : MarkColor::B,
                              .from = tried_point(trace.pair, event),
                              .strength = 0.6f});
    }
    if (nearest == i) return;
    const DistanceEvent& event = trace.events[nearest];
    step.world.push_back({TraceMark::Kind::Line, MarkColor::Good, tried_point(trace.pair, event),
                          closest_point_on_other_core(trace.pair, event), "least d"});
}

/// The one at which the least distance was found.
std::size_t nearest_of(std::span<const DistanceEvent> events) {
    const auto is_nearer = [](const DistanceEvent& a, const DistanceEvent& b) { return a.lower < b.lower; };
    return static_cast<std::size_t>(std::ranges::min_element(events, is_nearer) - events.begin());
}

std::string reason_of(const MethodTrace& trace, std::size_t i, std::size_t nearest) {
    const DistanceEvent& event = trace.events[i];
    const std::string name = name_of(event);
    const std::string_view other = event.index_a >= 0 ? "B" : "A";
    if (!(event.lower > 0.0)) return fmt::format("{} lies in {}: the cores overlap.", name, other);
    if (nearest == i) return fmt::format("{} lies outside of {}, nearer than any before.", name, other);
    return fmt::format("{} lies outside of {}, and no nearer than {} did.", name, other,
                       name_of(trace.events[nearest]));
}

void add_deepest_face(TraceStep& step, const PairCase& pair, const DistanceEvent& event) {
    const bool of_a = event.index_a >= 0;
    const Vec2d v = tried_point(pair, event);
    const DeepestFace face =
        of_a ? deepest_face(pair.b, pair.pose_b, v) : deepest_face(pair.a, pair.pose_a, v);
    if (face.first < 0) return;
    const auto at = [&](int k) { return of_a ? placed_b(pair, k) : placed_a(pair, k); };
    const auto name = [&](int k) { return of_a ? vertex_name_b(k) : vertex_name_a(k); };
    const bool is_behind = !(face.height > 0.0);
    step.world.push_back({TraceMark::Kind::Line, is_behind ? MarkColor::Good : MarkColor::Plain,
                          at(face.first), at(face.second)});
    step.numbers.push_back(
        {"v to its deepest face", face.height,
         "In front of the face that it is farthest from being behind; below 0: behind that "
         "face, and so behind all."});
    step.checks.push_back(
        {.what = fmt::format("{} behind face {}–{}", name_of(event), name(face.first), name(face.second)),
         .holds = is_behind,
         .verdict = "and so behind all"});
}

TraceStep step_of(const MethodTrace& trace, std::size_t i) {
    const DistanceEvent& event = trace.events[i];
    const std::size_t nearest = nearest_of(trace.events.first(i + 1));
    const bool of_a = event.index_a >= 0;
    const bool is_inside = !(event.lower > 0.0);
    const Vec2d v = tried_point(trace.pair, event);
    TraceStep step{.event = event};
    step.line = line_index(is_inside          ? VertexLine::Inside
                           : trace.is_last(i) ? VertexLine::Apart
                           : nearest == i     ? VertexLine::Nearer
                                              : VertexLine::Next);
    step.reason = reason_of(trace, i, nearest);
    draw_previous_steps(step, trace, i, nearest);
    add_deepest_face(step, trace.pair, event);
    if (!is_inside) {
        const Vec2d foot = closest_point_on_other_core(trace.pair, event);
        step.world.push_back({TraceMark::Kind::Dashed, MarkColor::Plain, v, foot, "d"});
        step.world.push_back({TraceMark::Kind::Dot, of_a ? MarkColor::B : MarkColor::A, foot});
    }
    step.world.push_back({TraceMark::Kind::Ring, of_a ? MarkColor::A : MarkColor::B, v, {}, name_of(event)});
    step.numbers.push_back({"d, v to the other core", event.lower, "0: inside."});
    step.numbers.push_back({"least d so far", trace.events[nearest].lower, "Of all vertices tried."});
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
