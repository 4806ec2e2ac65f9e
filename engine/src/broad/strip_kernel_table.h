// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The inner loop of the batched sweep for each instruction set; the code is in strip_kernel.h.
namespace toibox::broad {

/// Boxes as columns, strip after strip, each strip ascending in lower_x. Each strip is followed by
/// `strip_padding` entries whose lower_x is infinite, so that a wide load never reaches the next strip.
struct StripView {
    const float* lower_x;
    const float* lower_y;
    const float* upper_x;
    const float* upper_y;
    const std::uint32_t* tag;  ///< The id, with flags in the top bits.
};
inline constexpr std::uint32_t strip_padding = 8;

/// Flags of a tag. A box starts in the one strip that contains its lower edge.
inline constexpr std::uint32_t starts_here = 1u << 31;
inline constexpr std::uint32_t is_moved = 1u << 30;
inline constexpr std::uint32_t id_mask = is_moved - 1u;

/// A buffer for the pairs found. The lower id of a pair is in its upper half, so that pairs compare as
/// numbers.
struct PairSink {
    std::uint64_t* pairs;
    std::size_t count;
    std::size_t capacity;
    std::uint64_t tests;           ///< Number of box-box tests so far; independent of the lane width.
    std::uint32_t required_flags;  ///< Each must be set in at least one tag of a pair.
};

/// Finds the pairs among the boxes [begin, end) of one strip. Returns `end`, or the box for whose pairs there
/// was no room: grow the sink and continue there.
using FindStripPairs = std::uint32_t (*)(const StripView& strips, std::uint32_t begin, std::uint32_t end,
                                         PairSink& sink);
/// Finds the pairs of `box` with the strip that starts at `begin`. Returns false if there was no room.
using ProbeStripPairs = bool (*)(const StripView& strips, std::uint32_t box, std::uint32_t begin,
                                 PairSink& sink);

struct StripKernels {
    FindStripPairs find_strip_pairs;
    ProbeStripPairs probe_strip;
};

}  // namespace toibox::broad

namespace toibox::isa_scalar {
extern const broad::StripKernels strip_kernels;
}
namespace toibox::isa_sse2 {
extern const broad::StripKernels strip_kernels;
}
namespace toibox::isa_avx2 {
extern const broad::StripKernels strip_kernels;
}
