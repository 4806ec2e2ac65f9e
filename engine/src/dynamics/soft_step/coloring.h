// SPDX-License-Identifier: MIT
#pragma once

#include "scratch.h"

namespace toibox {
struct StepContext;
}

namespace toibox::soft_step {

/// Deals the contacts of a step out to blocks of eight whose bodies are all different, colour by colour.
///
/// Greedy, in order of creation, anew for each step: the colours are a function of the contacts alone and no
/// part of the state. Contacts of two dynamic bodies come first, then those with static and kinematic ones,
/// so that what can not give way has the last word; first of all comes what found no colour, one by one.
/// Writes key, order and segments. Cost: O(active contacts).
void color_contacts(const StepContext& step, Scratch& scratch);

}  // namespace toibox::soft_step
