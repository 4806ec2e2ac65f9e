// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::testing_support {

/// Default contact margin of a world, metres.
inline constexpr float margin = 0.02f;

}  // namespace toibox::testing_support
