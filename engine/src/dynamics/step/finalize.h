// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/state/step_context.h"

namespace toibox {

/// Stage. Commits the end poses: unwrapped angles, fat boxes and the list of moved shapes. Emits the hit
/// event of each contact that had an impulse and approached faster than the threshold, unless an impact
/// already did.
void finalize(StepContext& step);
/// Emits the hit events that the soft step has collected. Called by `finalize`, and by a step before it
/// pauses, because contacts may come and go until it continues.
void emit_hit_events(StepContext& step);

}  // namespace toibox
