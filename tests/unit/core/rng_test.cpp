// SPDX-License-Identifier: MIT
#include "toibox/core/rng.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace toibox {
namespace {

// The first outputs published by the author of PCG for seed 42, stream 54.
TEST(Rng, MatchesTheReference) {
    Rng rng(42, 54);
    for (const std::uint32_t expected :
         {0xA15C02B7u, 0x7B47F409u, 0xBA1D3330u, 0x83D2F293u, 0xBFA4784Bu, 0xCBED606Eu}) {
        EXPECT_EQ(rng.next(), expected);
    }
}

TEST(Rng, CopyContinuesIdentically) {
    Rng rng(7);
    for (int i = 0; i < 100; ++i) {
        rng.next();
    }
    Rng copy = rng;
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(copy.next(), rng.next());
    }
    EXPECT_EQ(copy, rng);
}

TEST(Rng, StreamsDiffer) {
    Rng a(7, 0);
    Rng b(7, 1);
    int equal = 0;
    for (int i = 0; i < 1000; ++i) {
        equal += a.next() == b.next() ? 1 : 0;
    }
    EXPECT_LE(equal, 1);
}

// 70,000 draws into 7 bins: each bin 10,000 ± 5 standard deviations of 93.
TEST(Rng, DrawsIntegersWithoutBias) {
    Rng rng(3);
    std::array<int, 7> bins{};
    for (int i = 0; i < 70'000; ++i) {
        ++bins[rng.below(7)];
    }
    for (const int bin : bins) {
        EXPECT_NEAR(bin, 10'000, 463);
    }
}

// The bound is three quarters of the range. Plain scaling of 32 bits would draw a third of the values twice
// as often, so one remainder modulo 3 would get half of the draws.
TEST(Rng, DrawsLargeIntegersWithoutBias) {
    Rng rng(4);
    std::array<int, 3> remainder{};
    for (int i = 0; i < 30'000; ++i) {
        ++remainder[rng.below(0xC000'0000u) % 3];
    }
    for (const int count : remainder) {
        EXPECT_NEAR(count, 10'000, 408);
    }
}

TEST(Rng, IntegersStayWithinTheirBounds) {
    Rng rng(5);
    bool has_first = false;
    bool has_last = false;
    for (int i = 0; i < 1000; ++i) {
        const int value = rng.integer(-3, 4);
        ASSERT_GE(value, -3);
        ASSERT_LE(value, 4);
        has_first = has_first || value == -3;
        has_last = has_last || value == 4;
    }
    EXPECT_TRUE(has_first && has_last);
    EXPECT_EQ(rng.integer(9, 9), 9);
    constexpr int min_int = std::numeric_limits<int>::min();
    constexpr int max_int = std::numeric_limits<int>::max();
    bool has_negative = false;
    bool has_positive = false;
    for (int i = 0; i < 100; ++i) {
        const int value = rng.integer(min_int, max_int);
        has_negative = has_negative || value < 0;
        has_positive = has_positive || value > 0;
    }
    EXPECT_TRUE(has_negative && has_positive);
}

// Mean of 100,000 uniforms: 1/2 ± 5 × 0.29 / √100000.
TEST(Rng, FloatsAreUniform) {
    Rng rng(6);
    double sum = 0.0;
    double sum_double = 0.0;
    for (int i = 0; i < 100'000; ++i) {
        const float f = rng.uniform();
        const double d = rng.uniform_double();
        ASSERT_TRUE(f >= 0.0f && f < 1.0f);
        ASSERT_TRUE(d >= 0.0 && d < 1.0);
        sum += static_cast<double>(f);
        sum_double += d;
    }
    EXPECT_NEAR(sum / 100'000, 0.5, 0.0046);
    EXPECT_NEAR(sum_double / 100'000, 0.5, 0.0046);
}

// Between adjacent floats, rounding would return the upper end half of the time.
TEST(Rng, NeverReachesTheUpperEnd) {
    Rng rng(8);
    const float above = std::nextafter(1.0f, 2.0f);
    for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(rng.uniform(1.0f, above), 1.0f);
    }
    for (int i = 0; i < 1000; ++i) {
        const float value = rng.uniform(-2.0f, 3.0f);
        ASSERT_TRUE(value >= -2.0f && value < 3.0f);
    }
    EXPECT_EQ(rng.uniform(2.0f, 2.0f), 2.0f);
}

}  // namespace
}  // namespace toibox
