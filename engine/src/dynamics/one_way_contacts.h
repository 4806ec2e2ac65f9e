// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_stages.h"

namespace toibox {

/// Whether contacts with one-way shapes push or let pass (one_way_contacts.cpp).

[[nodiscard]] inline bool is_one_way(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    return state.shapes.one_way[shape_a] != Vec2{} || state.shapes.one_way[shape_b] != Vec2{};
}

/// Response of a new contact with a one-way shape, from the poses at the start of the last step.
[[nodiscard]] ContactResponse first_response(const WorldState& state, const Contact& contact);
/// Whether a push along `normal` (world, from A to B) points to the solid side of a one-way shape.
[[nodiscard]] bool pushes_to_solid_side(const WorldState& state, const Contact& contact, Vec2 normal);

/// Called before detection: updates the responses of all contacts with one-way shapes. Cost: a pass over the
/// shapes; if any is one-way, also one over the contacts.
void decide_one_way(StepContext& step);
/// Fills scratch.one_way and scratch.has_one_way from the state alone.
void list_one_way(StepContext& step);
/// For CCD: whether a one-way shape lets the other pass, judged by the poses at fraction `t` of the step.
/// False for any other pair.
[[nodiscard]] bool passes_one_way(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                  double t);
/// Whether the normal of an impact (world, from A to B) points to an open side of a one-way shape: then it
/// stops nothing.
[[nodiscard]] bool hits_open_side(const StepContext& step, const ImpactCandidate& impact);

}  // namespace toibox
