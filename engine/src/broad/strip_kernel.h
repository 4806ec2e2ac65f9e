// SPDX-License-Identifier: MIT
#pragma once

#include "broad/strip_kernel_table.h"

namespace toibox::broad {

/// Tests `box` against the boxes from index `from` on, a group of lanes at a time, up to the first one that
/// starts beyond the right end of `box`. `ordered`: all these boxes start at or to the right of the left end
/// of `box`. Returns false if the sink has no room for the pairs; the sink is then unchanged.
template <class S, bool ordered>
inline bool test_successors(const StripView& strips, std::uint32_t box, std::uint32_t from, PairSink& sink) {
    using F = typename S::F;
    using M = typename S::M;
    constexpr unsigned lanes = static_cast<unsigned>(S::lanes);
    constexpr unsigned all_lanes = (1u << lanes) - 1u;
    const F lower_x = S::set1(strips.lower_x[box]);
    const F lower_y = S::set1(strips.lower_y[box]);
    const F upper_x = S::set1(strips.upper_x[box]);
    const F upper_y = S::set1(strips.upper_y[box]);
    const std::uint32_t box_tag = strips.tag[box];
    const std::uint64_t box_id = box_tag & id_mask;
    std::size_t count = sink.count;
    for (std::uint32_t i = from;; i += lanes) {
        const M starts_in_reach = S::less_equal(S::load(strips.lower_x + i), upper_x);
        const M below = S::less_equal(S::load(strips.lower_y + i), upper_y);
        const M above = S::less_equal(lower_y, S::load(strips.upper_y + i));
        M hit = S::mask_and(starts_in_reach, S::mask_and(below, above));
        if constexpr (!ordered) hit = S::mask_and(hit, S::less_equal(lower_x, S::load(strips.upper_x + i)));
        if (sink.capacity - count < lanes) return false;
        for (unsigned bits = S::bits(hit); bits != 0; bits &= bits - 1u) {
            const std::uint32_t other_tag = strips.tag[i + static_cast<unsigned>(__builtin_ctz(bits))];
            const std::uint64_t other_id = other_tag & id_mask;
            const std::uint64_t low = box_id < other_id ? box_id : other_id;
            sink.pairs[count] = (low << 32) | (box_id ^ other_id ^ low);
            count += ((box_tag | other_tag) & sink.required_flags) == sink.required_flags ? 1u : 0u;
        }
        const unsigned reach_bits = S::bits(starts_in_reach);
        if (reach_bits == all_lanes) continue;
        sink.count = count;
        sink.tests += i - from + static_cast<unsigned>(__builtin_ctz(~reach_bits));
        return true;
    }
}

template <class S>
std::uint32_t find_strip_pairs(const StripView& strips, std::uint32_t begin, std::uint32_t end,
                               PairSink& sink) {
    for (std::uint32_t box = begin; box < end; ++box) {
        if (!test_successors<S, true>(strips, box, box + 1, sink)) return box;
    }
    return end;
}

template <class S>
bool probe_strip(const StripView& strips, std::uint32_t box, std::uint32_t begin, PairSink& sink) {
    return test_successors<S, false>(strips, box, begin, sink);
}

}  // namespace toibox::broad
