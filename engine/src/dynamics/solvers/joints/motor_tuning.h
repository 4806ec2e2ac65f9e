// SPDX-License-Identifier: MIT
#pragma once

/// Tolerance of motor.cpp. All others: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// Share of its maximum deceleration that a motor joint relies on when it chooses its speed. Origin: the rest
/// is for joints and contacts that pull along. Larger: a loaded drive overshoots; smaller: an unloaded one
/// takes longer, 3 % at this share.
inline constexpr float braking_share = 0.8f;

}  // namespace toibox::tuning
