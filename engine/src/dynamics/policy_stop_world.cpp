// SPDX-License-Identifier: MIT

// The end of a step for everybody at once, at the time of the first impact of all.

#include "continuous.h"
#include "policies.h"

namespace toibox {

void stop_world(StepContext& step, double t, ImpactEvent event) {
    WorldState& state = step.state;
    state.continuous.body.resize(state.bodies.pose.size());
    for_each_moving_body(state, [&](std::uint32_t body) {
        advance_body(step, body, t);
        state.continuous.body[body].rest = RestOfStep::Stopped;
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        event.time_lost += (1.0 - t) * static_cast<double>(step.dt);
    });
    tell_of_impact(step, event);
}

}  // namespace toibox
