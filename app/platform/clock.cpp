// SPDX-License-Identifier: MIT
#include "app/platform/clock.h"

#include <algorithm>
#include <chrono>

namespace toibox::app {

std::uint64_t steady_nanoseconds() {
    const auto since_origin = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(since_origin).count());
}

double FrameClock::begin_frame(std::uint64_t now) {
    if (state_ == State::BeforeFirstFrame) {
        state_ = State::FirstFrame;
        return 0.0;
    }
    const double elapsed = static_cast<double>(now - start_) * 1e-9;
    start_ = now;
    return std::min(elapsed, max_seconds);
}

void FrameClock::end_frame(std::uint64_t now) {
    if (state_ != State::FirstFrame) return;
    state_ = State::Running;
    start_ = now;
}

}  // namespace toibox::app
