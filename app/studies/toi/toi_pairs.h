// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// Two shapes and their motions: an entry in the TOI panel's list. A and B as in pair_order.h.
struct ToiPair {
    enum class Source : std::uint8_t {
        Search,     ///< Searched by the CCD stage in the last step.
        Predicted,  ///< The motions of the next step without continuous collision.
        Query,      ///< A query of the scene.
    };
    Source source = Source::Search;
    std::string key{};     ///< Identifies the pair across steps.
    std::string label{};   ///< "ball – wall", "query bilateral"
    std::string name_a{};  ///< "ball"; empty for queries.
    std::string name_b{};
    ShapeHandle shape_a{};  ///< Null for queries.
    ShapeHandle shape_b{};
    ToiCase toi_case{};         ///< As the engine or the scene states it.
    bool is_exchanged = false;  ///< Whether A and B of `toi_case` are B and A of the pair.
    // Result of the search; for other sources, the reference result.
    ToiState state = ToiState::Separated;
    double t = 1.0;        ///< Fraction of the motion.
    double seconds = 0.0;  ///< Duration of the motion; 0 for queries, whose motions have none.
};

/// The pairs that the CCD stage searched in the last step: first the hits, then the others, both in the order
/// of the searches; at most `max_searched_pairs`.
inline constexpr std::size_t max_searched_pairs = 100;
std::vector<ToiPair> searched_pairs(const scene::Run& run, std::span<const ToiSearch> searches,
                                    double step_seconds);

/// Pairs of a shape of the body and another shape: first the pairs that will touch in the next step, earliest
/// first, then the nearest shapes; at most `max_predicted_pairs`. The motions are from a copy of the run that
/// is stepped without continuous collision, so they include forces, contacts and the script. Cost: a copy and
/// a step of the world.
inline constexpr std::size_t max_predicted_pairs = 12;
std::vector<ToiPair> predicted_pairs(const scene::Run& run, BodyHandle body, double step_seconds);

/// ToiPair::key of the entry that shows a query of the scene; empty if there is no such query.
std::string key_of_query(const scene::Scene& scene, const std::string& query);
/// The time-of-impact queries of the scene.
std::vector<ToiPair> query_pairs(const scene::Scene& scene);

}  // namespace toibox::app
