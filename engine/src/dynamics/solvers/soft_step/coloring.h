// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/scratch.h"

namespace toibox::soft_step {

/// Distributes constraints over blocks of eight with distinct bodies, colour by colour.
///
/// Greedy, in the given order: the colours depend only on the constraints and are not part of the state. They
/// are reused while the constraints stay the same, as in a pile at rest or a machine of joints. Constraints
/// between two dynamic bodies come before those with static and kinematic ones, which are thus satisfied
/// best; constraints that found no colour come first of all, as if solved one by one. Writes order and
/// segments. Cost: O(constraints).
void color(ColoredConstraints& colored, Scratch& scratch);

}  // namespace toibox::soft_step
