// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/sweep_and_prune.h"

#include "app/session/session.h"

#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// The sorted endpoint lists of a broad phase, prepared for display: the boxes active at a position, the axes
/// on which two boxes overlap, the meaning of an exchange.

using EndPoint = broad::SweepAndPrune::EndPoint;
using Exchange = broad::SweepAndPrune::Exchange;

/// What the mouse points at in the broad phase panel, to be highlighted in the world.
struct BroadPhaseFocus {
    std::vector<ProxyId> highlighted;  ///< Boxes to highlight.
    bool is_pair = false;              ///< The two highlighted boxes are drawn as A and B.
    int axis = -1;                     ///< A line is drawn at `position` on this axis; −1: no line.
    double position = 0.0;             ///< Metres.
};

/// Display name of a box: the id of its body, with the number of the shape if the body has several ("car.2").
std::string box_name(const Session& session, ProxyId box);

/// Number of boxes in the broad phase.
std::size_t box_count(const World& world);
/// Number of pairs of `boxes` boxes: n (n − 1) / 2.
constexpr std::uint64_t pair_count(std::uint64_t boxes) {
    return boxes < 2 ? 0 : boxes * (boxes - 1) / 2;
}

/// The endpoints of all boxes on an axis, ascending, as of the last search: both lists of sweep and prune,
/// and the list of a sort and sweep on the axis that it sweeps. Empty for other kinds.
std::vector<EndPoint> sorted_endpoints(const World& world, int axis);

/// The boxes that have begun and not yet ended after the first `endpoint_count` endpoints, in order of their
/// begins.
std::vector<ProxyId> active_after(std::span<const EndPoint> ends, std::size_t endpoint_count);
/// Number of endpoints at or before `position`.
std::size_t endpoints_up_to(std::span<const EndPoint> ends, double position);

/// The axes on which each pair of boxes overlaps, as an upper triangular matrix.
struct PairMatrix {
    static constexpr std::uint8_t on_x = 1;
    static constexpr std::uint8_t on_y = 2;

    std::vector<ProxyId> ids;         ///< Of rows and columns, ascending.
    std::vector<std::uint8_t> flags;  ///< The full square, row by row; only row < column is set.

    [[nodiscard]] std::uint8_t at(std::size_t row, std::size_t column) const {
        return flags[row * ids.size() + column];
    }
};
/// Cost: O(n log n + overlaps) time, O(n²) memory.
PairMatrix pair_matrix(std::span<const EndPoint> ends_x, std::span<const EndPoint> ends_y);

/// The four cases of an exchange, as in the lecture on sweep and prune.
enum class ExchangeCase : std::uint8_t { StartsOverlap, EndsOverlap, BeginPassesBegin, EndPassesEnd };
inline constexpr int exchange_cases = 4;
ExchangeCase case_of(const Exchange& exchange);
/// "start passes end: overlap starts"
std::string_view label_of(ExchangeCase exchange_case);
/// "x: new pair, start of D passes end of B"
std::string describe(const Session& session, const Exchange& exchange);

/// The endpoints on an axis that were exchanged in the last search with exchanges.
struct SwappedEndpoints {
    std::vector<std::uint8_t> flags;  ///< By EndPoint::key.
    float strength = 0.0f;            ///< Of their highlighting, 1 … 0; fades over the following steps.

    [[nodiscard]] bool has(const EndPoint& end) const {
        return end.key < flags.size() && flags[end.key] != 0;
    }
};
SwappedEndpoints swapped_endpoints(const Session& session, int axis);
/// Strength of the highlighting of the last exchanges, 1 … 0.
float flash_strength(const Session& session);

}  // namespace toibox::app
