// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/defs.h"

#include <cstdint>
#include <variant>

namespace toibox {

/// Joints as a world keeps them: the definition in local frames plus the accumulated impulses.

struct RevoluteJoint {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    Vec2 local_a;  ///< Body frame.
    Vec2 local_b;
    bool collide_connected = false;
    Vec2 impulse;  ///< N·s, on B.
};

struct MouseJoint {
    std::uint32_t body = 0;
    Vec2 local_point;  ///< Body frame.
    Vec2 target;       ///< World
    float frequency = 5.0f;
    float damping_ratio = 0.7f;
    float max_force = 1000.0f;
    Vec2 impulse;  ///< N·s, on the body.
};

using Joint = std::variant<RevoluteJoint, MouseJoint>;

/// Whether the joint holds this body.
inline bool joins(const Joint& joint, std::uint32_t body) {
    if (const auto* revolute = std::get_if<RevoluteJoint>(&joint)) {
        return revolute->body_a == body || revolute->body_b == body;
    }
    const auto* mouse = std::get_if<MouseJoint>(&joint);
    return mouse != nullptr && mouse->body == body;
}

}  // namespace toibox
