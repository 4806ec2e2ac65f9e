// SPDX-License-Identifier: MIT
/// The oracle is the platform's long double library: 11 bits more than the result, so its own error is below
/// 0.001 ulp of double.
#include "toibox/math/trig.h"

#include "toibox/math/rot.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace toibox {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "the oracle needs more bits than double");

/// |value − exact| in ulps of the double nearest to `exact`.
double ulps(double value, long double exact) {
    int exponent = 0;
    std::frexp(exact, &exponent);
    const long double ulp = std::ldexp(1.0L, std::max(exponent - 53, -1074));
    return static_cast<double>(std::abs(static_cast<long double>(value) - exact) / ulp);
}

/// A small linear congruential generator of doubles.
struct Sequence {
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    double uniform(double a, double b) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return a + (b - a) * (static_cast<double>(state >> 11) * 0x1p-53);
    }
};

struct MaxError {
    double ulps = 0.0;
    double at = 0.0;
    void add(double error, double x) {
        if (!(error <= ulps)) {
            ulps = error;
            at = x;
        }
    }
};

/// Adds the errors of sine and cosine at x.
void add_sin_cos_error(MaxError& max_error, double x) {
    const SinCos<double> sc = sin_cos(x);
    max_error.add(ulps(sc.sin, std::sin(static_cast<long double>(x))), x);
    max_error.add(ulps(sc.cos, std::cos(static_cast<long double>(x))), x);
}

TEST(SinCos, IsWithinOneUlpUpToSixtyFour) {
    Sequence sequence;
    MaxError max_error;
    for (int i = 0; i < 300'000; ++i) {
        add_sin_cos_error(max_error, sequence.uniform(-64.0, 64.0));
    }
    for (int i = 0; i < 100'000; ++i) {
        add_sin_cos_error(max_error, sequence.uniform(-1.0, 1.0));
    }
    EXPECT_LE(max_error.ulps, 1.0) << "at " << max_error.at;
}

// Difficult arguments: near multiples of π/2, where nearly all digits cancel, and of π/4, where the quadrant
// changes.
TEST(SinCos, IsWithinOneUlpNearMultiplesOfQuarterPi) {
    MaxError max_error;
    for (int k = -82; k <= 82; ++k) {
        const double nearest = static_cast<double>(static_cast<long double>(k) * std::acos(-1.0L) / 4.0L);
        double above = nearest;
        double below = nearest;
        for (int step = 0; step < 100; ++step) {
            add_sin_cos_error(max_error, above);
            add_sin_cos_error(max_error, below);
            above = std::nextafter(above, 1e9);
            below = std::nextafter(below, -1e9);
        }
        for (int exponent = -60; exponent < 0; ++exponent) {
            add_sin_cos_error(max_error, nearest + std::ldexp(1.0, exponent));
            add_sin_cos_error(max_error, nearest - std::ldexp(1.0, exponent));
        }
    }
    EXPECT_LE(max_error.ulps, 1.0) << "at " << max_error.at;
}

TEST(SinCos, IsWithinOneUlpForTinyAngles) {
    MaxError max_error;
    for (int exponent = -1074; exponent < 0; ++exponent) {
        add_sin_cos_error(max_error, std::ldexp(1.0, exponent));
        add_sin_cos_error(max_error, -std::ldexp(1.375, exponent));
    }
    EXPECT_LE(max_error.ulps, 1.0) << "at " << max_error.at;
}

TEST(SinCos, KeepsTheSignOfZero) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sin_cos(0.0).sin), std::bit_cast<std::uint64_t>(0.0));
    EXPECT_EQ(sin_cos(0.0).cos, 1.0);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sin_cos(-0.0).sin), std::bit_cast<std::uint64_t>(-0.0));
    EXPECT_EQ(sin_cos(-0.0).cos, 1.0);
}

TEST(SinCos, SineIsOddAndCosineIsEven) {
    Sequence sequence;
    for (int i = 0; i < 10'000; ++i) {
        const double x = sequence.uniform(0.0, 100.0);
        const SinCos<double> plus = sin_cos(x);
        const SinCos<double> minus = sin_cos(-x);
        ASSERT_EQ(plus.sin, -minus.sin) << x;
        ASSERT_EQ(plus.cos, minus.cos) << x;
    }
}

// Above the documented range the error grows with the angle, both below and above the angle at which folding
// starts.
TEST(SinCos, ErrorIsProportionalToLargeAngles) {
    Sequence sequence;
    for (int i = 0; i < 100'000; ++i) {
        const double x =
            std::ldexp(sequence.uniform(-1.0, 1.0), static_cast<int>(sequence.uniform(6.0, 50.0)));
        const SinCos<double> sc = sin_cos(x);
        const long double tolerance = 0x1p-52L + 0x1p-53L * std::abs(static_cast<long double>(x));
        ASSERT_LE(std::abs(static_cast<long double>(sc.sin) - std::sin(static_cast<long double>(x))),
                  tolerance)
            << x;
        ASSERT_LE(std::abs(static_cast<long double>(sc.cos) - std::cos(static_cast<long double>(x))),
                  tolerance)
            << x;
    }
}

TEST(SinCos, StaysOnTheUnitCircleForHugeAngles) {
    for (int exponent = 0; exponent < 1024; ++exponent) {
        const SinCos<double> sc = sin_cos(std::ldexp(1.7, exponent));
        EXPECT_NEAR(sc.sin * sc.sin + sc.cos * sc.cos, 1.0, 4e-16) << exponent;
    }
    const SinCos<double> sc = sin_cos(std::numeric_limits<double>::max());
    EXPECT_NEAR(sc.sin * sc.sin + sc.cos * sc.cos, 1.0, 4e-16);
}

TEST(SinCos, IsNaNForNonFiniteAngles) {
    for (const double x : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_TRUE(std::isnan(sin_cos(x).sin));
        EXPECT_TRUE(std::isnan(sin_cos(x).cos));
    }
}

TEST(SinCos, FloatVersionIsCorrectlyRounded) {
    Sequence sequence;
    for (int i = 0; i < 100'000; ++i) {
        const float x = static_cast<float>(sequence.uniform(-64.0, 64.0));
        const SinCos<float> sc = sin_cos(x);
        // The tolerance allows for rare ties, where double rounding misses the nearest float by one ulp of
        // double.
        ASSERT_NEAR(static_cast<double>(sc.sin), std::sin(static_cast<double>(x)), 0x1.00001p-25) << x;
        ASSERT_NEAR(static_cast<double>(sc.cos), std::cos(static_cast<double>(x)), 0x1.00001p-25) << x;
    }
}

void add_atan2_error(MaxError& max_error, double y, double x) {
    max_error.add(ulps(atan2(y, x), std::atan2(static_cast<long double>(y), static_cast<long double>(x))),
                  y / x);
}

TEST(Atan2, IsWithinTwoUlp) {
    Sequence sequence;
    MaxError max_error;
    for (int i = 0; i < 300'000; ++i) {
        add_atan2_error(max_error, sequence.uniform(-1.0, 1.0), sequence.uniform(-1.0, 1.0));
    }
    for (int i = 0; i < 100'000; ++i) {
        const int exponent = static_cast<int>(sequence.uniform(-900.0, 900.0));
        add_atan2_error(max_error, std::ldexp(sequence.uniform(-1.0, 1.0), exponent),
                        std::ldexp(sequence.uniform(-1.0, 1.0),
                                   exponent + static_cast<int>(sequence.uniform(-60.0, 60.0))));
    }
    EXPECT_LE(max_error.ulps, 2.0) << "at y/x = " << max_error.at;
}

// Tangents near the centres of the argument reduction and where it changes its centre, in every octant.
TEST(Atan2, IsWithinTwoUlpWhereTheReductionChanges) {
    MaxError max_error;
    for (const double tangent : {0.15, 0.25, 0.36, 0.5, 0.71, 1.0}) {
        for (int step = -200; step <= 200; ++step) {
            const double a = tangent + static_cast<double>(step) * 0x1p-53;
            for (const double y : {a, -a}) {
                for (const double x : {1.0, -1.0}) {
                    add_atan2_error(max_error, y, x);
                    add_atan2_error(max_error, x, y);
                }
            }
        }
    }
    EXPECT_LE(max_error.ulps, 2.0) << "at y/x = " << max_error.at;
}

TEST(Atan2, IsCorrectForAxesZerosAndInfinities) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(atan2(0.0, 0.0), 0.0);
    EXPECT_EQ(atan2(-0.0, -0.0), 0.0);
    EXPECT_EQ(atan2(0.0, 1.0), 0.0);
    EXPECT_EQ(atan2(0.0, -1.0), pi);
    EXPECT_EQ(atan2(-0.0, -1.0), pi);
    EXPECT_EQ(atan2(1.0, 0.0), pi / 2);
    EXPECT_EQ(atan2(-1.0, 0.0), -pi / 2);
    EXPECT_EQ(atan2(infinity, 1.0), pi / 2);
    EXPECT_EQ(atan2(1.0, infinity), 0.0);
    EXPECT_EQ(atan2(1.0, -infinity), pi);
    EXPECT_EQ(atan2(infinity, infinity), pi / 4);
    EXPECT_EQ(atan2(5e-324, 5e-324), pi / 4);
    EXPECT_EQ(atan2(1e308, -1e308), 3 * pi / 4);
    EXPECT_TRUE(std::isnan(atan2(std::numeric_limits<double>::quiet_NaN(), 1.0)));
    EXPECT_TRUE(std::isnan(atan2(1.0, std::numeric_limits<double>::quiet_NaN())));
}

TEST(Atan2, InvertsSinCos) {
    Sequence sequence;
    for (int i = 0; i < 100'000; ++i) {
        const double angle = sequence.uniform(-3.14, 3.14);
        ASSERT_NEAR(angle_of(make_rotd(angle)), angle, 1e-15);
    }
}

}  // namespace
}  // namespace toibox
