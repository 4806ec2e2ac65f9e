// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/scene.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toibox::app {

/// A parameter that a parameter sweep varies, and the values that it takes.
struct ParameterAxis {
    std::string pointer;              ///< JSON Pointer in which ids stand for indices of array elements.
    std::vector<std::string> values;  ///< JSON values, in order; bare words are strings.
};

/// Parses `POINTER=FROM:TO:COUNT[:log]` or `POINTER=A,B,C`. Commas and colons inside brackets and quotes do
/// not separate values. Error: a message with the character position (1-based), the reason and a hint.
Result<ParameterAxis, std::string> parse_axis(std::string_view text);
/// The axis of a parameter sweep. Numbers are written in the shortest form that reads back exactly.
ParameterAxis axis_of(const scene::ParameterSweepEntry& sweep);

/// All combinations of variants and parameter values. The variant changes slowest, the last axis fastest.
class ParameterGrid {
public:
    ParameterGrid(std::vector<std::string> variants, std::vector<ParameterAxis> axes);

    struct Point {
        std::size_t variant = 0;          ///< Index in variants().
        std::vector<std::string> values;  ///< One per axis.
    };

    /// The number of combinations, clamped to `max_points`, which means "too many".
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Point at(std::size_t index) const;
    [[nodiscard]] const std::vector<std::string>& variants() const { return variants_; }
    [[nodiscard]] const std::vector<ParameterAxis>& axes() const { return axes_; }

    static constexpr std::size_t max_points = 10000001;

private:
    std::vector<std::string> variants_;
    std::vector<ParameterAxis> axes_;
    std::size_t size_ = 0;
};

/// Part `index` (from 1) of `count` parts of a grid. A part is a contiguous range of grid points; the sizes
/// of the parts differ by at most one.
struct Shard {
    std::size_t index = 1;
    std::size_t count = 1;

    /// The range [first, last) of this part in a grid of `points` points.
    [[nodiscard]] std::pair<std::size_t, std::size_t> range_in(std::size_t points) const {
        return {points * (index - 1) / count, points * index / count};
    }
};
/// Parses "I/N", 1 ≤ I ≤ N ≤ 100000. Error: a message for the user.
Result<Shard, std::string> parse_shard(std::string_view text);

}  // namespace toibox::app
