// SPDX-License-Identifier: MIT
// Colour quantisation: the box with the largest squared error is repeatedly split at the mean of the channel
// with the greatest variance.
// Source: P. Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982. Choosing box and
// cut by variance: S. Wan et al., "An algorithm for multidimensional data clustering", ACM TOMS 14, 1988.

#include "app/movie/color_table.h"

#include "toibox/core/assert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace toibox::app {

namespace {

constexpr std::size_t max_exact_colors = 96;
/// Only colours of at least 1 / exact_color_divisor of all pixels are exact.
constexpr std::uint64_t exact_color_divisor = 4096;
/// Allowed weighted RMS error of the approximated colours, in levels of 0…255. The error is invisible at
/// smooth edges, and a movie of many small bodies is a tenth smaller than with all 255 colours.
constexpr double target_error = 8.0;

using WeightedColor = std::pair<Rgb, double>;

int channel_of(Rgb color, int channel) {
    return static_cast<int>(color >> static_cast<unsigned>(16 - 8 * channel) & 0xFFu);
}

struct ColorBox {
    std::span<WeightedColor> colors;
    std::array<double, 3> mean{};
    double error = 0.0;     ///< Weighted sum of squared distances to the mean.
    int worst_channel = 0;  ///< The channel that contributes most to `error`.

    explicit ColorBox(std::span<WeightedColor> box_colors) : colors(box_colors) {
        double total_weight = 0.0;
        std::array<double, 3> squares{};
        for (const auto& [color, weight] : colors) {
            total_weight += weight;
            for (int c = 0; c < 3; ++c) {
                const double value = channel_of(color, c);
                mean[static_cast<std::size_t>(c)] += weight * value;
                squares[static_cast<std::size_t>(c)] += weight * value * value;
            }
        }
        double max_channel_error = -1.0;
        for (std::size_t c = 0; c < 3; ++c) {
            mean[c] /= total_weight;
            const double channel_error = std::max(squares[c] - total_weight * mean[c] * mean[c], 0.0);
            error += channel_error;
            if (channel_error > max_channel_error) {
                max_channel_error = channel_error;
                worst_channel = static_cast<int>(c);
            }
        }
    }

    [[nodiscard]] Rgb color() const {
        Rgb rgb = 0;
        for (const double value : mean)
            rgb = rgb << 8u | static_cast<Rgb>(std::lround(value));
        return rgb;
    }
    /// Moves the colours whose worst channel is at most the mean to the front. Returns their number.
    [[nodiscard]] std::size_t split() const {
        const double threshold = mean[static_cast<std::size_t>(worst_channel)];
        const auto upper = std::partition(colors.begin(), colors.end(), [&](const WeightedColor& entry) {
            return channel_of(entry.first, worst_channel) <= threshold;
        });
        return static_cast<std::size_t>(upper - colors.begin());
    }
};

/// Splits the colours into boxes until the error is small enough or there are `max_colors` boxes. Returns the
/// mean colour of each box.
std::vector<Rgb> quantize(std::vector<WeightedColor> weighted_colors, std::size_t max_colors) {
    double allowed_error = 0.0;
    for (const WeightedColor& entry : weighted_colors)
        allowed_error += entry.second * target_error * target_error;
    std::vector<ColorBox> boxes{ColorBox(weighted_colors)};
    double error = boxes.front().error;
    while (boxes.size() < max_colors && error > allowed_error) {
        const auto worst =
            std::max_element(boxes.begin(), boxes.end(),
                             [](const ColorBox& a, const ColorBox& b) { return a.error < b.error; });
        const std::size_t lower_count = worst->split();
        if (lower_count == 0 || lower_count == worst->colors.size()) break;
        const ColorBox lower(worst->colors.first(lower_count));
        const ColorBox upper(worst->colors.subspan(lower_count));
        error += lower.error + upper.error - worst->error;
        *worst = lower;
        boxes.push_back(upper);
    }
    std::vector<Rgb> colors;
    for (const ColorBox& box : boxes)
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
    while (exact < std::min(sorted.size(), max_exact_colors) &&
           sorted[exact].second * exact_color_divisor >= pixels)
        ++exact;
    for (std::size_t i = 0; i < exact; ++i) {
        index_[sorted[i].first] = static_cast<std::uint8_t>(i);
        colors_.push_back(sorted[i].first);
    }
    // Colours are weighted by the square root of their pixel count, so that small objects count, too.
    std::vector<WeightedColor> rest;
    for (std::size_t i = exact; i < sorted.size(); ++i)
        rest.emplace_back(sorted[i].first, std::sqrt(static_cast<double>(sorted[i].second)));
    if (rest.empty()) return;
    std::sort(rest.begin(), rest.end());
    const std::vector<Rgb> means = quantize(rest, max_colors - exact);
    colors_.insert(colors_.end(), means.begin(), means.end());
    for (const auto& [color, weight] : rest)
        index_[color] = nearest(color);
}

std::uint8_t ColorTable::nearest(Rgb color) const {
    std::size_t best = 0;
    int min_distance = 1 << 30;
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        int squared_distance = 0;
        for (int c = 0; c < 3; ++c) {
            const int difference = channel_of(colors_[i], c) - channel_of(color, c);
            squared_distance += difference * difference;
        }
        if (squared_distance < min_distance) {
            min_distance = squared_distance;
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
