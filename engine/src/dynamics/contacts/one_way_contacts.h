// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/state/make_contact.h"
#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// Decides whether one-way shapes stop other shapes or let them pass (one_way_contacts.cpp).

/// Response of a new contact with a one-way shape, from the poses at the start of the previous step.
[[nodiscard]] ContactResponse first_response(const WorldState& state, const Contact& contact);
/// Whether a push along `normal` (world, from A to B) points to the solid side of a one-way shape.
[[nodiscard]] bool pushes_to_solid_side(const WorldState& state, const Contact& contact, Vec2 normal);

/// Called before detection: updates the responses of all contacts with one-way shapes. Cost: a pass over the
/// shapes, and a pass over the contacts if any shape is one-way.
void decide_one_way(StepContext& step);
/// Fills DetectionScratch::one_way and has_one_way from the state alone.
void list_one_way(StepContext& step);
/// For CCD: whether a one-way shape lets the other shape pass at fraction `t` of the step: as decided for the
/// contact or, without a contact or for t > 0, from the poses at `t`. False if neither shape is one-way.
[[nodiscard]] bool passes_one_way(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                  double t);
/// Whether the normal of an impact at fraction `t` (world, from A to B) points to an open side of a one-way
/// shape, so that the shape does not stop the other. False if neither shape is one-way.
[[nodiscard]] bool hits_open_side(const StepContext& step, std::uint32_t shape_a, std::uint32_t shape_b,
                                  Vec2d normal, double t);
/// Implements World::lets_pass.
[[nodiscard]] bool lets_pass_now(const WorldState& state, ShapeHandle one_way, ShapeHandle other);

}  // namespace toibox
