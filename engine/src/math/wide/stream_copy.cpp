// SPDX-License-Identifier: MIT
#include "math/wide/stream_copy.h"

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
    #include <emmintrin.h>
#endif

namespace toibox {

#if defined(__SSE2__)
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t min_streamed_bytes = 1u << 16u;

/// Copies whole cache lines; `to` is aligned to one. Returns the number of bytes copied.
std::size_t stream_lines(std::byte* to, const std::byte* from, std::size_t bytes) {
    const std::size_t whole_lines = bytes / line * line;
    for (std::size_t offset = 0; offset < whole_lines; offset += sizeof(__m128i)) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + offset),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + offset)));
    }
    _mm_sfence();
    return whole_lines;
}

}  // namespace
#endif

void stream_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
#if defined(__SSE2__)
    if (bytes >= min_streamed_bytes) {
        const std::size_t head = (line - reinterpret_cast<std::uintptr_t>(to) % line) % line;
        std::memcpy(to, from, head);
        const std::size_t done = head + stream_lines(to + head, from + head, bytes - head);
        to += done;
        from += done;
        bytes -= done;
    }
#endif
    if (bytes > 0) std::memcpy(to, from, bytes);
}

}  // namespace toibox
