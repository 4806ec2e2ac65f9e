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

/// A palette of at most 255 colours. The most frequent colours are exact, so backgrounds, lines and fills
/// keep their colours. The other colours are approximated with an invisible error by as few palette
/// entries as possible, because fewer entries make a smaller movie. A colour has the same palette entry in
/// all frames, so bodies at rest do not flicker.
class ColorTable {
public:
    static constexpr std::size_t max_colors = 255;

    /// The result does not depend on the order of `counts`. Cost: O(colours · 255).
    explicit ColorTable(const ColorCounts& counts);

    [[nodiscard]] const std::vector<Rgb>& colors() const { return colors_; }
    /// Index of the palette entry of a colour. Requires: `color` is in the counts (asserted).
    [[nodiscard]] std::uint8_t index_of(Rgb color) const;

private:
    [[nodiscard]] std::uint8_t nearest(Rgb color) const;

    std::vector<Rgb> colors_;
    std::unordered_map<Rgb, std::uint8_t> index_;
};

}  // namespace toibox::app
