// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/sweep_and_prune.h"

#include "app/session/session.h"

#include <span>
#include <string>
#include <vector>

namespace toibox::app {

// Prepares the sorted endpoint lists of a broad phase for display: the boxes active at a position, the axes
// on which two boxes overlap, and what an exchange of endpoints means.

using Endpoint = broad::SweepAndPrune::Endpoint;
using Exchange = broad::SweepAndPrune::Exchange;

/// What the mouse points at in the broad phase panel; the world view highlights it.
struct BroadPhaseFocus {
    std::vector<ProxyId> highlighted;  ///< Boxes to highlight.
    bool is_pair = false;              ///< Whether two boxes are highlighted, drawn as A and B.
    int axis = -1;                     ///< A line is drawn at `position` on this axis; −1: no line.
    double position = 0.0;             ///< Metres.
};

/// Display name of a box: the id of the body ("#7" if it has none), with the number of the shape if the body
/// has several ("car.2"); "gone" if the shape no longer exists.
std::string box_name(const Session& session, ProxyId box);

/// Number of boxes in the broad phase.
std::size_t box_count(const World& world);
/// Number of pairs of `boxes` boxes: n (n − 1) / 2.
constexpr std::uint64_t pair_count(std::uint64_t boxes) {
    return boxes < 2 ? 0 : boxes * (boxes - 1) / 2;
}

/// The endpoints of all boxes on an axis in the last search, ascending. Sweep and prune has a list on both
/// axes, the two sort-and-sweep broad phases only on the axis that they sweep; other broad phases have none.
std::vector<Endpoint> sorted_endpoints(const World& world, int axis);

/// The boxes that have started but not ended after the first `endpoint_count` endpoints, in order of their
/// starts.
std::vector<ProxyId> active_after(std::span<const Endpoint> endpoints, std::size_t endpoint_count);
/// Number of endpoints at or before `position`.
std::size_t endpoints_up_to(std::span<const Endpoint> endpoints, double position);

/// The axes on which each pair of boxes overlaps, as an upper triangular matrix.
struct PairMatrix {
    static constexpr std::uint8_t on_x = 1;
    static constexpr std::uint8_t on_y = 2;

    std::vector<ProxyId> ids;         ///< The boxes of the rows and columns, ascending.
    std::vector<std::uint8_t> flags;  ///< The whole square, row by row; 0 where row ≥ column.

    [[nodiscard]] std::uint8_t at(std::size_t row, std::size_t column) const {
        return flags[row * ids.size() + column];
    }
};
/// Cost: O(n log n + overlaps) time, O(n²) memory.
PairMatrix pair_matrix(std::span<const Endpoint> endpoints_x, std::span<const Endpoint> endpoints_y);

/// What an exchange of two neighbouring endpoints means, by their kinds.
enum class ExchangeCase : std::uint8_t { StartsOverlap, EndsOverlap, StartPassesStart, EndPassesEnd };
inline constexpr int exchange_case_count = 4;
ExchangeCase case_of(const Exchange& exchange);
/// "start passes end: overlap starts"
std::string_view label_of(ExchangeCase exchange_case);
/// "x: new pair, start of D passes end of B"
std::string describe(const Session& session, const Exchange& exchange);

/// The endpoints on an axis that were exchanged in the last search with exchanges.
struct ExchangedEndpoints {
    std::vector<std::uint8_t> flags;  ///< 1 for exchanged endpoints, indexed by Endpoint::key.
    float strength = 0.0f;            ///< Of the highlight; see flash_strength.

    [[nodiscard]] bool has(const Endpoint& endpoint) const {
        return endpoint.key < flags.size() && flags[endpoint.key] != 0;
    }
};
ExchangedEndpoints exchanged_endpoints(const Session& session, int axis);
/// Strength of the highlight of the last exchanges: 1 in their step, then falling to 0.
float flash_strength(const Session& session);

}  // namespace toibox::app
