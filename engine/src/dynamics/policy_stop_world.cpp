// SPDX-License-Identifier: MIT

// The end of a step for everybody at once, at the time of the first impact of all. What flies freely then has
// no velocity yet from the gravity of the time that is taken back, or it would gain energy at each impact of
// others; what contacts or joints hold keeps what the solver gave it, for there gravity is answered already.

#include "continuous.h"
#include "policies.h"
#include "solver.h"

namespace toibox {

namespace {

/// By body: whether a contact or a joint may have acted on it in this step.
void find_held(StepContext& step, std::vector<std::uint8_t>& held) {
    const WorldState& state = step.state;
    held.assign(state.bodies.info.size(), 0);
    for (const DetectionNotes& notes : step.scratch.notes) {
        for (const PushingContact& pushing : notes.pushing)
            held[pushing.body_a] = held[pushing.body_b] = 1;
    }
    for (std::uint32_t i = 0; i < state.joints.joint.size(); ++i) {
        if (!state.joints.ids.is_live(i)) continue;
        const JointBase& joint = base_of(state.joints.joint[i]);
        held[joint.body_a] = held[joint.body_b] = 1;
    }
}

void take_back(StepContext& step, std::uint32_t body, double seconds) {
    const WorldState& state = step.state;
    const auto time = static_cast<float>(seconds);
    BodyVelocity& velocity = step.state.bodies.velocity[body];
    velocity.linear -= time * free_acceleration(state, body);
    velocity.angular -= time * state.bodies.force[body].torque * state.bodies.mass[body].inv_inertia;
}

}  // namespace

void stop_world(StepContext& step, double t, ImpactEvent event) {
    WorldState& state = step.state;
    const double seconds = (1.0 - t) * static_cast<double>(step.dt);
    std::vector<std::uint8_t>& held = step.scratch.jointed;
    find_held(step, held);
    for_each_moving_body(state, [&](std::uint32_t body) {
        BodyContinuous& spent = state.continuous.body[body];
        if (spent.rest == RestOfStep::Stopped) return;
        advance_body(step, body, t);
        spent.rest = RestOfStep::Stopped;
        if (state.bodies.info[body].type != BodyType::Dynamic) return;
        event.time_lost += seconds;
        if (held[body] == 0) take_back(step, body, seconds);
    });
    tell_of_impact(step, event);
}

}  // namespace toibox
