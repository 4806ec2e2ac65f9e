// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances of motor joints (motor.cpp).
namespace toibox::tuning {

/// Share of its maximum deceleration that a motor joint relies on when it chooses its speed. Origin: the
/// remaining share is for other joints and contacts. Larger: a loaded motor joint overshoots. Smaller: an
/// unloaded one takes longer (3 % longer at this share).
inline constexpr float braking_share = 0.8f;

}  // namespace toibox::tuning
