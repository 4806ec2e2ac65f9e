// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace toibox {

/// A 64-bit hash of a stream of words, equal on every machine; used to compare worlds. Each word is mixed in
/// by a 64×64-bit multiplication whose two halves are folded; value() mixes in the length. Not resistant to
/// adversarial keys. The type matters: a value added as 32 bits hashes differently from the same value as 64
/// bits. Cost: about 3 ns per word. Source: the folded product of Wang Yi, "wyhash", 2019.
class Hasher {
public:
    constexpr explicit Hasher(std::uint64_t seed = 0) : state_(seed ^ start) {}

    constexpr void add(std::uint64_t word) {
        state_ = folded_product(state_ ^ word, word_factor) + std::rotl(word, 29);
        ++count_;
    }
    constexpr void add(std::uint32_t word) { add(word | tag_32_bit); }
    constexpr void add(std::int32_t value) { add(static_cast<std::uint32_t>(value)); }
    constexpr void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
    constexpr void add(std::uint8_t value) { add(std::uint32_t{value}); }
    constexpr void add(bool value) { add(std::uint32_t{value}); }
    /// −0 hashes like 0 because they compare equal; all NaNs hash alike.
    constexpr void add(float value) {
        add(std::bit_cast<std::uint32_t>(value == 0.0f ? 0.0f : value == value ? value : canonical_nan));
    }
    constexpr void add(double value) {
        constexpr double nan = static_cast<double>(canonical_nan);
        add(std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value == value ? value : nan));
    }
    void add(std::string_view text);
    template <class T>
    void add(const T*) = delete;  ///< Addresses are not state, and string literals must not convert to bool.

    /// The hash of everything added so far; more may be added afterwards.
    [[nodiscard]] constexpr std::uint64_t value() const {
        const std::uint64_t once = folded_product(state_ ^ count_, end_factor);
        return folded_product(once ^ start, word_factor);
    }

private:
    // Digits of √2, the golden ratio, √3 and √7.
    static constexpr std::uint64_t start = 0x6A09'E667'F3BC'C908u;
    static constexpr std::uint64_t word_factor = 0x9E37'79B9'7F4A'7C15u;
    static constexpr std::uint64_t end_factor = 0xBB67'AE85'84CA'A73Bu;
    static constexpr std::uint64_t tag_32_bit = std::uint64_t{0xA54F'F53A} << 32;
    static constexpr float canonical_nan = std::bit_cast<float>(0x7FC0'0000u);

    /// High half xor low half of the 128-bit product, from four 32-bit products: standard C++ has no 128-bit
    /// type.
    static constexpr std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
        const std::uint64_t a_low = a & 0xFFFF'FFFFu;
        const std::uint64_t a_high = a >> 32;
        const std::uint64_t b_low = b & 0xFFFF'FFFFu;
        const std::uint64_t b_high = b >> 32;
        const std::uint64_t middle_1 = a_high * b_low + ((a_low * b_low) >> 32);
        const std::uint64_t middle_2 = a_low * b_high + (middle_1 & 0xFFFF'FFFFu);
        const std::uint64_t high = a_high * b_high + (middle_1 >> 32) + (middle_2 >> 32);
        return high ^ (a * b);
    }

    std::uint64_t state_;
    std::uint64_t count_ = 0;
};

}  // namespace toibox
