// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances of motor joints (motor.cpp).
namespace toibox::tuning {

/// Fraction of its maximum deceleration that a motor joint relies on when it chooses its speed. Origin: the
/// remaining fraction is for other joints and contacts. Larger: a loaded motor joint overshoots. Smaller: an
/// unloaded one takes longer (3 % longer at this fraction).
inline constexpr float braking_fraction = 0.8f;

}  // namespace toibox::tuning
