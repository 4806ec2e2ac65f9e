// SPDX-License-Identifier: MIT
#include "app/platform/clock.h"

#include <chrono>

namespace toibox::app {

std::uint64_t steady_nanoseconds() {
    const auto since_origin = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(since_origin).count());
}

}  // namespace toibox::app
