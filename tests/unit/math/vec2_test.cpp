// SPDX-License-Identifier: MIT
#include "toibox/math/vec2.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

/// Out of line, so that the compiler sees both coordinates at once and neither value.
[[gnu::noinline]] Vec2d rounded(Vec2d v) {
    return widen(narrow(v));
}
[[gnu::noinline]] double rounded(double x) {
    const volatile float single = static_cast<float>(x);
    return static_cast<double>(single);
}

// A pose that is rounded to float and read again is the float. g++ 12 at -O2 makes a vector of the two
// coordinates and leaves both as they were, unless it is told not to (engine/CMakeLists.txt).
TEST(Vec2, RoundingBothCoordinatesRoundsThem) {
    const volatile double x = -0.65599293272922021;
    const volatile double y = 0.1;
    const Vec2d exact{x, y};
    const Vec2d twice = rounded(exact);
    EXPECT_EQ(twice.x, rounded(exact.x));
    EXPECT_EQ(twice.y, rounded(exact.y));
    EXPECT_NE(twice.x, exact.x);
    EXPECT_NE(twice.y, exact.y);
}

}  // namespace
}  // namespace toibox
