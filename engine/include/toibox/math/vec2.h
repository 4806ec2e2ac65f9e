// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <type_traits>

namespace toibox {

/// A 2D vector. The state of a world is float; distance, time of impact and queries compute in double.
template <class T>
struct BasicVec2 {
    T x = 0;
    T y = 0;

    friend constexpr bool operator==(const BasicVec2&, const BasicVec2&) = default;

    friend constexpr BasicVec2 operator+(BasicVec2 a, BasicVec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr BasicVec2 operator-(BasicVec2 a, BasicVec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr BasicVec2 operator-(BasicVec2 a) { return {-a.x, -a.y}; }
    friend constexpr BasicVec2 operator*(T s, BasicVec2 v) { return {s * v.x, s * v.y}; }
    friend constexpr BasicVec2 operator*(BasicVec2 v, T s) { return {s * v.x, s * v.y}; }
    constexpr BasicVec2& operator+=(BasicVec2 b) { return *this = *this + b; }
    constexpr BasicVec2& operator-=(BasicVec2 b) { return *this = *this - b; }
    constexpr BasicVec2& operator*=(T s) { return *this = s * *this; }
};

using Vec2 = BasicVec2<float>;
using Vec2d = BasicVec2<double>;

/// Exact.
constexpr Vec2d widen(Vec2 v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y)};
}
/// Rounds each component once, to nearest.
constexpr Vec2 narrow(Vec2d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}

template <class T>
constexpr T dot(BasicVec2<T> a, BasicVec2<T> b) {
    return a.x * b.x + a.y * b.y;
}
/// The z component of the 3D cross product: positive if b is counter-clockwise from a.
template <class T>
constexpr T cross(BasicVec2<T> a, BasicVec2<T> b) {
    return a.x * b.y - a.y * b.x;
}
/// The velocity at offset v from the centre of a body that rotates at s radians per second (ω × r).
template <class T>
constexpr BasicVec2<T> cross(T s, BasicVec2<T> v) {
    return {-s * v.y, s * v.x};
}
/// v rotated 90° counter-clockwise.
template <class T>
constexpr BasicVec2<T> left_perp(BasicVec2<T> v) {
    return {-v.y, v.x};
}
/// v rotated 90° clockwise: the outward normal of a counter-clockwise edge.
template <class T>
constexpr BasicVec2<T> right_perp(BasicVec2<T> v) {
    return {v.y, -v.x};
}
template <class T>
constexpr T length_squared(BasicVec2<T> v) {
    return dot(v, v);
}
template <class T>
T length(BasicVec2<T> v) {
    return std::sqrt(dot(v, v));
}
template <class T>
T distance(BasicVec2<T> a, BasicVec2<T> b) {
    return length(b - a);
}
/// v / |v|, or zero if v is zero or so small that its square underflows.
template <class T>
BasicVec2<T> normalized(BasicVec2<T> v) {
    const T len = length(v);
    return len > T(0) ? BasicVec2<T>{v.x / len, v.y / len} : BasicVec2<T>{};
}
template <class T>
constexpr BasicVec2<T> lerp(BasicVec2<T> a, BasicVec2<T> b, T t) {
    return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}
/// Component-wise a < b ? a : b, so that results with ±0 are bit-identical on every compiler.
template <class T>
constexpr BasicVec2<T> min(BasicVec2<T> a, BasicVec2<T> b) {
    return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}
template <class T>
constexpr BasicVec2<T> max(BasicVec2<T> a, BasicVec2<T> b) {
    return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}
template <class T>
constexpr BasicVec2<T> abs(BasicVec2<T> v) {
    // The built-in clears the sign bit in one instruction; compare and select takes seven.
    if constexpr (std::is_same_v<T, float>) {
        return {__builtin_fabsf(v.x), __builtin_fabsf(v.y)};
    } else {
        return {__builtin_fabs(v.x), __builtin_fabs(v.y)};
    }
}
template <class T>
bool is_finite(BasicVec2<T> v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

}  // namespace toibox
