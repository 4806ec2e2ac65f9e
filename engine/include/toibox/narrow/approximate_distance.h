// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

namespace toibox {

/// Distances of two points without the square root, from the days when it was dear: today they are here to be
/// compared. Both are symmetric, and zero only for equal points.
/// Source: lecture "Collision detection", slide "Cheaper distance calculation".

/// The distance squared, to be compared with a squared limit. Units: m². Error: three roundings, relative to
/// itself ≤ 2 ε beyond those of the subtraction. Limits: overflows beyond 1e154 m, and is 0 below 1e-162 m.
constexpr double squared_distance(Vec2d a, Vec2d b) {
    return length_squared(b - a);
}

/// |dx| + |dy| less half of the shorter: the distance whose circles are octagons. Units: metres. Error: never
/// too short, and too long by at most √5/2 − 1 = 11.8 % (where one side is half of the other); exact along
/// the axes; 6.1 % too long along the diagonals.
constexpr double octagonal_distance(Vec2d a, Vec2d b) {
    const Vec2d d = abs(b - a);
    const double shorter = d.x < d.y ? d.x : d.y;
    const double longer = d.x < d.y ? d.y : d.x;
    return longer + 0.5 * shorter;
}

/// The most that octagonal_distance is of the distance: √5 / 2, rounded up.
inline constexpr double max_octagonal_ratio = 1.1180339887498950;

}  // namespace toibox
