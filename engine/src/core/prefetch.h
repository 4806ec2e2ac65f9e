// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace toibox {

/// Prefetches an object that will be read soon, for indirect access that hardware prefetchers cannot predict.
/// Has no effect on results; costs a few instructions per 64 bytes.
template <class T>
inline void prefetch(const T& object) {
#if defined(__GNUC__)
    constexpr std::size_t line = 64;
    const auto* const bytes = reinterpret_cast<const char*>(&object);
    for (std::size_t offset = 0; offset < sizeof(T); offset += line)
        __builtin_prefetch(bytes + offset);
#else
    static_cast<void>(object);
#endif
}

}  // namespace toibox
