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

/// The number of pixels of each colour.
using ColorCounts = std::unordered_map<Rgb, std::uint64_t>;

/// A palette of at most 255 colours. The most frequent colours are exact, so surfaces, lines and fills keep
/// their colour; the others are approximated by as few colours as look good, because fewer colours make a
/// smaller movie. A colour is mapped to the same palette entry in all frames, so bodies at rest do not
/// flicker.
class ColorTable {
public:
    static constexpr std::size_t max_colors = 255;

    /// Independent of the order of the counts. Cost: O(colours · 255).
    explicit ColorTable(const ColorCounts& counts);

    [[nodiscard]] const std::vector<Rgb>& colors() const { return colors_; }
    /// Requires: `color` was counted (asserted).
    [[nodiscard]] std::uint8_t index_of(Rgb color) const;

private:
    [[nodiscard]] std::uint8_t nearest(Rgb color) const;

    std::vector<Rgb> colors_;
    std::unordered_map<Rgb, std::uint8_t> index_;
};

}  // namespace toibox::app
