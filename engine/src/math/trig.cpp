// SPDX-License-Identifier: MIT
/// Sine, cosine and arctangent from + − × ÷ alone, so that results are bit-identical on every machine. Each
/// function reduces its argument to a short interval, on which one minimax polynomial is evaluated. There is
/// no fused multiply-add, and no unpredictable branch for the angles of a step.
///
/// The polynomials minimise the maximum relative error (Remez exchange with 200 digits). Coefficients were
/// rounded to double one at a time, lowest first; the higher ones were fitted again after each rounding.
#include "toibox/math/trig.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace toibox {

namespace {

constexpr double pi_over_2_hi = 0x1.921fb54442d18p+0;
constexpr double pi_over_2_lo = 0x1.1a62633145c07p-54;
constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

/// π/2 in three parts. The first two have 33 bits, so that their multiples up to `exact_multiples` are exact;
/// the remaining error is 2⁻¹²².
constexpr double part_1 = 0x1.921fb544p+0;
constexpr double part_2 = 0x1.0b4611a6p-34;
constexpr double part_3 = 0x1.3198a2e037073p-69;
constexpr double exact_multiples = 0x1p20;
constexpr double exact_range = exact_multiples * 1.5;

/// Adding and then subtracting this constant rounds a small number to the nearest integer. The low bits of
/// the sum contain that integer.
constexpr double round_to_integer = 0x1.8p52;

/// An angle in ±π/4 (plus rounding) as the sum of two doubles, and the number of quarter turns removed.
struct Reduced {
    double r;
    double tail;
    std::uint64_t quarter;
};

Reduced reduce(double x) {
    const double shifted = x * two_over_pi + round_to_integer;
    const double n = shifted - round_to_integer;
    const double head = x - n * part_1;  // exact: the result needs no more bits than x
    const double next = n * part_2;      // exact
    const double sum = head - next;
    // Knuth's two-sum: the rounding error of `sum`. It is zero near a multiple of π/2, where head and next
    // cancel.
    const double back = sum - head;
    const double error = (head - (sum - back)) - (next + back);
    const double low = error - n * part_3;
    const double r = sum + low;
    return {r, (sum - r) + low, std::bit_cast<std::uint64_t>(shifted)};
}

/// Removes full turns from an angle ≥ 0 that is too large for `reduce` to be accurate. Each subtraction is
/// exact (Sterbenz), so the only error is the error of the double 2π, in proportion to the angle. Cost: up to
/// about 1000 subtractions.
double fold(double x) {
    double remaining = x;
    double multiple = 4 * pi_over_2_hi;
    const double full_turn = multiple;
    while (multiple <= 0.5 * remaining) {
        multiple *= 2;
    }
    for (; multiple >= full_turn; multiple *= 0.5) {
        if (remaining >= multiple) {
            remaining -= multiple;
        }
    }
    return remaining;
}

/// sin(r + tail) for |r| ≤ π/4. Polynomial: relative error 2⁻⁵⁶·⁹.
double sin_kernel(double r, double tail) {
    constexpr double s1 = -0x1.5555555555548p-3;
    constexpr double s2 = 0x1.111111110f730p-7;
    constexpr double s3 = -0x1.a01a019be91d7p-13;
    constexpr double s4 = 0x1.71de3555238b6p-19;
    constexpr double s5 = -0x1.ae5e4b7aa8f31p-26;
    constexpr double s6 = 0x1.5d8b47e636dc0p-33;
    const double z = r * r;
    const double z2 = z * z;
    const double p = (s1 + z * s2) + z2 * ((s3 + z * s4) + z2 * (s5 + z * s6));
    return r + ((r * z) * p + (tail - 0.5 * z * tail));
}

/// cos(r + tail) for |r| ≤ π/4. Polynomial: relative error 2⁻⁶³·⁸. 1 − z/2 is carried with its rounding
/// error.
double cos_kernel(double r, double tail) {
    constexpr double c1 = 0x1.555555555554bp-5;
    constexpr double c2 = -0x1.6c16c16c15014p-10;
    constexpr double c3 = 0x1.a01a019c8ef59p-16;
    constexpr double c4 = -0x1.27e4f7f1604f2p-22;
    constexpr double c5 = 0x1.1ee9dba4f4575p-29;
    constexpr double c6 = -0x1.8fa66a5a8b55ap-37;
    const double z = r * r;
    const double z2 = z * z;
    const double p = (c1 + z * c2) + z2 * ((c3 + z * c4) + z2 * (c5 + z * c6));
    const double half = 0.5 * z;
    const double head = 1.0 - half;
    return head + (((1.0 - head) - half) + (z2 * p - r * tail));
}

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// v with its sign flipped if the top bit of `sign` is set.
double flipped(double v, std::uint64_t sign) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(v) ^ (sign & sign_bit));
}

/// atan(center), high and low part. The centres are 0 or powers of two, so that multiplying by a centre is
/// exact.
struct AtanCenter {
    double center;
    double hi;
    double lo;
};
constexpr std::array<AtanCenter, 4> atan_centers{{
    {0.0, 0.0, 0.0},
    {0.25, 0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0.5, 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {1.0, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
}};
/// From this ratio a / b on, the next centre is used. A ratio is at most twice its centre (unless that is 0)
/// and at least half of it, so a − center · b is exact.
constexpr std::array<double, 3> atan_limits{0.15, 0.36, 0.71};

/// atan(u) − u for |u| ≤ 0.29 / 1.71 (from the limit 0.71). Polynomial: relative error of atan 2⁻⁵⁹·⁵ up to
/// 0.164, 2⁻⁵⁶ beyond.
double atan_kernel(double u) {
    constexpr double a1 = -0x1.555555555553bp-2;
    constexpr double a2 = 0x1.999999998d620p-3;
    constexpr double a3 = -0x1.2492491539f23p-3;
    constexpr double a4 = 0x1.c71c5f7bbf8e0p-4;
    constexpr double a5 = -0x1.74573f746994cp-4;
    constexpr double a6 = 0x1.3a0c278a77da8p-4;
    constexpr double a7 = -0x1.f18cc135c2d06p-5;
    const double z = u * u;
    const double z2 = z * z;
    return (u * z) * ((a1 + z * a2) + z2 * ((a3 + z * a4) + z2 * ((a5 + z * a6) + z2 * a7)));
}

/// Scales a vector (x, y ≥ 0) of extreme or infinite length to a range in which its components can be
/// multiplied safely.
void rescale(double& y, double& x, double larger) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (larger == infinity) {
        y = y == infinity ? 1.0 : 0.0;
        x = x == infinity ? 1.0 : 0.0;
    } else {
        const double factor = larger > 1.0 ? 0x1p-600 : 0x1p600;
        y *= factor;
        x *= factor;
    }
}

}  // namespace

SinCos<double> sin_cos(double radians) {
    double x = std::abs(radians);  // the sign of the sine is restored below: exactly odd, and sin(−0) = −0
    if (!(x <= exact_range)) {
        if (!std::isfinite(x)) {
            return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
        }
        x = fold(x);
    }
    const Reduced a = reduce(x);
    const double s = sin_kernel(a.r, a.tail);
    const double c = cos_kernel(a.r, a.tail);
    const bool is_odd = (a.quarter & 1u) != 0;
    // The sine is negative where bit 1 of `quarter` is set, the cosine where bit 1 of `quarter + 1` is set.
    return {flipped(is_odd ? c : s, std::bit_cast<std::uint64_t>(radians) ^ (a.quarter << 62)),
            flipped(is_odd ? s : c, (a.quarter + 1) << 62)};
}

SinCos<float> sin_cos(float radians) {
    const SinCos<double> wide = sin_cos(static_cast<double>(radians));
    return {static_cast<float>(wide.sin), static_cast<float>(wide.cos)};
}

double atan2(double y, double x) {
    double abs_x = std::abs(x);
    double abs_y = std::abs(y);
    if (std::isnan(x) || std::isnan(y)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double larger = abs_x < abs_y ? abs_y : abs_x;
    if (larger == 0.0) {
        return 0.0;
    }
    if (!(larger > 0x1p-500 && larger < 0x1p500)) {
        rescale(abs_y, abs_x, larger);
    }
    const bool is_steep = abs_x < abs_y;
    const double a = is_steep ? abs_x : abs_y;  // the tangent of the angle within the octant is a / b ≤ 1
    const double b = is_steep ? abs_y : abs_x;
    const int index = (a >= atan_limits[0] * b) + (a >= atan_limits[1] * b) + (a >= atan_limits[2] * b);
    const AtanCenter& near = atan_centers[static_cast<std::size_t>(index)];
    // tan(α − β) = (tan α − tan β) / (1 + tan α tan β), with tan α = a / b, tan β = the centre
    const double u = (a - near.center * b) / (b + near.center * a);
    const double small = near.lo + atan_kernel(u);  // the angle within the octant is near.hi + (u + small)

    // angle = base ± angle within the octant; the largest terms are added last.
    const bool is_left = x < 0.0;
    const double quarters = is_steep ? 1.0 : (is_left ? 2.0 : 0.0);
    const double sign = is_steep != is_left ? -1.0 : 1.0;
    const double high = quarters * pi_over_2_hi + sign * near.hi;
    const double high_error = sign * near.hi - (high - quarters * pi_over_2_hi);
    const double angle = high + (sign * u + (sign * small + (high_error + quarters * pi_over_2_lo)));
    return y < 0.0 ? -angle : angle;
}

float atan2(float y, float x) {
    return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}

}  // namespace toibox
