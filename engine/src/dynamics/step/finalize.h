// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// A stage of the step. Commits the end poses: updates unwrapped angles, fat boxes and the list of moved
/// shapes. Emits a hit event for each contact that had an impulse and approached faster than the restitution
/// threshold in use, unless an impact has already emitted one.
void finalize(StepContext& step);
/// Emits the hit events that the soft step has collected. Called by `finalize`, and before a step pauses,
/// because contacts may begin and end during the pause.
void emit_hit_events(StepContext& step);

}  // namespace toibox
