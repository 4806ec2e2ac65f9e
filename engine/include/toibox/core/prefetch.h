// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace toibox {

/// Asks for the memory of an object that is soon to be read, where no processor guesses that it will be: a
/// list that leads all over another. Changes no result; costs a few instructions for each 64 bytes.
template <class T>
inline void prefetch(const T& object) {
#if defined(__GNUC__)
    constexpr std::size_t line = 64;
    const auto* const bytes = reinterpret_cast<const char*>(&object);
    for (std::size_t at = 0; at < sizeof(T); at += line)
        __builtin_prefetch(bytes + at);
#else
    static_cast<void>(object);
#endif
}

}  // namespace toibox
