// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace toibox::app {

/// 0xRRGGBB.
using Rgb = std::uint32_t;

/// How often each colour was seen.
using ColorCounts = std::unordered_map<Rgb, std::uint64_t>;

/// At most 255 colours that stand for all that were seen: the most frequent exactly (surfaces, lines and
/// fills keep their colour), for the rest the means of boxes cut where they vary most, no more of them than
/// the eye asks for, because a film of fewer is smaller. A colour always becomes the same one, so that what
/// rests does not flicker.
class ColorTable {
public:
    static constexpr std::size_t most = 255;

    /// Depends on the counts alone, not on their order. Cost: O(colours · 255).
    explicit ColorTable(const ColorCounts& counts);

    [[nodiscard]] const std::vector<Rgb>& colors() const { return colors_; }
    /// Requires a colour that was counted (asserted).
    [[nodiscard]] std::uint8_t index_of(Rgb color) const;

private:
    [[nodiscard]] std::uint8_t nearest(Rgb color) const;

    std::vector<Rgb> colors_;
    std::unordered_map<Rgb, std::uint8_t> index_;
};

}  // namespace toibox::app
