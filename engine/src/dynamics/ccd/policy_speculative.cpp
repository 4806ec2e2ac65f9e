// SPDX-License-Identifier: MIT

// Contacts with shapes that are still ahead. A speculative contact limits the approach speed to what closes
// the gap within the step, so a body lands exactly on the obstacle. Only the fat boxes must reach far enough;
// the solver handles contacts with a gap anyway. Disadvantages: a contact acts as an infinite plane, so a
// body that should pass the edge of a shape may bounce off that plane (ghost collision) unless the margin is
// small; and a body that does not move straight may miss it. Source: E. Catto, "Continuous Collision", GDC
// 2013, solution 2; P. Firth, "Speculative contacts", 2011.

#include "dynamics/ccd/ccd.h"
#include "dynamics/ccd/policies.h"
#include "dynamics/solvers/common/solver_parts.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/body_policy.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/external_acceleration.h"

#include <cmath>

namespace toibox {

namespace {

/// Upper bound on how far any point of the body moves in the step under its velocity and external
/// acceleration, metres.
float max_expected_travel(const StepContext& step, std::uint32_t body) {
    const WorldState& state = step.state;
    const BodyVelocity& velocity = state.bodies.velocity[body];
    const float speed = length(velocity.linear) + step.dt * length(external_acceleration(state, body));
    return step.dt * (speed + std::abs(velocity.angular) * state.bodies.mass[body].max_extent);
}

}  // namespace

void extend_boxes_for_motion(StepContext& step) {
    WorldState& state = step.state;
    std::vector<std::vector<FatBoxUpdate>>& runs = step.fat_box_updates;
    if (runs.empty()) runs.emplace_back();
    std::vector<FatBoxUpdate>& boxes = runs.front();
    boxes.clear();
    for_each_simulated_body(state, [&](std::uint32_t body) {
        const bool is_dynamic = state.bodies.info[body].type == BodyType::Dynamic;
        const ContinuousPolicy policy = body_policy(state, policy_from_settings(state), body);
        if (is_dynamic && policy != ContinuousPolicy::Speculative) return;
        const float reach = max_expected_travel(step, body);
        const float margin = state.settings.speculative_margin;
        find_stale_boxes(state, body, boxes, reach < margin ? reach : margin);
    });
    replace_fat_boxes(state, boxes, &step.replaced_boxes);
}

}  // namespace toibox
