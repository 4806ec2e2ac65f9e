// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// Two shapes and their motions, as offered by the TOI panel.
struct ToiPair {
    enum class Source : std::uint8_t {
        Search,     ///< Searched by the CCD stage in the last step.
        Predicted,  ///< Motion of the next step without continuous collision.
        Query,      ///< A query of the scene.
    };
    Source source = Source::Search;
    std::string key;        ///< The same for the same pair in the next step.
    std::string label;      ///< "ball – wall", "query bilateral"
    ShapeHandle shape_a{};  ///< Null for queries.
    ShapeHandle shape_b{};
    ToiCase toi_case{};
    ToiState state =
        ToiState::Separated;  ///< The result of the search; of other sources the reference result.
    double t = 1.0;           ///< Likewise.
};

/// The searches of the CCD stage in the last step: hits first, otherwise in its order; at most
/// `max_searched_pairs`.
inline constexpr std::size_t max_searched_pairs = 100;
std::vector<ToiPair> searched_pairs(const scene::Run& run, std::span<const ToiSearch> searches);

/// Pairs that the body will meet in the next step, earliest first, then the nearest other shapes; at most
/// `max_predicted_pairs`. The motions are from a copy of the run that is stepped without continuous
/// collision, so they include forces, contacts and the script. Cost: a copy and a step of the world.
inline constexpr std::size_t max_predicted_pairs = 12;
std::vector<ToiPair> predicted_pairs(const scene::Run& run, BodyHandle body,
                                     std::optional<double> step_seconds = {});

/// The time-of-impact queries of the scene.
std::vector<ToiPair> query_pairs(const scene::Scene& scene);

}  // namespace toibox::app
