// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/trig.h"
#include "toibox/math/vec2.h"

namespace toibox {

/// A counter-clockwise rotation, stored as cosine and sine. Integrators must keep it at unit length.
template <class T>
struct BasicRot {
    T c = 1;
    T s = 0;

    friend constexpr bool operator==(const BasicRot&, const BasicRot&) = default;

    /// Applies b first, then a.
    friend constexpr BasicRot operator*(BasicRot a, BasicRot b) {
        return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
    }
};

using Rot = BasicRot<float>;
using Rotd = BasicRot<double>;

/// Computed in double and rounded once. Error ≤ 1 ulp of float for |radians| ≤ 64.
inline Rot make_rot(float radians) {
    const SinCos<double> sc = sin_cos(static_cast<double>(radians));
    return {static_cast<float>(sc.cos), static_cast<float>(sc.sin)};
}
/// Error ≤ 1 ulp for |radians| ≤ 64.
inline Rotd make_rotd(double radians) {
    const SinCos<double> sc = sin_cos(radians);
    return {sc.cos, sc.sin};
}

constexpr Rotd widen(Rot q) {
    return {static_cast<double>(q.c), static_cast<double>(q.s)};
}
constexpr Rot narrow(Rotd q) {
    return {static_cast<float>(q.c), static_cast<float>(q.s)};
}
template <class T>
constexpr BasicRot<T> inverse(BasicRot<T> q) {
    return {q.c, -q.s};
}
template <class T>
constexpr BasicVec2<T> rotate(BasicRot<T> q, BasicVec2<T> v) {
    return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}
template <class T>
constexpr BasicVec2<T> inv_rotate(BasicRot<T> q, BasicVec2<T> v) {
    return {q.c * v.x + q.s * v.y, -q.s * v.x + q.c * v.y};
}
/// q scaled to unit length; the identity if q is zero.
template <class T>
BasicRot<T> normalized(BasicRot<T> q) {
    const T len = std::sqrt(q.c * q.c + q.s * q.s);
    return len > T(0) ? BasicRot<T>{q.c / len, q.s / len} : BasicRot<T>{};
}
/// The angle of a rotation, radians, in (−π, π] before rounding.
template <class T>
T angle_of(BasicRot<T> q) {
    return atan2(q.s, q.c);
}

}  // namespace toibox
