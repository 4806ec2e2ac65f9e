// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"

namespace toibox {

/// What is decided for the contacts of one-way shapes, and when (one_way_contacts.cpp).

[[nodiscard]] inline bool is_one_way(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    return state.shapes.one_way[shape_a] != Vec2{} || state.shapes.one_way[shape_b] != Vec2{};
}

/// Of a new contact with a one-way shape: by where the two were when the last step began.
[[nodiscard]] ContactResponse first_response(const WorldState& state, const Contact& contact);
/// Whether a push along this normal (world, from A to B) is towards the solid side of a one-way shape.
[[nodiscard]] bool pushes_to_solid_side(const WorldState& state, const Contact& contact, Vec2 normal);

/// Before detection: decides anew for all contacts of one-way shapes. Cost: nothing but a look at the shapes
/// if none is one-way, else a walk over the contacts.
void decide_one_way(StepContext& step);
/// Fills scratch.one_way and scratch.has_one_way from the state alone.
void list_one_way(StepContext& step);
/// In the continuous stage: whether a one-way shape lets the other pass from where the two are at `t`, a
/// fraction of the step. False for any other pair.
[[nodiscard]] bool is_let_pass(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                               double t);
/// The same for the normal of an impact at `t` (world, from A to B): no shape is stopped by an open side.
[[nodiscard]] bool meets_open_side(const StepContext& step, const ImpactCandidate& impact);

}  // namespace toibox
