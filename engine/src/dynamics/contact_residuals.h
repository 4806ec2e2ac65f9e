// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/world_state.h"

namespace toibox {

/// What contacts say that the poses at the start of the last step say too is written as its difference from
/// what they say: the bits of both, exclusively or'd. Where the manifold is of that step they are all 0 (and
/// a state of 500 restless bodies packs to three quarters), elsewhere their upper ones. Of a contact, A's and
/// B's poses {center, rotation} at that start, and points i < count, in floats, rounded after each operation:
///
///   r_b               r_a + (center_a − center_b)
///   if reach ≥ 0:
///   local_a           r_a − rounding_a · normal, in A's axes
///   local_b           (r_a + (center_a − center_b)) + rounding_b · normal, in B's axes
///   base_separation   separation
///   offset            center_b − center_a, in A's axes
///   turn              B's rotation in A's axes
///
/// Its own inverse, since nothing that is foretold foretells (NaNs, which no valid state has, may come back
/// as others). Any bits are safe: contacts of bodies that are not there are left as they are.
void toggle_delta_encoding(const WorldState& state, Contact& contact);

}  // namespace toibox
