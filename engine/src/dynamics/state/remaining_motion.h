// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/sweep.h"

#include "dynamics/state/step_context.h"

#include <cstdint>

namespace toibox {

/// The motion that a body has left in this step. Times are fractions of the detection sub-step.

/// The CCD state of a body; the initial state if the CCD stage has not started.
[[nodiscard]] const BodyCcdState& ccd_state_of(const WorldState& state, std::uint32_t body);
/// The motion of a body from its current pose to the end of the step.
[[nodiscard]] Sweep full_remaining_sweep(const StepContext& step, std::uint32_t body);
/// The motion of a body from time `from` to the end of the step; from BodyCcdState::consumed if that is
/// later.
[[nodiscard]] Sweep remaining_sweep(const StepContext& step, std::uint32_t body, double from);
/// Upper bound on the distance that a point of the body travels in the rest of the step, metres.
[[nodiscard]] double remaining_travel(const StepContext& step, std::uint32_t body);
/// Time `t` as a fraction of the motion after time `consumed`.
[[nodiscard]] double fraction_of_remaining(double t, double consumed);

}  // namespace toibox
