// SPDX-License-Identifier: MIT
#pragma once

namespace toibox {

/// The engine's own sine, cosine and arctangent: libm implementations round differently, and the result of a
/// step must not depend on the libm.

template <class T>
struct SinCos {
    T sin;
    T cos;
};

inline constexpr double pi = 3.14159265358979323846;

/// Error ≤ 1 ulp for |radians| ≤ 64, growing in proportion to |radians| beyond; NaN for a non-finite angle.
/// Source: Cody and Waite, "Software Manual for the Elementary Functions", 1980, chapter 8 (argument
/// reduction).
SinCos<double> sin_cos(double radians);
/// Computed in double and rounded once.
SinCos<float> sin_cos(float radians);

/// The angle of the vector (x, y), radians, in (−π, π] before rounding; atan2(±0, ±0) = 0. Error ≤ 2 ulp.
double atan2(double y, double x);
float atan2(float y, float x);

}  // namespace toibox
