// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
    #include <emmintrin.h>
#endif

namespace toibox {

/// As std::memcpy, for what is not read again soon: large copies go past the caches, so that they neither
/// fetch what they overwrite nor push out what is in use.
inline void stream_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
#if defined(__SSE2__)
    constexpr std::size_t line = 64;
    constexpr std::size_t least = 1u << 16u;
    if (bytes >= least) {
        const std::size_t head = (line - reinterpret_cast<std::uintptr_t>(to) % line) % line;
        std::memcpy(to, from, head);
        std::size_t at = head;
        for (; at + line <= bytes; at += line) {
            for (std::size_t part = at; part < at + line; part += sizeof(__m128i)) {
                _mm_stream_si128(reinterpret_cast<__m128i*>(to + part),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + part)));
            }
        }
        _mm_sfence();
        to += at;
        from += at;
        bytes -= at;
    }
#endif
    std::memcpy(to, from, bytes);
}

}  // namespace toibox
