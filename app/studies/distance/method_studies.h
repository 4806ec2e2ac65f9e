// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/distance/method_study.h"

#include <span>
#include <string>

namespace toibox::app::method_studies {

/// Input of a study: what a method did on a valid pair.
struct MethodTrace {
    const PairCase& pair;
    const DistanceCache& from;  ///< The cache from which the method started.
    const DistanceResult& answer;
    std::span<const DistanceEvent> events;  ///< Without the End event; may be empty (EPA, cached axis).

    [[nodiscard]] bool is_last(std::size_t i) const { return i + 1 == events.size(); }
};

/// Maximum number of previous steps drawn. More would cover pictures of round shapes with dots.
inline constexpr std::size_t max_past_steps = 24;

// Each method has one file with its pseudocode and a function that returns one step per event, or a single
// step if there are no events.

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

/// Index of a line in its method's pseudocode.
template <class Line>
constexpr std::size_t line_index(Line line) {
    return static_cast<std::size_t>(line);
}

/// Marks the line between the surfaces along `normal`, given the closest points of the cores. The colour of
/// the line is Bad if the surfaces touch or overlap.
void add_gap_marks(TraceStep& step, const PairCase& pair, Vec2d core_a, Vec2d core_b, Vec2d normal);

/// Index of the next (or previous) vertex that does not coincide with vertex `i`; `i` if there is none.
int next_vertex(const ToiCase::Points& shape, int i, bool is_forward = true);

std::string vertex_name_a(int i);  ///< "A2"
std::string vertex_name_b(int i);

}  // namespace toibox::app::method_studies
