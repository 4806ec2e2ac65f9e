// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/physics.h"

#include <utility>
#include <variant>
#include <vector>

/// Joints of every kind, made from the variant of definitions, so that tests cover a new kind automatically.
namespace toibox::testing_support {

/// A definition with limit, motor and spring enabled, if its kind of joint has them.
template <class Def>
Def full_joint_def(BodyHandle a, BodyHandle b, Vec2 position) {
    Def def;
    if constexpr (requires { def.body; }) {
        def.body = b;
        def.point = position;
        def.target = position + Vec2{0.5f, 1.0f};
    } else {
        def.body_a = a;
        def.body_b = b;
    }
    if constexpr (requires { def.anchor; }) def.anchor = position;
    if constexpr (requires { def.anchor_a; }) {
        def.anchor_a = position - Vec2{0.25f, 0.0f};
        def.anchor_b = position + Vec2{0.25f, 0.25f};
    }
    if constexpr (requires { def.limit; }) {
        def.limit = {.enabled = true, .lower = 0.0f, .upper = 0.75f};
        def.motor = {.enabled = true, .speed = 0.5f, .max_force = 2.0f};
        def.spring = {.enabled = true, .frequency = 2.0f, .damping_ratio = 0.3f, .target = 0.2f};
    }
    return def;
}

/// The definition for the kind-th alternative of JointDef.
inline JointDef full_joint_def(std::size_t kind, BodyHandle a, BodyHandle b, Vec2 position) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        JointDef def;
        ((I == kind ? void(def = full_joint_def<std::variant_alternative_t<I, JointDef>>(a, b, position))
                    : void()),
         ...);
        return def;
    }(std::make_index_sequence<std::variant_size_v<JointDef>>{});
}

inline constexpr std::size_t joint_kind_count = std::variant_size_v<JointDef>;

}  // namespace toibox::testing_support
