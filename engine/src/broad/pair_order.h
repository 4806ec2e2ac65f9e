// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/tuning.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox::broad {

inline ProxyPair unpacked(std::uint64_t pair) {
    return {static_cast<ProxyId>(pair >> 32), static_cast<ProxyId>(pair)};
}

/// Distinct pairs, as (a << 32 | b) with a < b < ids, in ascending order. Many are dealt out to the lists of
/// their `a`, each of which is then sorted: O(pairs + ids). `places` is work space.
inline void order_pairs(std::span<std::uint64_t> pairs, std::size_t ids, std::vector<std::uint32_t>& places,
                        std::vector<ProxyPair>& out) {
    out.resize(pairs.size());
    if (pairs.size() < ids / tuning::ids_per_dealt_pair) {
        std::sort(pairs.begin(), pairs.end());
        std::transform(pairs.begin(), pairs.end(), out.begin(), unpacked);
        return;
    }
    places.assign(ids, 0);
    for (const std::uint64_t pair : pairs)
        ++places[unpacked(pair).a];
    std::uint32_t sum = 0;
    for (std::uint32_t& place : places) {
        const std::uint32_t count = place;
        place = sum;
        sum += count;
    }
    for (const std::uint64_t pair : pairs)
        out[places[unpacked(pair).a]++] = unpacked(pair);
    // Each place has now moved on to the end of its list.
    std::size_t begin = 0;
    const auto by_b = [](const ProxyPair& x, const ProxyPair& y) { return x.b < y.b; };
    for (const std::uint32_t end : places) {
        if (end - begin > 1)
            std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + end, by_b);
        begin = end;
    }
}

}  // namespace toibox::broad
