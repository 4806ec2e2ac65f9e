// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/assert.h"

#include <cstdint>

namespace toibox {

/// A small random number generator with an explicit seed, identical on every machine: PCG-XSH-RR with 64 bits
/// of state and 32 bits of output. Generators with the same seed and different streams give different
/// sequences. The two words of a generator are its complete state, so it can be part of the world state.
/// Never seeded from a clock. Source: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically
/// Good Algorithms for Random Number Generation", Harvey Mudd College HMC-CS-2014-0905, section 6.3.
struct Rng {
    std::uint64_t state = 0;
    std::uint64_t increment = 1;  ///< Odd; selects the stream.

    friend constexpr bool operator==(const Rng&, const Rng&) = default;

    explicit constexpr Rng(std::uint64_t seed = 0, std::uint64_t stream = 0) : increment((stream << 1) | 1u) {
        next();
        state += seed;
        next();
    }

    /// 32 random bits.
    constexpr std::uint32_t next() {
        const std::uint64_t old = state;
        state = old * 6364136223846793005u + increment;
        const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
        const auto rotation = static_cast<std::uint32_t>(old >> 59);
        return (shifted >> rotation) | (shifted << ((32u - rotation) & 31u));
    }
    constexpr std::uint64_t next_u64() {
        const std::uint64_t high = next();
        return (high << 32) | next();
    }

    /// Unbiased, in [0, bound). Requires: bound > 0 (asserted).
    /// Source: D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29, 2019, algorithm 5.
    constexpr std::uint32_t below(std::uint32_t bound) {
        TOIBOX_ASSERT(bound > 0);
        std::uint64_t product = std::uint64_t{next()} * bound;
        auto low = static_cast<std::uint32_t>(product);
        if (low < bound) {
            const std::uint32_t rejected = (0u - bound) % bound;
            while (low < rejected) {
                product = std::uint64_t{next()} * bound;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }
    /// Unbiased, in [first, last], both inclusive. Requires: first ≤ last (asserted).
    constexpr int integer(int first, int last) {
        TOIBOX_ASSERT(first <= last);
        const std::uint32_t span = static_cast<std::uint32_t>(last) - static_cast<std::uint32_t>(first) + 1u;
        const std::uint32_t offset = span == 0 ? next() : below(span);
        return static_cast<int>(static_cast<std::uint32_t>(first) + offset);
    }

    /// Uniform in [0, 1): a multiple of 2⁻²⁴, all equally likely.
    constexpr float uniform() { return static_cast<float>(next() >> 8) * 0x1p-24f; }
    /// Uniform in [a, b), or a if a == b. Requires: a ≤ b (asserted); a, b and b − a are finite.
    constexpr float uniform(float a, float b) {
        TOIBOX_ASSERT(a <= b);
        const float value = a + (b - a) * uniform();
        return value < b ? value : a;  // rounding may reach b
    }
    /// Uniform in [0, 1): a multiple of 2⁻⁵³, all equally likely.
    constexpr double uniform_double() { return static_cast<double>(next_u64() >> 11) * 0x1p-53; }
    constexpr double uniform_double(double a, double b) {
        TOIBOX_ASSERT(a <= b);
        const double value = a + (b - a) * uniform_double();
        return value < b ? value : a;
    }
    constexpr bool next_bool() { return (next() >> 31) != 0; }
};

}  // namespace toibox
