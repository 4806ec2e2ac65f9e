// SPDX-License-Identifier: MIT

// The end of a step for everybody at once, at the time of the first impact of all. What flies freely then has
// no velocity yet from the gravity of the time that is taken back, or it would gain energy at each impact of
// others; what contacts or joints hold keeps what the solver gave it, for there gravity is answered already.

#include "continuous.h"
#include "policies.h"

namespace toibox {

void stop_world(StepContext& step, double t, ImpactEvent event) {
    WorldState& state = step.state;
    const double seconds = (1.0 - t) * static_cast<double>(step.dt);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        BodyCcdState& ccd_state = state.continuous.body[body];
        if (ccd_state.remaining == RemainingMotion::Stopped) return;
        advance_body(step, body, t);
        ccd_state.remaining = RemainingMotion::Stopped;
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        event.time_lost += seconds;
        undo_remaining_gravity(step, body, t);
    });
    emit_impact_event(step, event);
}

}  // namespace toibox
