// SPDX-License-Identifier: MIT
/// The oracle uses 128-bit integers: floats with bounded exponents are integers times a power of two.
#include "geometry/orientation.h"

#include "toibox/core/rng.h"

#include "tests/support/print.h"

#include <cmath>

#include <gtest/gtest.h>

namespace toibox {
namespace {

__extension__ using Int128 = __int128;

/// v · 2⁴⁰, exact for the floats below.
Int128 to_fixed_point(float v) {
    return static_cast<Int128>(std::ldexp(static_cast<double>(v), 40));
}
int exact_orientation(Vec2 a, Vec2 b, Vec2 c) {
    const Int128 left =
        (to_fixed_point(b.x) - to_fixed_point(a.x)) * (to_fixed_point(c.y) - to_fixed_point(a.y));
    const Int128 right =
        (to_fixed_point(b.y) - to_fixed_point(a.y)) * (to_fixed_point(c.x) - to_fixed_point(a.x));
    return left > right ? 1 : left < right ? -1 : 0;
}

// The third point is near the line through the others: rounded to float, or moved by one ulp in y and
// sometimes in x. All coordinates are multiples of 2⁻⁴⁰, and differences are at most 2¹², so products fit
// into 104 bits.
TEST(Orientation, MatchesIntegersForNearlyCollinearPoints) {
    Rng rng(1);
    int signs[3] = {0, 0, 0};
    for (int i = 0; i < 200'000; ++i) {
        const auto coordinate = [&] { return static_cast<float>(rng.integer(-1 << 20, 1 << 20)) * 0x1p-10f; };
        const Vec2 a{coordinate(), coordinate()};
        const Vec2 b{coordinate(), coordinate()};
        const float t = static_cast<float>(rng.integer(-64, 64)) * 0x1p-5f;
        Vec2 c = a + t * (b - a);
        c.y = std::nextafter(c.y, rng.next_bool() ? 1e9f : -1e9f);
        if (rng.next_bool()) c.x = std::nextafter(c.x, 1e9f);
        if (rng.next_bool()) c = a + t * (b - a);
        if (std::abs(c.x) < 1e-3f || std::abs(c.y) < 1e-3f) continue;  // keep to multiples of 2⁻⁴⁰
        const int expected = exact_orientation(a, b, c);
        ASSERT_EQ(orientation(a, b, c), expected)
            << ::testing::PrintToString(a) << ::testing::PrintToString(b) << ::testing::PrintToString(c);
        ASSERT_EQ(orientation(b, a, c), -expected);
        ASSERT_EQ(orientation(b, c, a), expected);
        ++signs[expected + 1];
    }
    EXPECT_GT(signs[1], 1000) << "number of exactly collinear triples";
}

// Differences of these coordinates are not exact in double, so the fast filter must not decide.
TEST(Orientation, IsExactAcrossMagnitudes) {
    EXPECT_EQ(orientation({0.0f, 0.0f}, {1e30f, 1e30f}, {1e-30f, 2e-30f}), 1);
    EXPECT_EQ(orientation({1e-30f, 1e-30f}, {1e30f, 1e30f}, {1.0f, 1.0f}), 0);
    EXPECT_EQ(orientation({0.0f, 1e-30f}, {1e30f, 1e30f}, {1.0f, 1.0f}), -1);
    EXPECT_EQ(orientation({1e-30f, 0.0f}, {1e30f, 1e30f}, {1.0f, 1.0f}), 1);
    EXPECT_EQ(orientation({1e-45f, 0.0f}, {0.0f, 0.0f}, {0.0f, 1e-45f}), -1);
}

TEST(SegmentsIntersect, IncludesTouching) {
    EXPECT_TRUE(segments_intersect({0, 0}, {2, 2}, {0, 2}, {2, 0})) << "a cross";
    EXPECT_TRUE(segments_intersect({0, 0}, {2, 0}, {1, 0}, {1, 5})) << "a T";
    EXPECT_TRUE(segments_intersect({0, 0}, {2, 0}, {1, 0}, {5, 0})) << "collinear, overlapping";
    EXPECT_FALSE(segments_intersect({0, 0}, {2, 0}, {3, 0}, {5, 0})) << "collinear, separated";
    EXPECT_FALSE(segments_intersect({0, 0}, {2, 2}, {1, 0}, {3, 2})) << "parallel";
    EXPECT_FALSE(segments_intersect({0, 0}, {2, 2}, {2, 1}, {3, -4})) << "boxes overlap, segments do not";
}

}  // namespace
}  // namespace toibox
