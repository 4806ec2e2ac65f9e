// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/sweep_and_prune.h"

#include "app/session/session.h"

#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// What a pair search that keeps sorted ends has in its lists, made fit to be shown: who is active at a
/// position, who overlaps whom on which axis, what an exchange means.

using EndPoint = broad::SweepAndPrune::EndPoint;
using Exchange = broad::SweepAndPrune::Exchange;

/// What the panel of the pair search points at in the world.
struct BroadPhaseFocus {
    std::vector<ProxyId> highlighted;  ///< Boxes that stand out …
    bool is_pair = false;              ///< … as A and B, if they are two.
    int axis = -1;          ///< A line across the world stands at `position` on this axis; −1: none does.
    double position = 0.0;  ///< Metres.
};

/// What people call a box: the id of its body, with the number of the shape if the body has several
/// ("car.2").
std::string box_name(const Session& session, ProxyId box);

/// Boxes in the broad phase.
std::size_t box_count(const World& world);
/// n (n − 1) / 2
constexpr std::uint64_t all_pairs_of(std::uint64_t boxes) {
    return boxes < 2 ? 0 : boxes * (boxes - 1) / 2;
}

/// The ends of all boxes on an axis, ascending, as the last search had them: both lists of the sweep and
/// prune; of the sweep on one axis those on its axis, as it meets them. Empty for other searches.
std::vector<EndPoint> sorted_endpoints(const World& world, int axis);

/// The boxes that have begun and not yet ended after the first `stops` ends, in order of their begins.
std::vector<ProxyId> active_after(std::span<const EndPoint> ends, std::size_t endpoint_count);
/// How many ends a sweep up to `position` has met.
std::size_t endpoints_up_to(std::span<const EndPoint> ends, double position);

/// Who overlaps whom: the upper triangle of a matrix, a flag for each axis.
struct PairMatrix {
    static constexpr std::uint8_t on_x = 1;
    static constexpr std::uint8_t on_y = 2;

    std::vector<ProxyId> ids;         ///< Ascending: rows and columns.
    std::vector<std::uint8_t> flags;  ///< Row by row, all of the square; only row < column is set.

    [[nodiscard]] std::uint8_t at(std::size_t row, std::size_t column) const {
        return flags[row * ids.size() + column];
    }
};
/// Cost: O(n log n + overlaps), and the memory of the square.
PairMatrix pair_matrix(std::span<const EndPoint> ends_x, std::span<const EndPoint> ends_y);

/// The four cases of the lectures.
enum class ExchangeCase : std::uint8_t { StartsOverlap, EndsOverlap, BeginPassesBegin, EndPassesEnd };
inline constexpr int exchange_cases = 4;
ExchangeCase case_of(const Exchange& exchange);
/// "begin passes end: begins to overlap", for people.
std::string_view label_of(ExchangeCase which);
/// "x, a pair begins: begin of D passes end of B"
std::string describe(const Session& session, const Exchange& exchange);

/// Which ends on an axis changed places when anything did last, by key; and how much of that is still to be
/// seen, 1 … 0: it fades within some steps.
struct SwappedEndpoints {
    std::vector<std::uint8_t> flags;
    float strength = 0.0f;

    [[nodiscard]] bool has(const EndPoint& end) const {
        return end.key < flags.size() && flags[end.key] != 0;
    }
};
SwappedEndpoints swapped_endpoints(const Session& session, int axis);
/// That strength.
float flash_strength(const Session& session);

}  // namespace toibox::app
