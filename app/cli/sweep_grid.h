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

/// One value that a sweep varies.
struct ParameterAxis {
    std::string pointer;              ///< JSON Pointer, array elements by id.
    std::vector<std::string> values;  ///< JSON values, in order; bare words are strings.
};

/// Reads `POINTER=FROM:TO:COUNT[:log]` or `POINTER=A,B,C` (commas and colons inside of brackets and quotes
/// belong to the value). Error: the place in the text, counted from 1, the reason and the cure.
Result<ParameterAxis, std::string> parse_axis(std::string_view text);
/// That of a scene's named sweep, or of a range; numbers as short as they read back.
ParameterAxis axis_of(const scene::ParameterSweepEntry& sweep);

/// All combinations of variants and values: the variant changes slowest, the last axis fastest.
class ParameterGrid {
public:
    ParameterGrid(std::vector<std::string> variants, std::vector<ParameterAxis> axes);

    struct Point {
        std::size_t variant = 0;
        std::vector<std::string> values;  ///< One an axis.
    };

    /// Product of all lengths; no more than `most_points`, which then stands for "too many".
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

/// Part `index` of `count`, from 1: an unbroken piece of the grid; the parts in order are the whole, and
/// their lengths differ by one at most.
struct Shard {
    std::size_t index = 1;
    std::size_t count = 1;

    /// First point, and the one after the last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> of(std::size_t points) const {
        return {points * (index - 1) / count, points * index / count};
    }
};
/// Reads "I/N", 1 ≤ I ≤ N ≤ 100000. Error: what is wrong.
Result<Shard, std::string> parse_shard(std::string_view text);

}  // namespace toibox::app
