// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace toibox {

/// 64 bits over a stream of values: the same values in the same order give the same hash on every machine.
/// Each 64-bit word is mixed in by multiplication and rotation, and the end is avalanched, so that one
/// flipped bit changes half of the result; not cryptographic. Cost: about 1 ns a word. Source: the 64-bit
/// finaliser is that of D. Stafford, "Better Bit Mixing", 2011, variant 13.
class Hasher {
public:
    explicit constexpr Hasher(std::uint64_t seed = 0) : state_(seed ^ 0x9E37'79B9'7F4A'7C15u) {}

    constexpr void add(std::uint64_t word) {
        state_ = std::rotl(state_ ^ (word * 0xC2B2'AE3D'27D4'EB4Fu), 27) * 0x9FB2'1C65'1E98'DF25u;
        ++words_;
    }
    constexpr void add(std::uint32_t word) { add(std::uint64_t{word}); }
    /// −0 counts as +0.
    constexpr void add(double value) { add(std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value)); }
    constexpr void add(float value) {
        add(std::uint64_t{std::bit_cast<std::uint32_t>(value == 0.0f ? 0.0f : value)});
    }
    constexpr void add(bool value) { add(std::uint64_t{value}); }

    [[nodiscard]] constexpr std::uint64_t value() const {
        std::uint64_t x = state_ ^ words_;
        x = (x ^ (x >> 30)) * 0xBF58'476D'1CE4'E5B9u;
        x = (x ^ (x >> 27)) * 0x94D0'49BB'1331'11EBu;
        return x ^ (x >> 31);
    }

private:
    std::uint64_t state_;
    std::uint64_t words_ = 0;
};

}  // namespace toibox
