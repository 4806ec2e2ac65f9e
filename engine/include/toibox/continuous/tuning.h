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

/// Horizons that certified advancement tries for a step. The whole rest of the motion proves most steps, and
/// a shorter one nearly all others; a fourth would seldom lengthen them.
inline constexpr int toi_horizons = 3;

/// Share of a horizon. A step that uses more of it would gain little from a shorter one.
inline constexpr double toi_horizon_used = 0.6;

}  // namespace toibox::tuning
