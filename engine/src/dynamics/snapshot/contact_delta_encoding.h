// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/world_state.h"

namespace toibox {

/// Delta encoding of a contact: XORs fields that can be predicted from the poses at the start of the last
/// step with their predictions. All bits of these fields become 0 if the manifold was computed in that step;
/// if it was computed earlier, only the upper bits do. (The compressed state of 500 moving bodies becomes a
/// quarter smaller.) Predictions, for points i < count, from the poses {center, rotation} of A and B at the
/// start of the last step, in float, rounded after each operation:
///
///   r_b               r_a + (center_a − center_b)
///   if reach ≥ 0:
///   local_a           r_a − rounding_a · normal, in A's axes
///   local_b           (r_a + (center_a − center_b)) + rounding_b · normal, in B's axes
///   base_separation   separation
///   offset            center_b − center_a, in A's axes
///   turn              B's rotation in A's axes
///
/// The function is its own inverse, because predictions do not use predicted fields. (NaNs, which no valid
/// state contains, may change.) Safe for untrusted contacts: does nothing if a body does not exist.
void toggle_delta_encoding(const WorldState& state, Contact& contact);

}  // namespace toibox
