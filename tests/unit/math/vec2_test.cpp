// SPDX-License-Identifier: MIT
#include "toibox/math/vec2.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

/// Not inlined, so that the compiler sees both coordinates together but not their values.
[[gnu::noinline]] Vec2d rounded(Vec2d v) {
    return widen(narrow(v));
}
[[gnu::noinline]] double rounded(double x) {
    const volatile float single = static_cast<float>(x);
    return static_cast<double>(single);
}

// Conversion to float and back must round. g++ 12 at -O2 vectorises the two conversions and drops both,
// unless this vectorisation is disabled (engine/CMakeLists.txt).
TEST(Vec2, NarrowAndWidenRoundBothCoordinates) {
    const volatile double x = -0.65599293272922021;
    const volatile double y = 0.1;
    const Vec2d exact{x, y};
    const Vec2d result = rounded(exact);
    EXPECT_EQ(result.x, rounded(exact.x));
    EXPECT_EQ(result.y, rounded(exact.y));
    EXPECT_NE(result.x, exact.x);
    EXPECT_NE(result.y, exact.y);
}

}  // namespace
}  // namespace toibox
