// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/soft_step/scratch.h"

namespace toibox::soft_step {

/// Distributes constraints over blocks of eight with distinct bodies, colour by colour.
///
/// Greedy, in the given order: the colours depend only on the constraints and are not part of the state. They
/// are reused while the constraints stay the same, as in a pile at rest or a machine of joints. Solving
/// order: first the constraints that found no colour, as if one by one (two-point contacts before one-point
/// contacts); then constraints between two dynamic bodies; last, constraints with static and kinematic
/// bodies, which are therefore satisfied best. Writes Constraint::key, order and block_ranges. Cost:
/// O(constraints).
void color(ColoredConstraints& colored, Scratch& scratch);

}  // namespace toibox::soft_step
