// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::app {

/// Nanoseconds of a monotonic clock with an arbitrary origin. Used for frame times and World::set_clock.
std::uint64_t steady_nanoseconds();

}  // namespace toibox::app
