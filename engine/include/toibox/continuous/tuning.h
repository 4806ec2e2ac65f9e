// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::tuning {

/// Deepest points resolved on one axis before bilateral advancement gives up. Each takes the end of the
/// interval to an earlier time; runs of the talk's cases need 1 to 3, so 64 is only there to bound the loop.
inline constexpr int max_push_back = 64;

}  // namespace toibox::tuning
