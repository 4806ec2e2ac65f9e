// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace toibox::app {

/// Time of a monotonic clock with an arbitrary origin, nanoseconds. Used for frame times and
/// World::set_clock.
std::uint64_t steady_nanoseconds();

/// Measures how far each frame advances the world. The first frame also loads fonts and compiles shaders, so
/// time starts when that frame is shown. Arguments: steady_nanoseconds().
class FrameClock {
public:
    /// Seconds since the start of the last frame, or since the end of the first frame; at most `max_seconds`.
    /// 0 in the first frame.
    double begin_frame(std::uint64_t now);
    /// Call when the frame has been shown.
    void end_frame(std::uint64_t now);

    static constexpr double max_seconds = 0.25;  ///< Limits how far the world advances after a long stall.

private:
    enum class State : std::uint8_t { BeforeFirstFrame, FirstFrame, Running };
    State state_ = State::BeforeFirstFrame;
    std::uint64_t start_ = 0;
};

}  // namespace toibox::app
