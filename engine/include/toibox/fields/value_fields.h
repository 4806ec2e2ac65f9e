// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/core/handle.h"
#include "toibox/fields/fields.h"
#include "toibox/geometry/aabb.h"
#include "toibox/math/rot.h"
#include "toibox/math/transform.h"
#include "toibox/math/vec2.h"

/// The members of small values, in the order in which they are hashed and written.

namespace toibox {

template <class T>
struct FieldsOf<BasicVec2<T>> {
    static constexpr FieldTuple list{Field{"x", &BasicVec2<T>::x}, Field{"y", &BasicVec2<T>::y}};
};
template <class T>
struct FieldsOf<BasicRot<T>> {
    static constexpr FieldTuple list{Field{"c", &BasicRot<T>::c}, Field{"s", &BasicRot<T>::s}};
};
template <class T>
struct FieldsOf<BasicTransform<T>> {
    static constexpr FieldTuple list{Field{"p", &BasicTransform<T>::p}, Field{"q", &BasicTransform<T>::q}};
};
template <>
struct FieldsOf<Aabb> {
    static constexpr FieldTuple list{Field{"lower", &Aabb::lower}, Field{"upper", &Aabb::upper}};
};
template <>
struct FieldsOf<ProxyPair> {
    static constexpr FieldTuple list{Field{"a", &ProxyPair::a}, Field{"b", &ProxyPair::b}};
};
template <class Tag>
struct FieldsOf<Handle<Tag>> {
    static constexpr FieldTuple list{Field{"index", &Handle<Tag>::index},
                                     Field{"generation", &Handle<Tag>::generation}};
};
static_assert(lists_every_field<Vec2> && lists_every_field<Rot> && lists_every_field<Aabb>);
static_assert(lists_every_field<Vec2d> && lists_every_field<Rotd> && lists_every_field<Transformd>);
static_assert(lists_every_field<ProxyPair> && lists_every_field<Handle<struct AnyTag>>);

}  // namespace toibox
