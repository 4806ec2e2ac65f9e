// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances of sensor crossings (sensor_crossings.cpp).
namespace toibox::tuning {

/// Minimum depth of a shape in a sensor that it crosses between two detections, as a fraction of the pair's
/// target distance: 0.1 mm with the default target. Origin: far above the rounding error of poses, far below
/// what is visible. Smaller: a shape that touches the sensor at the end of a step may be reported twice.
inline constexpr double sensor_depth_fraction = 0.02;

}  // namespace toibox::tuning
