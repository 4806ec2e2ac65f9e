// SPDX-License-Identifier: MIT
#pragma once

#include "scratch.h"

namespace toibox::soft_step {

/// Deals constraints out to blocks of eight whose bodies are all different, colour by colour.
///
/// Greedy, in the order given: the colours are a function of the constraints alone and no part of the state.
/// So they are kept for as long as the same is asked: in a pile at rest, or a machine of joints. Those of two
/// dynamic bodies come first, then those with static and kinematic ones, so that what can not give way has
/// the last word; first of all comes what found no colour, as if one by one. Writes order and segments. Cost:
/// O(constraints).
void color(ColoredConstraints& colored, Scratch& scratch);

}  // namespace toibox::soft_step
