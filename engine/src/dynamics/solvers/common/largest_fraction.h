// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

namespace toibox {

/// The largest fraction s in [0, 1] of a change with linear · s + quadratic · s² ≤ allowed, where the left
/// side is the energy that the fraction adds. 0 if `allowed` is negative. Requires: quadratic ≥ 0, up to
/// rounding.
inline double largest_fraction(double linear, double quadratic, double allowed) {
    if (allowed < 0.0) return 0.0;
    if (!(linear + quadratic > allowed)) return 1.0;
    // The positive root, without cancellation.
    const double root = std::sqrt(std::max(linear * linear + 4.0 * quadratic * allowed, 0.0));
    if (linear < 0.0) return std::clamp(0.5 * (root - linear) / quadratic, 0.0, 1.0);
    return linear + root > 0.0 ? std::clamp(2.0 * allowed / (linear + root), 0.0, 1.0) : 0.0;
}

}  // namespace toibox
