// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/joint.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/math/vec2.h"

#include <cstdint>
#include <optional>

/// Which shapes may have a contact, and the initial values of a new contact.

namespace toibox {

/// Whether the bodies, body types, filters and joints of two shapes allow a contact.
[[nodiscard]] bool can_have_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);

/// A new contact of two shapes (in any order), with combined materials and no points.
[[nodiscard]] Contact make_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b);

/// The pair of bodies, in ascending order, that a joint prevents from colliding, or nullopt.
[[nodiscard]] std::optional<BodyPair> blocked_pair(const Joint& joint);

[[nodiscard]] inline bool is_one_way(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    return state.shapes.one_way[shape_a] != Vec2{} || state.shapes.one_way[shape_b] != Vec2{};
}

}  // namespace toibox
