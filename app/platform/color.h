// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::app {

/// 8-bit sRGB with straight alpha; four bytes in memory order r, g, b, a, as in vertex buffers.
struct Color {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;

    friend constexpr bool operator==(Color, Color) = default;
};

/// An opaque colour from 0xRRGGBB.
constexpr Color rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16u & 0xFFu), static_cast<std::uint8_t>(hex >> 8u & 0xFFu),
            static_cast<std::uint8_t>(hex & 0xFFu), 255};
}

/// The same colour at `alpha` in [0, 1].
constexpr Color with_alpha(Color color, float alpha) {
    color.a = static_cast<std::uint8_t>(alpha * 255.0f + 0.5f);
    return color;
}

/// Interpolates from `a` (t = 0) to `b` (t = 1), channel by channel.
constexpr Color mix(Color a, Color b, float t) {
    const auto channel = [t](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(static_cast<float>(from) * (1.0f - t) + static_cast<float>(to) * t +
                                         0.5f);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

/// Relative luminance of an opaque colour, 0 … 1. Source: WCAG 2.1, "relative luminance".
double luminance(Color color);

/// Contrast from 1 (equal) to 21 (black on white). Text needs at least 4.5. Source: WCAG 2.1, "contrast
/// ratio".
double contrast_ratio(Color a, Color b);

/// `color`, blended towards `text` in steps of 1/16 until its contrast with `background` is at least
/// `min_contrast`. Makes a colour from a scene visible in every theme. Requires: `text` itself has this
/// contrast.
Color legible(Color color, Color background, Color text, double min_contrast);

}  // namespace toibox::app
