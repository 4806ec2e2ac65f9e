// SPDX-License-Identifier: MIT
#include "app/platform/color.h"

#include <cmath>

namespace toibox::app {
namespace {

double linear(std::uint8_t channel) {
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

}  // namespace

double luminance(Color color) {
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

double contrast_ratio(Color a, Color b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return la > lb ? (la + 0.05) / (lb + 0.05) : (lb + 0.05) / (la + 0.05);
}

Color legible(Color color, Color background, Color text, double min_contrast) {
    constexpr int steps = 16;
    for (int i = 0; i < steps; ++i) {
        const Color candidate = mix(color, text, static_cast<float>(i) / steps);
        if (contrast_ratio(candidate, background) >= min_contrast) return candidate;
    }
    return text;
}

}  // namespace toibox::app
