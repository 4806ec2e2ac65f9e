// SPDX-License-Identifier: MIT
// Colours by cutting boxes in two along the channel of greatest variance, at the mean: the box whose squared
// error is largest first.
// Source: P. Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982; the choice of box
// and cut by variance: S. Wan et al., "An algorithm for multidimensional data clustering", ACM TOMS 14, 1988.

#include "app/movie/color_table.h"

#include "toibox/core/assert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace toibox::app {

namespace {

constexpr std::size_t max_exact_colors = 96;  ///< Colours that are kept as they are:
constexpr std::uint64_t exact_share = 4096;   ///< each at least this part of all pixels.
/// Levels of 256 that the rest may be off, as the root of the mean square: seen in no smooth edge, and a film
/// of many small bodies is a tenth smaller than with all 255 colours.
constexpr double target_error = 8.0;

using Weighted = std::pair<Rgb, double>;

int channel_of(Rgb color, int channel) {
    return static_cast<int>(color >> static_cast<unsigned>(16 - 8 * channel) & 0xFFu);
}

struct Box {
    std::span<Weighted> colors;
    std::array<double, 3> mean{};
    double error = 0.0;  ///< Weighted sum of squared distances to the mean …
    int widest = 0;      ///< … to which this channel gives most.

    explicit Box(std::span<Weighted> within) : colors(within) {
        double weight = 0.0;
        std::array<double, 3> squares{};
        for (const auto& [color, share] : colors) {
            weight += share;
            for (int c = 0; c < 3; ++c) {
                const double value = channel_of(color, c);
                mean[static_cast<std::size_t>(c)] += share * value;
                squares[static_cast<std::size_t>(c)] += share * value * value;
            }
        }
        double most = -1.0;
        for (std::size_t c = 0; c < 3; ++c) {
            mean[c] /= weight;
            const double own = std::max(squares[c] - weight * mean[c] * mean[c], 0.0);
            error += own;
            if (own > most) {
                most = own;
                widest = static_cast<int>(c);
            }
        }
    }

    [[nodiscard]] Rgb color() const {
        Rgb whole = 0;
        for (const double value : mean)
            whole = whole << 8u | static_cast<Rgb>(std::lround(value));
        return whole;
    }
    /// Puts what is below the mean first; returns how much that is.
    [[nodiscard]] std::size_t split() const {
        const double at = mean[static_cast<std::size_t>(widest)];
        const auto upper = std::partition(colors.begin(), colors.end(), [&](const Weighted& entry) {
            return channel_of(entry.first, widest) <= at;
        });
        return static_cast<std::size_t>(upper - colors.begin());
    }
};

/// The means of boxes round all of it: at most `most`, and no more than the error wanted takes.
std::vector<Rgb> cut(std::vector<Weighted> weighted, std::size_t most) {
    double allowed_error = 0.0;
    for (const Weighted& entry : weighted)
        allowed_error += entry.second * target_error * target_error;
    std::vector<Box> boxes{Box(weighted)};
    double error = boxes.front().error;
    while (boxes.size() < most && error > allowed_error) {
        const auto worst = std::max_element(boxes.begin(), boxes.end(),
                                            [](const Box& a, const Box& b) { return a.error < b.error; });
        const std::size_t at = worst->split();
        if (at == 0 || at == worst->colors.size()) break;
        const Box lower(worst->colors.first(at));
        const Box upper(worst->colors.subspan(at));
        error += lower.error + upper.error - worst->error;
        *worst = lower;
        boxes.push_back(upper);
    }
    std::vector<Rgb> colors;
    for (const Box& box : boxes)
        colors.push_back(box.color());
    return colors;
}

}  // namespace

ColorTable::ColorTable(const ColorCounts& counts) {
    std::vector<std::pair<Rgb, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::uint64_t pixels = 0;
    for (const auto& [color, count] : sorted)
        pixels += count;
    std::size_t exact = 0;
    while (exact < std::min(sorted.size(), max_exact_colors) && sorted[exact].second * exact_share >= pixels)
        ++exact;
    for (std::size_t i = 0; i < exact; ++i) {
        index_[sorted[i].first] = static_cast<std::uint8_t>(i);
        colors_.push_back(sorted[i].first);
    }
    // By the root of their area: small things are looked at too.
    std::vector<Weighted> rest;
    for (std::size_t i = exact; i < sorted.size(); ++i)
        rest.emplace_back(sorted[i].first, std::sqrt(static_cast<double>(sorted[i].second)));
    if (rest.empty()) return;
    std::sort(rest.begin(), rest.end());
    const std::vector<Rgb> means = cut(rest, most - exact);
    colors_.insert(colors_.end(), means.begin(), means.end());
    for (const auto& [color, share] : rest)
        index_[color] = nearest(color);
}

std::uint8_t ColorTable::nearest(Rgb color) const {
    std::size_t best = 0;
    int least = 1 << 30;
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        int square = 0;
        for (int c = 0; c < 3; ++c) {
            const int off = channel_of(colors_[i], c) - channel_of(color, c);
            square += off * off;
        }
        if (square < least) {
            least = square;
            best = i;
        }
    }
    return static_cast<std::uint8_t>(best);
}

std::uint8_t ColorTable::index_of(Rgb color) const {
    const auto found = index_.find(color);
    TOIBOX_ASSERT(found != index_.end());
    return found->second;
}

}  // namespace toibox::app
