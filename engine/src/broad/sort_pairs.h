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

inline ProxyPair unpack_pair(std::uint64_t pair) {
    return {static_cast<ProxyId>(pair >> 32), static_cast<ProxyId>(pair)};
}

/// Adds a pair if `rules` allow it; nothing once the limit is exceeded.
inline void add_allowed(ProxyPair pair, const PairRules& rules, std::vector<ProxyPair>& out) {
    if (out.size() <= rules.limit && rules.may_pair(pair.a, pair.b)) out.push_back(pair);
}
/// Sorts the pairs. False if there are more than the limit; `out` is then empty.
inline bool sort_within_limit(const PairRules& rules, std::vector<ProxyPair>& out) {
    const bool is_within_limit = out.size() <= rules.limit;
    if (!is_within_limit) out.clear();
    std::sort(out.begin(), out.end());
    return is_within_limit;
}

/// Unpacks `pairs`, each (a << 32 | b) with a < b < ids, into `out`, sorted by (a, b); may reorder `pairs`.
/// Many pairs are bucketed by `a` and each bucket is sorted: O(pairs + ids) for small buckets. `offsets` is
/// scratch memory.
inline void sort_pairs(std::span<std::uint64_t> pairs, std::size_t ids, std::vector<std::uint32_t>& offsets,
                       std::vector<ProxyPair>& out) {
    out.resize(pairs.size());
    if (pairs.size() < ids / tuning::max_ids_per_pair_for_bucketing) {  // few pairs
        std::sort(pairs.begin(), pairs.end());
        std::transform(pairs.begin(), pairs.end(), out.begin(), unpack_pair);
        return;
    }
    offsets.assign(ids, 0);
    for (const std::uint64_t pair : pairs)
        ++offsets[unpack_pair(pair).a];
    std::uint32_t sum = 0;
    for (std::uint32_t& offset : offsets) {
        const std::uint32_t count = offset;
        offset = sum;
        sum += count;
    }
    for (const std::uint64_t pair : pairs)
        out[offsets[unpack_pair(pair).a]++] = unpack_pair(pair);
    // Each offset is now the end of its bucket.
    std::size_t begin = 0;
    const auto by_b = [](const ProxyPair& x, const ProxyPair& y) { return x.b < y.b; };
    for (const std::uint32_t end : offsets) {
        if (end - begin > 1)
            std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + end, by_b);
        begin = end;
    }
}

}  // namespace toibox::broad
