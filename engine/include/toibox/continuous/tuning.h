// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace toibox::tuning {

/// Deepest points resolved on one axis before bilateral advancement gives up. Each takes the end of the
/// interval to an earlier time; runs of the talk's cases need 1 to 3, so 64 is only there to bound the loop.
inline constexpr int max_push_back = 64;

/// Certified advancement, relative to all lengths of a motion: what separations may be off by. A sum of
/// rotated points carries up to about 8 roundings; a band shrunk by 16 a side is safe from them.
inline constexpr double toi_rounding = 16.0 * std::numeric_limits<double>::epsilon();

/// Certified advancement first looks ahead by this many times what the deepest point would need at its
/// present speed: far enough for most steps, and so near that their curvature is well known.
inline constexpr double toi_first_horizon = 2.0;

/// Horizons tried for a step. A fourth would seldom lengthen it.
inline constexpr int toi_horizons = 3;

/// Share of a horizon. A step that uses more of it would gain little from a shorter one. Measured over the
/// categories of toi_bench, 0.4 against 0.6: 8 % less time for 1 % more steps.
inline constexpr double toi_horizon_used = 0.4;

/// Moving circles: radians of a part of the step, whose arc then stands off from its line by a thirty-second
/// of its radius; and parts at most, for four turns. What turns further is told of too early, never too late.
inline constexpr double max_turn_per_part = 0.5;
inline constexpr int max_parts = 50;

}  // namespace toibox::tuning
