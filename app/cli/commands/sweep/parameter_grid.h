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

/// A parameter that a sweep varies, and its values.
struct ParameterAxis {
    std::string pointer;              ///< JSON Pointer, array elements by id.
    std::vector<std::string> values;  ///< JSON values, in order; bare words are strings.
};

/// Parses `POINTER=FROM:TO:COUNT[:log]` or `POINTER=A,B,C`; commas and colons inside brackets and quotes
/// belong to the value. Error: a message with the character position (1-based), the reason and a hint.
Result<ParameterAxis, std::string> parse_axis(std::string_view text);
/// The axis of a scene's named sweep or of a range. Numbers have their shortest form that reads back exactly.
ParameterAxis axis_of(const scene::ParameterSweepEntry& sweep);

/// All combinations of variants and values: the variant changes slowest, the last axis fastest.
class ParameterGrid {
public:
    ParameterGrid(std::vector<std::string> variants, std::vector<ParameterAxis> axes);

    struct Point {
        std::size_t variant = 0;
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

/// Part `index` of `count` (1-based): a contiguous range of grid points. All parts in order are the whole
/// grid; their sizes differ by at most one.
struct Shard {
    std::size_t index = 1;
    std::size_t count = 1;

    /// The half-open range of points.
    [[nodiscard]] std::pair<std::size_t, std::size_t> of(std::size_t points) const {
        return {points * (index - 1) / count, points * index / count};
    }
};
/// Parses "I/N", 1 ≤ I ≤ N ≤ 100000. Error: a message for the user.
Result<Shard, std::string> parse_shard(std::string_view text);

}  // namespace toibox::app
