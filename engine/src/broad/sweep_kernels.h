// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The inner loop of the batched sweep, once for each instruction set; sweep_kernel.h holds the code.
namespace toibox::broad {

/// Boxes in columns, strip after strip, each strip ascending in lower_x. Behind the last box of a strip
/// stand `strip_padding` places whose lower_x is infinite, so that a wide load never meets the next strip.
struct StripView {
    const float* lower_x;
    const float* lower_y;
    const float* upper_x;
    const float* upper_y;
    const std::uint32_t* tag;  ///< The id, and flags above it.
};
inline constexpr std::uint32_t strip_padding = 8;

/// Of a tag. A box starts in the one strip that holds its lower edge.
inline constexpr std::uint32_t starts_here = 1u << 31;
inline constexpr std::uint32_t is_moved = 1u << 30;
inline constexpr std::uint32_t id_mask = is_moved - 1u;

/// Where pairs go: the lower id in the upper half of a number, so that pairs compare as numbers.
struct PairSink {
    std::uint64_t* pairs;
    std::size_t count;
    std::size_t capacity;
    std::uint64_t tests;   ///< Boxes tested so far, the same at every lane width.
    std::uint32_t needed;  ///< Flags that the two tags of a pair must have between them.
};

/// The pairs among the boxes [begin, end) of one strip. Returns `end`, or the box that found no room for its
/// pairs: to be gone on with when there is more.
using FindStripPairs = std::uint32_t (*)(const StripView& strips, std::uint32_t begin, std::uint32_t end,
                                         PairSink& sink);
/// The pairs of the box at `own` with those of another strip that begins at `begin`. False: no room.
using ProbeStripPairs = bool (*)(const StripView& strips, std::uint32_t own, std::uint32_t begin,
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
