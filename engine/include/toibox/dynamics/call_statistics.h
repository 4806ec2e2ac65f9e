// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/handle.h"

#include <array>
#include <bit>
#include <cstdint>

namespace toibox {

/// Count, sum and maximum of a value over several calls.
struct Tally {
    std::uint64_t calls = 0;
    std::uint64_t sum = 0;
    std::uint64_t max = 0;

    constexpr void add(std::uint64_t value) {
        ++calls;
        sum += value;
        max = value > max ? value : max;
    }
    constexpr void merge(const Tally& other) {
        calls += other.calls;
        sum += other.sum;
        max = other.max > max ? other.max : max;
    }
    [[nodiscard]] constexpr double average() const {
        return calls == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(calls);
    }
};

/// How often a value occurred. A value below 16 has its own bin; larger values have four bins per octave, and
/// the last bin has no upper end.
struct Distribution {
    static constexpr std::uint32_t exact_bins = 16;
    static constexpr std::uint32_t bins_per_octave = 4;
    static constexpr std::uint32_t bins = exact_bins + 20 * bins_per_octave;
    std::array<std::uint32_t, bins> counts{};

    static constexpr std::uint32_t bin_of(std::uint64_t value) {
        if (value < exact_bins) return static_cast<std::uint32_t>(value);
        // The octave, and the two bits after the leading one.
        const auto octave = static_cast<std::uint32_t>(std::bit_width(value) - 1);
        const std::uint32_t quarter =
            static_cast<std::uint32_t>(value >> (octave - 2)) & (bins_per_octave - 1);
        const std::uint32_t bin = exact_bins + (octave - 4) * bins_per_octave + quarter;
        return bin < bins ? bin : bins - 1;
    }
    /// The smallest value of a bin. The largest is the value before the next bin.
    static constexpr std::uint64_t first_value(std::uint32_t bin) {
        if (bin < exact_bins) return bin;
        const std::uint32_t octave = 4 + (bin - exact_bins) / bins_per_octave;
        const std::uint64_t quarter = (bin - exact_bins) % bins_per_octave;
        return (bins_per_octave + quarter) << (octave - 2);
    }
    constexpr void add(std::uint64_t value, std::uint32_t times = 1) { counts[bin_of(value)] += times; }
    /// `max`: no value of `other` is larger.
    constexpr void merge(const Distribution& other, std::uint64_t max) {
        for (std::uint32_t i = 0; i <= bin_of(max); ++i)
            counts[i] += other.counts[i];
    }
    /// `max`: no value is larger.
    constexpr void clear(std::uint64_t max) {
        for (std::uint32_t i = 0; i <= bin_of(max); ++i)
            counts[i] = 0;
    }
};

/// The pair of shapes with the maximum of a counter.
struct WorstPair {
    ShapeHandle a;
    ShapeHandle b;
};

/// A value of several calls, with its distribution.
struct CallStatistics {
    Tally tally;
    Distribution values;
    WorstPair worst_pair;  ///< The first pair with the maximum.

    constexpr void add(std::uint64_t value, const WorstPair& pair) {
        set_worst_pair(value, pair);
        tally.add(value);
        values.add(value);
    }
    constexpr void merge(const CallStatistics& later) {
        if (later.tally.calls == 0) return;
        set_worst_pair(later.tally.max, later.worst_pair);
        tally.merge(later.tally);
        values.merge(later.values, later.tally.max);
    }
    /// Touches only the bins in use, because workers clear and merge statistics for every few bodies.
    constexpr void clear() {
        values.clear(tally.max);
        tally = {};
    }
    /// Requires: called before `value` is added to the tally.
    constexpr void set_worst_pair(std::uint64_t value, const WorstPair& pair) {
        if (value > tally.max || tally.calls == 0) worst_pair = pair;
    }
};

}  // namespace toibox
