// SPDX-License-Identifier: MIT
#pragma once

#include "sweep_kernels.h"

namespace toibox::broad {

/// Tests one box against those from `from` on, a group of lanes at a time, until one begins beyond its right
/// end. `ordered`: all of those begin at or right of the box's own left end. False: no room for the pairs,
/// and the sink is as before.
template <class S, bool ordered>
inline bool test_successors(const StripView& strips, std::uint32_t own, std::uint32_t from, PairSink& sink) {
    using F = typename S::F;
    using M = typename S::M;
    constexpr unsigned lanes = static_cast<unsigned>(S::lanes);
    constexpr unsigned all_lanes = (1u << lanes) - 1u;
    const F lower_x = S::set1(strips.lower_x[own]);
    const F lower_y = S::set1(strips.lower_y[own]);
    const F upper_x = S::set1(strips.upper_x[own]);
    const F upper_y = S::set1(strips.upper_y[own]);
    const std::uint32_t own_tag = strips.tag[own];
    const std::uint64_t own_id = own_tag & id_mask;
    std::size_t count = sink.count;
    for (std::uint32_t at = from;; at += lanes) {
        const M begins = S::less_equal(S::load(strips.lower_x + at), upper_x);
        const M below = S::less_equal(S::load(strips.lower_y + at), upper_y);
        const M above = S::less_equal(lower_y, S::load(strips.upper_y + at));
        M hit = S::mask_and(begins, S::mask_and(below, above));
        if constexpr (!ordered) hit = S::mask_and(hit, S::less_equal(lower_x, S::load(strips.upper_x + at)));
        if (sink.capacity - count < lanes) return false;
        for (unsigned bits = S::bits(hit); bits != 0; bits &= bits - 1u) {
            const std::uint32_t other_tag = strips.tag[at + static_cast<unsigned>(__builtin_ctz(bits))];
            const std::uint64_t other_id = other_tag & id_mask;
            const std::uint64_t low = own_id < other_id ? own_id : other_id;
            sink.pairs[count] = (low << 32) | (own_id ^ other_id ^ low);
            count += ((own_tag | other_tag) & sink.needed) == sink.needed ? 1u : 0u;
        }
        const unsigned begun = S::bits(begins);
        if (begun == all_lanes) continue;
        sink.count = count;
        sink.tests += at - from + static_cast<unsigned>(__builtin_ctz(~begun));
        return true;
    }
}

template <class S>
std::uint32_t find_strip_pairs(const StripView& strips, std::uint32_t begin, std::uint32_t end,
                               PairSink& sink) {
    for (std::uint32_t own = begin; own < end; ++own) {
        if (!test_successors<S, true>(strips, own, own + 1, sink)) return own;
    }
    return end;
}

template <class S>
bool probe_strip(const StripView& strips, std::uint32_t own, std::uint32_t begin, PairSink& sink) {
    return test_successors<S, false>(strips, own, begin, sink);
}

}  // namespace toibox::broad
