// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// Two shapes and their motions that somebody may want to look at, wherever they come from.
struct ToiPair {
    enum class Source : std::uint8_t {
        Search,     ///< The continuous stage of the last step asked exactly this.
        Predicted,  ///< The next step as it would be if nothing were in the way.
        Query,      ///< An experiment of the scene.
    };
    Source source = Source::Search;
    std::string key;        ///< The same for the same pair in the next step.
    std::string label;      ///< "ball – wall", "query bilateral"
    ShapeHandle shape_a{};  ///< Null for queries.
    ShapeHandle shape_b{};
    ToiCase asked{};
    ToiState state = ToiState::Separated;  ///< Of a search what the step was told, else the truth.
    double t = 1.0;
};

/// What the continuous stage searched in the last step, in its order; the hits first, and at most
/// `max_searched_pairs`: nobody reads a longer list.
inline constexpr std::size_t max_searched_pairs = 100;
std::vector<ToiPair> searched_pairs(const scene::Run& run, std::span<const ToiSearch> searches);

/// What the body would meet in the next step, the earliest first, and then the shapes that would be nearest,
/// at most `max_predicted_pairs`. The motions are those of a copy of the run that is stepped without
/// continuous collision, so forces, contacts and the script are in them. Cost: a copy and a step of the
/// world.
inline constexpr std::size_t max_predicted_pairs = 12;
std::vector<ToiPair> predicted_pairs(const scene::Run& run, BodyHandle body,
                                     std::optional<double> step_seconds = {});

/// The experiments of the scene.
std::vector<ToiPair> query_pairs(const scene::Scene& scene);

}  // namespace toibox::app
