// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::app {

/// Nanoseconds of a clock that never goes back, from any origin. The one clock of the program: frames are
/// timed by it, and World::set_clock takes it.
std::uint64_t steady_nanoseconds();

}  // namespace toibox::app
