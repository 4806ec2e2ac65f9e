// SPDX-License-Identifier: MIT

// Ends the step for all bodies at the time of the first impact in the world. The velocity that gravity and
// external forces added for the undone time is removed from bodies in free flight, because they would
// otherwise gain energy at each impact of other bodies. Bodies supported by contacts or joints keep the
// solver's velocity, which already balances these forces.

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/state/activity.h"

namespace toibox {

void stop_world(StepContext& step, double t, ImpactEvent event) {
    WorldState& state = step.state;
    const double seconds = (1.0 - t) * static_cast<double>(step.dt);
    for_each_simulated_body(state, [&](std::uint32_t body) {
        BodyCcdState& ccd_state = state.ccd.body[body];
        if (ccd_state.remaining == RemainingMotion::Stopped) return;
        advance_body(step, body, t);
        ccd_state.remaining = RemainingMotion::Stopped;
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        event.time_lost += seconds;
        undo_remaining_external_forces(step, body, t);
    });
    emit_impact_event(step, event);
}

}  // namespace toibox
