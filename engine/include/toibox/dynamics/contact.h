// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/collide.h"

#include <array>
#include <cstdint>

namespace toibox {

/// A manifold point as the solver keeps it between steps. Anchors are from the centres of mass, in the
/// world's axes, as of detection.
struct ContactPoint {
    Vec2 r_a;
    Vec2 r_b;
    float separation = 0.0f;       ///< At detection, metres.
    float normal_impulse = 0.0f;   ///< Accumulated in the last step, N·s, ≥ 0.
    float tangent_impulse = 0.0f;  ///< Along right_perp(normal), N·s.
    float approach_velocity =
        0.0f;  ///< Normal velocity before gravity and solving, m/s; negative when closing.
    FeatureId id;
    bool warm = false;  ///< Found its impulse of the step before.
};

/// Two shapes whose fat boxes overlap. Contacts lie in order of creation; those of one step in ascending pair
/// order.
struct Contact {
    std::uint32_t shape_a = 0;  ///< shape_a < shape_b
    std::uint32_t shape_b = 0;
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    float friction = 0.0f;
    float restitution = 0.0f;
    bool sensor = false;
    bool touching = false;  ///< The last detection gave a point with separation ≤ 0, or overlap for a sensor.
    bool bounced = false;   ///< An impact of this step has told of its hit: its end tells of none.
    std::uint8_t count = 0;
    Vec2 normal;  ///< World, from A to B.
    std::array<ContactPoint, 2> points{};
    CollideCache cache;
};

}  // namespace toibox
