// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace toibox {

/// A small seeded generator: the same seed gives the same numbers on every machine. Its two members are its
/// whole state. Source: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
/// Algorithms for Random Number Generation", HMC-CS-2014-0905: PCG-XSH-RR 64/32.
struct Rng {
    std::uint64_t state = 0;
    std::uint64_t increment = 1;  ///< Odd; one stream a value.

    constexpr explicit Rng(std::uint64_t seed = 0, std::uint64_t stream = 0)
        : increment((stream << 1u) | 1u) {
        next();
        state += seed;
        next();
    }

    /// 32 uniform bits.
    constexpr std::uint32_t next() {
        const std::uint64_t old = state;
        state = old * 6364136223846793005u + increment;
        const auto shifted = static_cast<std::uint32_t>(((old >> 18u) ^ old) >> 27u);
        return std::rotr(shifted, static_cast<int>(old >> 59u));
    }
    /// Uniform in [0, bound), without bias. Requires bound > 0.
    constexpr std::uint32_t below(std::uint32_t bound) {
        const std::uint32_t threshold = (0u - bound) % bound;
        std::uint32_t bits = next();
        while (bits < threshold)
            bits = next();
        return bits % bound;
    }
    /// Uniform in [0, 1): 24 bits.
    constexpr float uniform() { return static_cast<float>(next() >> 8u) * 0x1p-24f; }
    constexpr float uniform(float low, float high) { return low + (high - low) * uniform(); }
    /// Uniform in [0, 1): 53 bits.
    constexpr double uniform_double() {
        const std::uint64_t high = next();
        const std::uint64_t low = next();
        return static_cast<double>(((high << 32u) | low) >> 11u) * 0x1p-53;
    }
    constexpr double uniform_double(double low, double high) { return low + (high - low) * uniform_double(); }

    friend constexpr bool operator==(const Rng&, const Rng&) = default;
};

}  // namespace toibox
