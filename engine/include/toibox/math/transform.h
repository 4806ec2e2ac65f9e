// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/rot.h"

namespace toibox {

/// A rigid transform: the world position of a local point l is p + q·l.
template <class T>
struct BasicTransform {
    BasicVec2<T> p;
    BasicRot<T> q;

    friend constexpr bool operator==(const BasicTransform&, const BasicTransform&) = default;
};

using Transform = BasicTransform<float>;
using Transformd = BasicTransform<double>;

constexpr Transformd widen(const Transform& x) {
    return {widen(x.p), widen(x.q)};
}
constexpr Transform narrow(const Transformd& x) {
    return {narrow(x.p), narrow(x.q)};
}
template <class T>
constexpr BasicVec2<T> transform_point(const BasicTransform<T>& x, BasicVec2<T> local) {
    return x.p + rotate(x.q, local);
}
template <class T>
constexpr BasicVec2<T> inv_transform_point(const BasicTransform<T>& x, BasicVec2<T> world) {
    return inv_rotate(x.q, world - x.p);
}
/// The transform of frame b relative to frame a.
template <class T>
constexpr BasicTransform<T> inv_mul(const BasicTransform<T>& a, const BasicTransform<T>& b) {
    return {inv_rotate(a.q, b.p - a.p), inverse(a.q) * b.q};
}
template <class T>
constexpr BasicTransform<T> mul(const BasicTransform<T>& a, const BasicTransform<T>& b) {
    return {transform_point(a, b.p), a.q * b.q};
}

}  // namespace toibox
