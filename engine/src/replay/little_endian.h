// SPDX-License-Identifier: MIT
#pragma once

// Numbers as little-endian bytes, on every machine.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toibox::replay {

template <class T>
void append_little_endian(std::vector<std::byte>& bytes, T word) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes.push_back(static_cast<std::byte>(std::uint64_t{word} >> (8 * i)));
}

/// At most eight bytes.
inline std::uint64_t read_little_endian(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
}
template <class T>
T read_little_endian_at(std::span<const std::byte> bytes, std::size_t at) {
    return static_cast<T>(read_little_endian(bytes.subspan(at, sizeof(T))));
}

}  // namespace toibox::replay
