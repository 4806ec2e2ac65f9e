// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox::broad {

/// An integer with the same order as the float (−0 just below +0); not for NaN.
inline std::uint32_t ordered_key(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x8000'0000u) != 0 ? ~bits : bits | 0x8000'0000u;
}

/// Sorts by the upper halves of the numbers; stable. Three passes of eleven bits, least significant first; a
/// pass is skipped if all numbers have the same digit. `scratch` and `counts` are work memory. Cost: O(n),
/// plus a few microseconds.
inline void radix_sort(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& scratch,
                       std::vector<std::uint32_t>& counts) {
    constexpr unsigned passes = 3;
    constexpr unsigned bits = 11;
    constexpr std::uint32_t digits = 1u << bits;
    const auto digit_of = [](std::uint64_t number, unsigned pass) {
        return static_cast<std::uint32_t>(number >> (32u + bits * pass)) & (digits - 1u);
    };
    scratch.resize(numbers.size());
    counts.assign(passes * digits, 0);
    for (const std::uint64_t number : numbers) {
        ++counts[digit_of(number, 0)];
        ++counts[digits + digit_of(number, 1)];
        ++counts[2 * digits + digit_of(number, 2)];
    }
    for (unsigned pass = 0; pass < passes; ++pass) {
        std::uint32_t* offsets = counts.data() + pass * digits;
        if (numbers.empty() || offsets[digit_of(numbers[0], pass)] == numbers.size()) continue;
        std::uint32_t sum = 0;
        for (std::uint32_t digit = 0; digit < digits; ++digit) {
            const std::uint32_t count = offsets[digit];
            offsets[digit] = sum;
            sum += count;
        }
        for (const std::uint64_t number : numbers)
            scratch[offsets[digit_of(number, pass)]++] = number;
        numbers.swap(scratch);
    }
}

}  // namespace toibox::broad
