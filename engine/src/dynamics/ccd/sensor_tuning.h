// SPDX-License-Identifier: MIT
#pragma once

/// Tolerance of sensor_crossings.cpp. All others: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// How deep a shape that crosses a sensor between two detections must enter it, as a share of the pair's
/// target distance: 0.1 mm with the default target. Origin: far above the rounding of poses, far below what
/// is visible. Smaller: a shape that touches the sensor at the end of a step may be reported twice.
inline constexpr double sensor_depth_share = 0.02;

}  // namespace toibox::tuning
