// SPDX-License-Identifier: MIT
#pragma once

/// The tolerance of motor.cpp; further ones: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// Share of what a motor joint's force can brake its two bodies by that it counts on when it chooses its
/// speed. Origin: the rest is for joints and contacts that pull along. Larger: a loaded drive overshoots;
/// smaller: a free one takes longer, 3 % at this share.
inline constexpr float braking_share = 0.8f;

}  // namespace toibox::tuning
