// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// Whether contacts with one-way shapes push or let pass (one_way_contacts.cpp).

/// Response of a new contact with a one-way shape, from the poses at the start of the last step.
[[nodiscard]] ContactResponse first_response(const WorldState& state, const Contact& contact);
/// Whether a push along `normal` (world, from A to B) points to the solid side of a one-way shape.
[[nodiscard]] bool pushes_to_solid_side(const WorldState& state, const Contact& contact, Vec2 normal);

/// Called before detection: updates the responses of all contacts with one-way shapes. Cost: a pass over the
/// shapes; if any is one-way, also one over the contacts.
void decide_one_way(StepContext& step);
/// Fills DetectionScratch::one_way and has_one_way from the state alone.
void list_one_way(StepContext& step);
/// For CCD: whether a one-way shape lets the other pass, judged by the poses at fraction `t` of the step.
/// False for any other pair.
[[nodiscard]] bool passes_one_way(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                  double t);
/// Whether the normal of an impact at `t` (world, from A to B) points to an open side of a one-way shape:
/// then it stops nothing.
[[nodiscard]] bool hits_open_side(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                  Vec2d normal, double t);
/// World::lets_pass
[[nodiscard]] bool lets_pass_now(const WorldState& state, ShapeHandle one_way, ShapeHandle other);

}  // namespace toibox
