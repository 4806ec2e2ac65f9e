// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world_state.h"
#include "toibox/math/transform.h"

#include <cstdint>

/// Which bodies a step processes, and loops over them.

namespace toibox {

/// The transform of the body's origin at its current pose.
[[nodiscard]] inline Transform body_transform(const WorldState& state, std::uint32_t body) {
    return body_transform(state.bodies.pose[body], state.bodies.mass[body].local_center);
}

[[nodiscard]] inline bool is_dynamic(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type == BodyType::Dynamic;
}

[[nodiscard]] inline bool is_moving_kinematic(const WorldState& state, std::uint32_t body) {
    const BodyVelocity& velocity = state.bodies.velocity[body];
    return state.bodies.info[body].type == BodyType::Kinematic &&
           (velocity.linear != Vec2{} || velocity.angular != 0.0f);
}

/// Static bodies count as awake.
[[nodiscard]] inline bool is_awake(const WorldState& state, std::uint32_t body) {
    return state.bodies.sleep[body].island == null_index;
}
/// False if each of the two bodies is static or asleep, so that a contact between them cannot change.
[[nodiscard]] inline bool is_active(const WorldState& state, std::uint32_t a, std::uint32_t b) {
    const bool a_moves = is_awake(state, a) && state.bodies.info[a].type != BodyType::Static;
    const bool b_moves = is_awake(state, b) && state.bodies.info[b].type != BodyType::Static;
    return a_moves || b_moves;
}

/// A live body that is neither static nor asleep.
[[nodiscard]] inline bool is_simulated(const WorldState& state, std::uint32_t body) {
    return state.bodies.info[body].type != BodyType::Static && is_awake(state, body) &&
           state.bodies.ids.is_live(body);
}

/// Calls visit(index) for each simulated body, ascending.
template <class Visitor>
void for_each_simulated_body(const WorldState& state, Visitor&& visit) {
    const std::uint32_t count = static_cast<std::uint32_t>(state.bodies.info.size());
    for (std::uint32_t body = 0; body < count; ++body) {
        if (is_simulated(state, body)) visit(body);
    }
}

/// Calls visit(index) for each shape of a body, in order of attachment.
template <class Visitor>
void for_each_shape(const WorldState& state, std::uint32_t body, Visitor&& visit) {
    for (std::uint32_t shape = state.bodies.info[body].first_shape; shape != null_index;
         shape = state.shapes.next[shape]) {
        visit(shape);
    }
}

}  // namespace toibox
