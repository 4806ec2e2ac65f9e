// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/method_study.h"

#include <span>
#include <string>

namespace toibox::app::method_studies {

/// What a method did with a pair that it can measure, as its teller gets it: the events but for the End. Of
/// EPA there may be none.
struct MethodTrace {
    const PairCase& pair;
    const DistanceCache& from;
    const DistanceResult& answer;
    std::span<const DistanceEvent> events;

    [[nodiscard]] bool is_last(std::size_t i) const { return i + 1 == events.size(); }
};

/// Of what is past so many steps are drawn, or a picture of two round shapes would be dots alone.
inline constexpr std::size_t max_past_steps = 24;

// One file each: the lines of the algorithm, and a step an event; without events one step.

std::span<const std::string_view> epa_pseudocode();
std::vector<TraceStep> epa_steps(const MethodTrace& trace);

std::span<const std::string_view> feature_walk_pseudocode();
std::vector<TraceStep> feature_walk_steps(const MethodTrace& trace);

std::span<const std::string_view> boolean_gjk_pseudocode();
std::vector<TraceStep> boolean_gjk_steps(const MethodTrace& trace);

std::span<const std::string_view> cached_axis_pseudocode();
std::vector<TraceStep> cached_axis_steps(const MethodTrace& trace);

std::span<const std::string_view> vertex_inside_pseudocode();
std::vector<TraceStep> vertex_inside_steps(const MethodTrace& trace);

/// The place of an enumerator in its method's code.
template <class Line>
constexpr std::size_t line_index(Line line) {
    return static_cast<std::size_t>(line);
}

/// The line from A's surface to B's along `normal`, from the cores' nearest points; bad if they overlap.
void add_gap_marks(TraceStep& step, const PairCase& pair, Vec2d core_a, Vec2d core_b, Vec2d normal);

/// The next vertex of a core that is elsewhere, by the order of the points or against it; `i` itself if there
/// is none.
int next_vertex(const ToiCase::Points& shape, int i, bool is_forward = true);

std::string vertex_name_a(int i);  ///< "A2"
std::string vertex_name_b(int i);

}  // namespace toibox::app::method_studies
