// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace toibox {

/// On which side of the line from a to b the point c is: 1 left, −1 right, 0 exactly on the line. Exact for
/// all finite floats. Most calls are decided by the filter; the rest sum six products without error. Source:
/// J. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete
/// & Computational Geometry 18, 1997, sections 2.1 and 4.
inline int orientation(Vec2 a, Vec2 b, Vec2 c) {
    const Vec2d wide_a = widen(a);
    const Vec2d wide_b = widen(b);
    const Vec2d wide_c = widen(c);
    const Vec2d ab = wide_b - wide_a;
    const Vec2d ac = wide_c - wide_a;
    const double left = ab.x * ac.y;
    const double right = ab.y * ac.x;
    const double difference = left - right;
    constexpr double filter = 0x1p-50;  // more than twice ε(3 + 16ε) of the source, with ε = 2⁻⁵³
    const double error_bound = filter * (std::abs(left) + std::abs(right));
    if (difference > error_bound) return 1;
    if (difference < -error_bound) return -1;

    // a × b + b × c + c × a. Products of two floats are exact in double. The sum is stored as an expansion: a
    // list of doubles with the same exact sum, whose last nonzero member has its sign.
    const std::array<double, 6> terms{wide_a.x * wide_b.y,  -wide_a.y * wide_b.x, wide_b.x * wide_c.y,
                                      -wide_b.y * wide_c.x, wide_c.x * wide_a.y,  -wide_c.y * wide_a.x};
    std::array<double, 6> expansion{};
    for (std::size_t i = 0; i < terms.size(); ++i) {
        double carry = terms[i];
        for (std::size_t j = 0; j < i; ++j) {
            const double sum = carry + expansion[j];
            const double back = sum - carry;
            expansion[j] = (carry - (sum - back)) + (expansion[j] - back);
            carry = sum;
        }
        expansion[i] = carry;
    }
    for (std::size_t i = expansion.size(); i-- > 0;) {
        if (expansion[i] != 0.0) return expansion[i] > 0.0 ? 1 : -1;
    }
    return 0;
}

/// Whether p, which is on the line through a and b, is between them, including the ends.
constexpr bool is_between(Vec2 a, Vec2 b, Vec2 p) {
    const Vec2 low = min(a, b);
    const Vec2 high = max(a, b);
    return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
}

/// Whether the closed segments ab and cd have a point in common. Exact.
inline bool segments_intersect(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const Vec2 low_1 = min(a, b);
    const Vec2 high_1 = max(a, b);
    const Vec2 low_2 = min(c, d);
    const Vec2 high_2 = max(c, d);
    if (high_1.x < low_2.x || high_2.x < low_1.x || high_1.y < low_2.y || high_2.y < low_1.y) return false;
    const int c_side = orientation(a, b, c);
    const int d_side = orientation(a, b, d);
    const int a_side = orientation(c, d, a);
    const int b_side = orientation(c, d, b);
    if (c_side * d_side < 0 && a_side * b_side < 0) return true;
    return (c_side == 0 && is_between(a, b, c)) || (d_side == 0 && is_between(a, b, d)) ||
           (a_side == 0 && is_between(c, d, a)) || (b_side == 0 && is_between(c, d, b));
}

}  // namespace toibox
