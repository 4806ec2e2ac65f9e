// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::testing_support {

/// As the settings of a world have it, metres.
inline constexpr float margin = 0.02f;

}  // namespace toibox::testing_support
