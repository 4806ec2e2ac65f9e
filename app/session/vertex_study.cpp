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

enum class VertexLine : std::uint8_t { Each, Distance, Inside, Nearer, Next, Apart };
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
Vec2d foot_of(const PairCase& pair, const DistanceEvent& event) {
    const double way = event.index_a >= 0 ? event.lower : -event.lower;
    return tried_point(pair, event) + way * event.direction;
}

std::string name_of(const DistanceEvent& event) {
    return event.index_a >= 0 ? name_of_a(event.index_a) : name_of_b(event.index_b);
}

void draw_past(MethodStep& step, const Story& story, std::size_t i, std::size_t nearest) {
    for (std::size_t k = i > most_past_marks ? i - most_past_marks : 0; k < i; ++k) {
        const DistanceEvent& event = story.events[k];
        step.world.push_back({.kind = StepMark::Kind::Dot,
                              .ink = event.index_a >= 0 ? Ink::A : Ink::B,
                              .from = tried_point(story.pair, event),
                              .strength = 0.6f});
    }
    if (nearest == i) return;
    const DistanceEvent& event = story.events[nearest];
    step.world.push_back({StepMark::Kind::Line, Ink::Good, tried_point(story.pair, event),
                          foot_of(story.pair, event), "least d"});
}

/// The one at which the least distance was found.
std::size_t nearest_of(std::span<const DistanceEvent> events) {
    const auto is_nearer = [](const DistanceEvent& a, const DistanceEvent& b) { return a.lower < b.lower; };
    return static_cast<std::size_t>(std::ranges::min_element(events, is_nearer) - events.begin());
}

std::string reason_of(const Story& story, std::size_t i, std::size_t nearest) {
    const DistanceEvent& event = story.events[i];
    const std::string name = name_of(event);
    const std::string_view other = event.index_a >= 0 ? "B" : "A";
    if (!(event.lower > 0.0)) return fmt::format("{} lies in {}: the cores overlap.", name, other);
    if (nearest == i) return fmt::format("{} lies outside of {}, nearer than any before.", name, other);
    return fmt::format("{} lies outside of {}, and no nearer than {} did.", name, other,
                       name_of(story.events[nearest]));
}

void tell_deepest_face(MethodStep& step, const PairCase& pair, const DistanceEvent& event) {
    const bool of_a = event.index_a >= 0;
    const Vec2d v = tried_point(pair, event);
    const DeepestFace face =
        of_a ? deepest_face(pair.b, pair.pose_b, v) : deepest_face(pair.a, pair.pose_a, v);
    if (face.first < 0) return;
    const auto at = [&](int k) { return of_a ? placed_b(pair, k) : placed_a(pair, k); };
    const auto name = [&](int k) { return of_a ? name_of_b(k) : name_of_a(k); };
    const bool is_behind = !(face.height > 0.0);
    step.world.push_back(
        {StepMark::Kind::Line, is_behind ? Ink::Good : Ink::Plain, at(face.first), at(face.second)});
    step.numbers.push_back(
        {"v to its deepest face", face.height,
         "In front of the face that it is farthest from being behind; below 0: behind that "
         "face, and so behind all."});
    step.checks.push_back(
        {.what = fmt::format("{} behind face {}–{}", name_of(event), name(face.first), name(face.second)),
         .holds = is_behind,
         .verdict = "and so behind all"});
}

MethodStep step_of(const Story& story, std::size_t i) {
    const DistanceEvent& event = story.events[i];
    const std::size_t nearest = nearest_of(story.events.first(i + 1));
    const bool of_a = event.index_a >= 0;
    const bool is_inside = !(event.lower > 0.0);
    const Vec2d v = tried_point(story.pair, event);
    MethodStep step{.event = event};
    step.line = place_of(is_inside          ? VertexLine::Inside
                         : story.is_last(i) ? VertexLine::Apart
                         : nearest == i     ? VertexLine::Nearer
                                            : VertexLine::Next);
    step.reason = reason_of(story, i, nearest);
    draw_past(step, story, i, nearest);
    tell_deepest_face(step, story.pair, event);
    if (!is_inside) {
        const Vec2d foot = foot_of(story.pair, event);
        step.world.push_back({StepMark::Kind::Dashed, Ink::Plain, v, foot, "d"});
        step.world.push_back({StepMark::Kind::Dot, of_a ? Ink::B : Ink::A, foot});
    }
    step.world.push_back({StepMark::Kind::Ring, of_a ? Ink::A : Ink::B, v, {}, name_of(event)});
    step.numbers.push_back({"d, v to the other core", event.lower, "0: inside."});
    step.numbers.push_back({"least d so far", story.events[nearest].lower, "Of all vertices tried."});
    return step;
}

}  // namespace

std::span<const std::string_view> vertex_code() {
    return vertex_lines;
}

std::vector<MethodStep> vertex_steps(const Story& story) {
    std::vector<MethodStep> steps;
    for (std::size_t i = 0; i < story.events.size(); ++i)
        steps.push_back(step_of(story, i));
    return steps;
}

}  // namespace toibox::app::method_studies
