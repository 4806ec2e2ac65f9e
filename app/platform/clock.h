// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::app {

/// Time of a monotonic clock with an arbitrary origin, nanoseconds. Used for frame times and
/// World::set_clock.
std::uint64_t steady_nanoseconds();

}  // namespace toibox::app
