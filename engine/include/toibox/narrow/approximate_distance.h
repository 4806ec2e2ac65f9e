// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

namespace toibox {

/// Distances between two points without a square root, from the days when square roots were expensive; kept
/// for comparison. Both functions are symmetric, and zero for equal points.
/// Source: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Cheaper distance
/// calculation".

/// The squared distance, to compare with a squared limit. Units: m². Error: three roundings; relative error ≤
/// 2 ε plus the error of the subtraction. Limits: overflows beyond 1e154 m, and is 0 below 1e-162 m.
constexpr double squared_distance(Vec2d a, Vec2d b) {
    return length_squared(b - a);
}

/// |dx| + |dy| minus half of the shorter of the two: a distance whose circles are octagons. Units: metres.
/// Error: never too short; too long by at most √5/2 − 1 = 11.8 % (where one side is half of the other), exact
/// along the axes, 6.1 % too long along the diagonals.
constexpr double octagonal_distance(Vec2d a, Vec2d b) {
    const Vec2d d = abs(b - a);
    const double shorter = d.x < d.y ? d.x : d.y;
    const double longer = d.x < d.y ? d.y : d.x;
    return longer + 0.5 * shorter;
}

/// Maximum ratio of octagonal_distance to the distance: √5 / 2, rounded up.
inline constexpr double max_octagonal_ratio = 1.1180339887498950;

}  // namespace toibox
