// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace toibox::tuning {

/// Maximum number of deepest points resolved on one axis by bilateral advancement. Each moves the end of the
/// interval to an earlier time. The cases in E. Catto, "Continuous Collision", GDC 2013, need 1 to 3; 64 only
/// bounds the loop.
inline constexpr int max_push_back = 64;

/// Certified advancement: error of separations, relative to all lengths of a motion. A sum of rotated points
/// carries up to about 8 roundings; shrinking the band by 16 per side is safe.
inline constexpr double toi_rounding = 16.0 * std::numeric_limits<double>::epsilon();

/// Certified advancement first tries a horizon of this many times the time in which the deepest point would
/// reach the target at its current speed: far enough for most steps, and near enough for a good curvature
/// bound.
inline constexpr double toi_first_horizon = 2.0;

/// Number of horizons tried per step. A fourth would rarely lengthen the step.
inline constexpr int toi_horizons = 3;

/// A step longer than this fraction of its horizon would gain little from a shorter horizon. Measured over
/// the categories of toi_bench, 0.4 compared with 0.6: 8 % less time for 1 % more steps.
inline constexpr double toi_horizon_used = 0.4;

/// Moving circles: maximum rotation per interval of the step, radians. An arc then deviates from its chord by
/// at most 1/32 of its radius.
inline constexpr double max_rotation_per_interval = 0.5;
/// Moving circles: maximum number of intervals, enough for almost four turns. With more rotation, contacts
/// are found even earlier, never too late.
inline constexpr int max_intervals = 50;

}  // namespace toibox::tuning
