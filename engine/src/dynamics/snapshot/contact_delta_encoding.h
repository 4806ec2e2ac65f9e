// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/world_state.h"

namespace toibox {

/// Delta encoding of a contact: XORs the fields that follow from the poses at the start of the last step with
/// their predictions. If the manifold was made in that step, all these bits become 0 (a state of 500 moving
/// bodies compresses to three quarters), otherwise the upper ones do. The predictions, from the poses
/// {center, rotation} of A and B at that start, for points i < count, in float, rounded after each operation:
///
///   r_b               r_a + (center_a − center_b)
///   if reach ≥ 0:
///   local_a           r_a − rounding_a · normal, in A's axes
///   local_b           (r_a + (center_a − center_b)) + rounding_b · normal, in B's axes
///   base_separation   separation
///   offset            center_b − center_a, in A's axes
///   turn              B's rotation in A's axes
///
/// It is its own inverse, because no predicted field is used in a prediction. (NaNs, which no valid state
/// contains, may change.) Safe for any bits: contacts of bodies that do not exist stay unchanged.
void toggle_delta_encoding(const WorldState& state, Contact& contact);

}  // namespace toibox
