// SPDX-License-Identifier: MIT
#include "app/platform/clock.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr std::uint64_t ms = 1'000'000;  ///< Nanoseconds.

// The first frame loads the fonts, which takes 300 ms. If the second frame advanced the world by that time,
// playback would start with a jump of several steps.
TEST(FrameClock, StartsWhenTheFirstFrameIsShown) {
    FrameClock clock;
    EXPECT_EQ(clock.begin_frame(1000 * ms), 0.0);
    clock.end_frame(1300 * ms);
    EXPECT_NEAR(clock.begin_frame(1301 * ms), 0.001, 1e-9);
    clock.end_frame(1310 * ms);
    EXPECT_NEAR(clock.begin_frame(1318 * ms), 0.017, 1e-9);
    clock.end_frame(1330 * ms);
    EXPECT_NEAR(clock.begin_frame(1334 * ms), 0.016, 1e-9);
}

TEST(FrameClock, LimitsAStall) {
    FrameClock clock;
    clock.begin_frame(0);
    clock.end_frame(0);
    EXPECT_EQ(clock.begin_frame(5000 * ms), FrameClock::max_seconds);
    EXPECT_NEAR(clock.begin_frame(5010 * ms), 0.010, 1e-9);
}

}  // namespace
}  // namespace toibox::app
