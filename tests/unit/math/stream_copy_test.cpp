// SPDX-License-Identifier: MIT
#include "math/wide/stream_copy.h"

#include "toibox/core/rng.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

// Sizes below, at and above the limit for streaming stores, with various alignments within a cache line.
TEST(StreamCopy, CopiesExactlyTheRequestedBytes) {
    constexpr std::size_t streaming_size = 1u << 16u;
    constexpr std::byte untouched{0xA5};
    Rng rng(1);
    std::vector<std::byte> from(3 * streaming_size + 128);
    for (std::byte& byte : from)
        byte = static_cast<std::byte>(rng.next() & 0xFFu);
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{63}, streaming_size - 1, streaming_size,
          streaming_size + 1, streaming_size + 63, 3 * streaming_size}) {
        for (std::size_t shift = 0; shift < 64; shift += 7) {
            std::vector<std::byte> to(bytes + 128, untouched);
            const std::size_t source = (5 * shift) % 64;
            stream_copy(to.data() + shift, from.data() + source, bytes);
            const auto begin = to.begin() + static_cast<std::ptrdiff_t>(shift);
            const auto end = begin + static_cast<std::ptrdiff_t>(bytes);
            EXPECT_TRUE(std::equal(begin, end, from.begin() + static_cast<std::ptrdiff_t>(source)));
            const auto is_untouched = [](std::byte byte) { return byte == untouched; };
            EXPECT_TRUE(std::all_of(to.begin(), begin, is_untouched));
            EXPECT_TRUE(std::all_of(end, to.end(), is_untouched));
        }
    }
}

}  // namespace
}  // namespace toibox
