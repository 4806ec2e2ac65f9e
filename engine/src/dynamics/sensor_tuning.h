// SPDX-License-Identifier: MIT
#pragma once

/// The tolerance of sensor_crossings.cpp; further ones: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// What passes a sensor between two detections must come this deep into it, as a share of the target distance
/// of the pair: 0.1 mm with the default target. Origin: far above the rounding of poses, far below what is
/// seen. Less: what ends a step where it touches may be reported twice.
inline constexpr double sensor_depth_share = 0.02;

}  // namespace toibox::tuning
